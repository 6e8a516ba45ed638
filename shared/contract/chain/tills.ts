import { z } from 'zod';
import {
  anyText,
  anyTextOrNull,
  flag,
  identifier,
  instant,
  integer,
  integerOrNull,
} from '../values.ts';
import { seenPayment } from './payments.ts';

/**
 * Why somebody has to look at a till. `never`: it never reported. `silent`: not for fifteen
 * minutes, and it did not say goodbye. `unsent`: for more than ten minutes it has not
 * said that all of it is here. `unresolved`: for more than an hour. `papers`: they wait there. `backup`: none for two days. `clock`: more than two
 * minutes off. `printer`, `service`: a light that is not green. `pos-doubled`: another till of the
 * chain has its number. `cloned`: two copies of it are at work. `rewound`: its ledger
 * lacks payments that it had. `refused`: the database could not take some of its rows.
 */
export const TILL_TROUBLES = [
  'never',
  'silent',
  'unsent',
  'cloned',
  'rewound',
  'refused',
  'pos-doubled',
  'unresolved',
  'clock',
  'backup',
  'papers',
  'printer',
  'service',
] as const;
export type TillTrouble = (typeof TILL_TROUBLES)[number];

export const seenTill = z.object({
  id: identifier,
  shop: anyText,
  posNumber: anyText,
  version: anyTextOrNull,
  /** The last report; null if there was none. */
  seenAt: instant.nullable(),
  /** It said goodbye: it is closed, and performs nothing. */
  isClosed: flag,
  /** Up to here all of it is in the chain; null if that was never so. */
  completeUntil: instant.nullable(),
  unresolved: integer,
  papers: integer,
  backupAt: instant.nullable(),
  clockOffSeconds: integerOrNull,
  /** `green`, `yellow` or `red`, as the till told it; null if it did not. */
  printer: anyTextOrNull,
  service: anyTextOrNull,
  /** Other tills of the chain with the same number. */
  samePos: integer,
  /** Payments that the chain has of this till and its ledger does not. */
  lacking: integer,
  refusedRows: integer,
  troubles: z.array(z.enum(TILL_TROUBLES)),
});
export type SeenTill = z.infer<typeof seenTill>;

/** How a till's record began anew. */
export const chainRestart = z.object({
  at: instant,
  /**
   * `another-ledger`: it began with a new one. `rewound`: an older state of the same ledger came
   * back. `cloned`: a copy of its profile had been at work, and the other is back. `taken`: another session
   * began while the one before had not said goodbye; once is a restart, again and again a copy.
   */
  kind: z.enum(['another-ledger', 'rewound', 'cloned', 'taken']),
});

export const seenTillDetail = z.object({
  till: seenTill,
  /** The newest first, at most twenty. */
  restarts: z.array(chainRestart),
  /** At most a hundred of the payments that its ledger lacks. */
  lacking: z.array(seenPayment),
});
export type SeenTillDetail = z.infer<typeof seenTillDetail>;
