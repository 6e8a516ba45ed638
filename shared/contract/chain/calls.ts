import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { shopDate } from '../history.ts';
import {
  anyText,
  anyTextOrNull,
  emptyObjectSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
} from '../values.ts';
import { chainDifferenceSchema, chainFileDaySchema, chainFileDetailSchema } from './daily-file.ts';
import { chainFilterSchema, chainPaymentSchema } from './payments.ts';
import { chainOverviewSchema, chainSalesSchema, chainShiftSchema } from './sales.ts';
import { chainTillDetailSchema, chainTillSchema } from './tills.ts';

/** Where a chain is set: its database, and whether somebody may look into it from here. */
export const chainAccessSchema = z.strictObject({
  hosts: z.array(anyText),
  database: anyText,
  /** The shop that this till belongs to; null if its settings do not say. */
  shop: anyTextOrNull,
  /** The role of the office by which it is read; null if none is kept. */
  user: anyTextOrNull,
});
export type ChainAccess = z.infer<typeof chainAccessSchema>;

const cursorSchema = z.string().max(200).nullable();
const limitSchema = z.number().int().min(1).max(100);

export const chainCalls = {
  /** Without a chain: `not-set`. Asks nobody. */
  'chain.access': defineCall('chain', emptyObjectSchema, chainAccessSchema),
  /** Tries this role of the office, and keeps it in the vault if the database takes it. */
  'chain.connect': defineCall(
    'chain',
    z.strictObject({
      user: z.string().trim().min(1).max(63),
      password: z.string().min(1).max(300),
    }),
    chainAccessSchema,
  ),
  /** Forgets the role and its password. */
  'chain.forget': defineCall('chain', emptyObjectSchema, chainAccessSchema),
  'chain.overview': defineCall('chain', emptyObjectSchema, chainOverviewSchema),
  /** The shops of a day, today if null; with `shop`, its tills. Those that sold most come first. */
  'chain.today': defineCall(
    'chain',
    z.strictObject({ day: shopDate.nullable(), shop: z.string().max(120).nullable() }),
    z.strictObject({ day: shopDate, readAt: instantSchema, sales: z.array(chainSalesSchema) }),
  ),
  /** Those that somebody has to look at come first. `text`: a part of a shop's name, or a number. */
  'chain.tills': defineCall(
    'chain',
    z.strictObject({
      text: z.string().max(80).nullable(),
      isTroubled: flag,
      cursor: cursorSchema,
      limit: limitSchema,
    }),
    z.strictObject({
      tills: z.array(chainTillSchema),
      /** Of all that `text` finds, and of those the troubled. */
      count: integer,
      troubled: integer,
      next: anyTextOrNull,
    }),
  ),
  'chain.till': defineCall(
    'chain',
    z.strictObject({ tillId: identifierSchema }),
    chainTillDetailSchema,
  ),
  /** The oldest first. */
  'chain.unresolved': defineCall(
    'chain',
    z.strictObject({ cursor: cursorSchema, limit: limitSchema }),
    z.strictObject({ payments: z.array(chainPaymentSchema), next: anyTextOrNull }),
  ),
  /** The newest first, those before `before`; null for the first page. */
  'chain.days': defineCall(
    'chain',
    z.strictObject({ before: shopDate.nullable() }),
    z.strictObject({ days: z.array(chainFileDaySchema), next: shopDate.nullable() }),
  ),
  'chain.day': defineCall('chain', z.strictObject({ day: shopDate }), chainFileDetailSchema),
  /** The newest first. */
  'chain.differences': defineCall(
    'chain',
    z.strictObject({
      kind: z.enum(['all', 'daily-file', 'refused-row']),
      cursor: cursorSchema,
      limit: limitSchema,
    }),
    z.strictObject({ differences: z.array(chainDifferenceSchema), next: anyTextOrNull }),
  ),
  /** The newest first. */
  'chain.shifts': defineCall(
    'chain',
    z.strictObject({
      from: shopDate.nullable(),
      to: shopDate.nullable(),
      isDifferent: flag,
      cursor: cursorSchema,
      limit: limitSchema,
    }),
    z.strictObject({ shifts: z.array(chainShiftSchema), next: anyTextOrNull }),
  ),
  /** The newest first. */
  'chain.search': defineCall(
    'chain',
    z.strictObject({ filter: chainFilterSchema, cursor: cursorSchema, limit: limitSchema }),
    z.strictObject({ payments: z.array(chainPaymentSchema), next: anyTextOrNull }),
  ),
  /** Writes what the filter finds as CSV into the till's folder of exports. */
  'chain.export': defineCall(
    'chain',
    z.strictObject({ filter: chainFilterSchema }),
    z.strictObject({ file: anyText, rows: integer }),
  ),
};
