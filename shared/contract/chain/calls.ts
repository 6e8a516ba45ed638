import { z } from 'zod';
import { call } from '../define.ts';
import { shopDate } from '../history.ts';
import { anyText, anyTextOrNull, flag, identifier, instant, integer, nothing } from '../values.ts';
import { chainDifference, chainFileDay, chainFileDetail } from './file.ts';
import { chainFilter, seenPayment } from './payments.ts';
import { chainOverview, chainSales, chainShift } from './sales.ts';
import { seenTill, seenTillDetail } from './tills.ts';

/** Where a chain is set: its database, and whether somebody may look into it from here. */
export const chainAccess = z.strictObject({
  hosts: z.array(anyText),
  database: anyText,
  /** The shop that this till belongs to; null if its settings do not say. */
  shop: anyTextOrNull,
  /** The role of the office by which it is read; null if none is kept. */
  user: anyTextOrNull,
});
export type ChainAccess = z.infer<typeof chainAccess>;

const cursor = z.string().max(200).nullable();
const limit = z.number().int().min(1).max(100);

export const chainCalls = {
  /** Without a chain: `not-set`. Asks nobody. */
  'chain.access': call('chain', nothing, chainAccess),
  /** Tries this role of the office, and keeps it in the vault if the database takes it. */
  'chain.connect': call(
    'chain',
    z.strictObject({
      user: z.string().trim().min(1).max(63),
      password: z.string().min(1).max(300),
    }),
    chainAccess,
  ),
  /** Forgets the role and its password. */
  'chain.forget': call('chain', nothing, chainAccess),
  'chain.overview': call('chain', nothing, chainOverview),
  /** The shops of a day, today if null; with `shop`, its tills. Those that sold most come first. */
  'chain.today': call(
    'chain',
    z.strictObject({ day: shopDate.nullable(), shop: z.string().max(120).nullable() }),
    z.strictObject({ day: shopDate, readAt: instant, sales: z.array(chainSales) }),
  ),
  /** Those that somebody has to look at come first. `text`: a part of a shop's name, or a number. */
  'chain.tills': call(
    'chain',
    z.strictObject({
      text: z.string().max(80).nullable(),
      isTroubled: flag,
      cursor,
      limit,
    }),
    z.strictObject({
      tills: z.array(seenTill),
      /** Of all that `text` finds, and of those the troubled. */
      count: integer,
      troubled: integer,
      next: anyTextOrNull,
    }),
  ),
  'chain.till': call('chain', z.strictObject({ tillId: identifier }), seenTillDetail),
  /** The oldest first. */
  'chain.unresolved': call(
    'chain',
    z.strictObject({ cursor, limit }),
    z.strictObject({ payments: z.array(seenPayment), next: anyTextOrNull }),
  ),
  /** The newest first, those before `before`; null for the first page. */
  'chain.days': call(
    'chain',
    z.strictObject({ before: shopDate.nullable() }),
    z.strictObject({ days: z.array(chainFileDay), next: shopDate.nullable() }),
  ),
  'chain.day': call('chain', z.strictObject({ day: shopDate }), chainFileDetail),
  /** The newest first. */
  'chain.differences': call(
    'chain',
    z.strictObject({
      kind: z.enum(['all', 'daily-file', 'refused-row']),
      cursor,
      limit,
    }),
    z.strictObject({ differences: z.array(chainDifference), next: anyTextOrNull }),
  ),
  /** The newest first. */
  'chain.shifts': call(
    'chain',
    z.strictObject({
      from: shopDate.nullable(),
      to: shopDate.nullable(),
      isDifferent: flag,
      cursor,
      limit,
    }),
    z.strictObject({ shifts: z.array(chainShift), next: anyTextOrNull }),
  ),
  /** The newest first. */
  'chain.search': call(
    'chain',
    z.strictObject({ filter: chainFilter, cursor, limit }),
    z.strictObject({ payments: z.array(seenPayment), next: anyTextOrNull }),
  ),
  /** Writes what the filter finds as CSV into the till's folder of exports. */
  'chain.export': call(
    'chain',
    z.strictObject({ filter: chainFilter }),
    z.strictObject({ file: anyText, rows: integer }),
  ),
};
