import { z } from 'zod';
import { call, event } from './define.ts';
import { shopDate } from './history.ts';
import { LEAST_REASON } from './limits.ts';
import { problem } from './problem/index.ts';
import {
  anyText,
  anyTextOrNull,
  flag,
  identifier,
  instant,
  integer,
  integerOrNull,
  moneyValue,
  nothing,
} from './values.ts';

/**
 * The daily file. A day is a business day of the chain, `2026-11-21`, midnight to midnight in the
 * chain's zone; instants are ISO 8601 in UTC; amounts are decimal strings with their currency.
 */

/** A fingerprint as OpenSSH shows it: `SHA256:` and Base64 without padding. */
export const hostFingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/**
 * The state of a business day. `open`: it is not over. `waiting`: it is, and its file not yet due.
 * `missing`: its file is due and not out. `in-doubt`: it may have arrived, and nobody knows.
 * `uploaded`: the server has it. `handed-in`: a person said that it was handed in. `not-ours`: this
 * till does not upload. `of-chain`: it is in the file of all tills, which the chain's program makes.
 */
export const dayState = z.enum([
  'open',
  'waiting',
  'missing',
  'in-doubt',
  'uploaded',
  'handed-in',
  'not-ours',
  'of-chain',
]);
export type DayState = z.infer<typeof dayState>;

/** A performed transaction that cannot go into the file, and the field that prevents it. */
export const leftOut = z.strictObject({
  paymentId: identifier,
  externalId: anyText,
  amount: moneyValue,
  field: z.enum(['authorization', 'account', 'amount', 'currency', 'pos-number', 'external-id']),
});
export type LeftOut = z.infer<typeof leftOut>;

export const dailyFileDay = z.strictObject({
  day: shopDate,
  state: dayState,
  /** When its file is due, and from when it is late. */
  dueAt: instant,
  lateFrom: instant,
  name: anyText,
  /** The file as it was made; null until it is. */
  file: z
    .strictObject({
      madeAt: instant,
      lines: integer,
      bytes: integer,
      sha256: anyText,
      totals: z.array(moneyValue),
    })
    .nullable(),
  uploadedAt: instant.nullable(),
  /** The last attempt; null if there was none. */
  lastAttempt: z
    .strictObject({
      number: integer,
      startedAt: instant,
      /** The person who started it; null if the till did it on its own. */
      by: anyTextOrNull,
      result: z.enum(['uploaded', 'was-there', 'failed', 'broke-off', 'running']),
      problem: problem.nullable(),
    })
    .nullable(),
  /** When the till next tries again on its own; null if it does not. */
  nextAttemptAt: instant.nullable(),
  /** Since when it is not known whether the server took it: the answer was lost. */
  inDoubtSince: instant.nullable(),
  /** A person said that it was handed in. */
  handedIn: z.strictObject({ at: instant, by: anyText, reason: anyText }).nullable(),
  /** Of the last comparison, of what could not stand in the file and what turned out late. */
  differences: integer,
  /** The service's that this till never sent: with several tills, another's. */
  unknownHere: integer,
  comparedAt: instant.nullable(),
});
export type DailyFileDay = z.infer<typeof dailyFileDay>;

/**
 * `given-back`: performed here, and the service gave it back since, or never performed it; also one
 * of an earlier day that this comparison found. `stands-again`: it was given back, and the service
 * now says that it stands.
 * `unknown-to-service`: performed here, and the service does not list it. `fields-differ`: both
 * have it, with different fields. `not-performed-here`: the service lists it as performed, but this
 * till has it as not performed. `open-here`: this till does not know yet. `unknown-here`: never
 * sent by this till; with several tills, another's. `late`: turned out paid after the file was
 * made. `left-out`: performed, but it cannot go into the file.
 */
export const DIFFERENCES = [
  'unknown-to-service',
  'fields-differ',
  'given-back',
  'stands-again',
  'not-performed-here',
  'open-here',
  'unknown-here',
  'late',
  'left-out',
] as const;

export const dayDifference = z.strictObject({
  kind: z.enum(DIFFERENCES),
  /** Ours; null if it is not this till's. */
  paymentId: identifier.nullable(),
  externalId: anyTextOrNull,
  authorization: anyTextOrNull,
  billerId: integerOrNull,
  /** As it is shown: with the literals of the biller's mask. */
  accountNumber: anyTextOrNull,
  amount: moneyValue.nullable(),
  /** What differs, or what cannot stand in the file. */
  fields: z.array(anyText),
  /** When the service performed what this till lacks, in seconds since the epoch. */
  second: z.number().int().nullable().optional(),
});
export type DayDifference = z.infer<typeof dayDifference>;

export const dayComparison = z.strictObject({
  at: instant,
  /** Null if it was compared; otherwise why it could not be. */
  problem: problem.nullable(),
  /** False if the service's list was not read far enough to be sure of what is missing. */
  isWhole: flag,
  ours: integer,
  theirs: integer,
  /** The service's of the day that this till never sent. */
  unknownHere: integer,
  /** Ours whose row has no status: whether the service gave them back cannot be seen. */
  withoutStatus: integer,
  /** At most 500 of them. */
  differences: z.array(dayDifference),
});
export type DayComparison = z.infer<typeof dayComparison>;

export const drpTransaction = z.strictObject({
  paymentId: identifier,
  performedAt: instant,
  billerId: integer,
  authorization: anyTextOrNull,
  accountShown: anyText,
  amount: moneyValue,
  externalId: anyText,
});
export type DrpTransaction = z.infer<typeof drpTransaction>;

export const hostKeys = z.strictObject({
  /** What a person has confirmed. */
  confirmed: z
    .strictObject({
      fingerprint: hostFingerprint,
      keyType: anyText,
      at: instant,
      by: anyText,
    })
    .nullable(),
  /** What the server showed instead, or at first. */
  seen: z.strictObject({ fingerprint: hostFingerprint, keyType: anyText, at: instant }).nullable(),
});

export const dailyFileState = z.strictObject({
  /** Null if the till has no settings for the upload. */
  server: z
    .strictObject({
      host: anyText,
      port: integer,
      user: anyText,
      folder: anyText,
    })
    .nullable(),
  uploads: flag,
  /** The first business day that this till uploads. */
  since: shopDate.nullable(),
  /** The first day whose file the chain's program makes, null until that is known; null: no chain. */
  chain: z.strictObject({ from: shopDate.nullable() }).nullable(),
  /** The chain's zone. */
  timeZone: anyText,
  /** When files go out: `04:10`, in a zone of its own. */
  uploadHour: z.strictObject({ time: anyText, zone: anyText }),
  today: shopDate,
  hostKeys,
  /** The day that is being uploaded now. */
  uploading: shopDate.nullable(),
  missing: integer,
  hasDrp: flag,
});
export type DailyFileState = z.infer<typeof dailyFileState>;

/** A whole path of a folder; null for the till's folder of exports. */
const folder = z
  .string()
  .max(500)
  .regex(/^(\/|\\\\.|[A-Za-z]:[\\/])[^\p{Cc}]*$/u, 'the whole path of a folder')
  .nullable();

const ofDay = z.strictObject({ day: shopDate });

export const dayPage = z.strictObject({
  days: z.array(dailyFileDay),
  /** For the next page's `before`; null at the end. */
  next: shopDate.nullable(),
});

export const takenIn = z.strictObject({
  authorization: anyText,
  externalId: anyText,
  accountNumber: anyText,
  amount: moneyValue,
  at: instant,
  by: anyText,
  reason: anyText,
});
export type TakenIn = z.infer<typeof takenIn>;

export const dayDetail = z.strictObject({
  day: dailyFileDay,
  comparison: dayComparison.nullable(),
  /** What the file itself says: late and left out. */
  ownDifferences: z.array(dayDifference),
  /** What stands in the file because a person decided that it was this till's, after a restore. */
  takenIn: z.array(takenIn),
  attempts: z.array(dailyFileDay.shape.lastAttempt.unwrap()),
});
export type DayDetail = z.infer<typeof dayDetail>;

export const reconciliationCalls = {
  'reconciliation.state': call('reconciliation', nothing, dailyFileState),
  /** The newest first, those before `before`; null for the first page. */
  'reconciliation.days': call(
    'reconciliation',
    z.strictObject({ before: shopDate.nullable() }),
    dayPage,
  ),
  'reconciliation.day': call('reconciliation', ofDay, dayDetail),
  /** The first lines of the file, or of what it would be now; `lines` counts all of them. */
  'reconciliation.preview': call(
    'reconciliation',
    ofDay,
    z.strictObject({
      name: anyText,
      text: anyText,
      lines: integer,
      totals: z.array(moneyValue),
      isWhole: flag,
      /** False: the day is not over, or the file was not made yet; it may still change. */
      isFinal: flag,
    }),
  ),
  'reconciliation.compare': call('reconciliation', ofDay, dayComparison),
  'reconciliation.upload': call('reconciliation', ofDay, dailyFileDay),
  'reconciliation.save': call(
    'reconciliation',
    z.strictObject({ day: shopDate, folder }),
    z.strictObject({ file: anyText, lines: integer }),
  ),
  /** Of a day in doubt a person knows that the service does not have the file: it is sent again. */
  'reconciliation.sendAgain': call(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(LEAST_REASON).max(200) }),
    dailyFileDay,
  ),
  /** It was handed in: the till no longer misses it, nor sends it. Its file stays as it is. */
  'reconciliation.markHandedIn': call(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(LEAST_REASON).max(200) }),
    dailyFileDay,
  ),
  /**
   * A person decides that a transaction of the service that the ledger lacks was this till's: it was
   * sold after the backup that was restored. It goes into the day's file.
   */
  'reconciliation.takeIn': call(
    'reconciliation',
    z.strictObject({
      day: shopDate,
      authorization: z.string().trim().min(1).max(64),
      reason: z.string().trim().min(LEAST_REASON).max(200),
    }),
    dailyFileDay,
  ),
  /** It was not handed in after all: the till misses it again, and sends it where it uploads. */
  'reconciliation.takeBackHandedIn': call(
    'reconciliation',
    z.strictObject({ day: shopDate, reason: z.string().trim().min(LEAST_REASON).max(200) }),
    dailyFileDay,
  ),
  /** Connects, shows its key, logs in, looks at the folder; nothing is sent. */
  'reconciliation.checkServer': call('reconciliation', nothing, dailyFileState),
  /** Pins the key that was seen; the fingerprint is the one that the person compared. */
  'reconciliation.confirmHostKey': call(
    'reconciliation',
    z.strictObject({ fingerprint: hostFingerprint }),
    dailyFileState,
  ),
  'reconciliation.drp': call(
    'reconciliation',
    ofDay,
    z.strictObject({
      transactions: z.array(drpTransaction),
      count: integer,
      totals: z.array(moneyValue),
    }),
  ),
  'reconciliation.saveDrp': call(
    'reconciliation',
    z.strictObject({ day: shopDate, folder }),
    z.strictObject({ file: anyText, rows: integer }),
  ),
};

export const reconciliationEvents = {
  /** Something of the daily file changed; null if it is about no one day. */
  'reconciliation.changed': event(z.strictObject({ day: shopDate.nullable() })),
};
