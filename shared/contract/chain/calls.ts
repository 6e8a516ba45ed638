import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { shopDateSchema } from '../history.ts';
import {
  anyTextSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  nullableTextSchema,
} from '../value-schemas.ts';
import {
  chainDailyFileDaySchema,
  chainDailyFileDetailSchema,
  chainDifferenceSchema,
} from './daily-file.ts';
import { chainPaymentFilterSchema, chainPaymentSchema } from './payments.ts';
import { chainOverviewSchema, chainSalesSchema, chainShiftSchema } from './sales.ts';
import { chainTillDetailSchema, chainTillSchema } from './tills.ts';

/** How this till can read its chain's data: the database, and the office role. */
export const chainAccessSchema = z.strictObject({
  hosts: z.array(anyTextSchema),
  database: anyTextSchema,
  /** The shop of this till; null if the settings have none. */
  shop: nullableTextSchema,
  /** The office role for reading the database; null if none is saved. */
  user: nullableTextSchema,
});
export type ChainAccess = z.infer<typeof chainAccessSchema>;

const cursorSchema = z.string().max(200).nullable();
const limitSchema = z.number().int().min(1).max(100);

export const chainCalls = {
  /** Returns `not-set` without a chain. Does not connect to the database. */
  'chain.access': defineCall('chain', emptyObjectSchema, chainAccessSchema),
  /** Logs in with this office role, and saves it in the vault if that succeeds. */
  'chain.connect': defineCall(
    'chain',
    z.strictObject({
      user: z.string().trim().min(1).max(63),
      password: z.string().min(1).max(300),
    }),
    chainAccessSchema,
  ),
  /** Deletes the saved office role and its password. */
  'chain.disconnect': defineCall('chain', emptyObjectSchema, chainAccessSchema),
  'chain.overview': defineCall('chain', emptyObjectSchema, chainOverviewSchema),
  /** Sales of a day, today if null, by shop; with `shop`, by its tills. Largest sales first. */
  'chain.today': defineCall(
    'chain',
    z.strictObject({ day: shopDateSchema.nullable(), shop: z.string().max(120).nullable() }),
    z.strictObject({
      day: shopDateSchema,
      readAt: instantSchema,
      sales: z.array(chainSalesSchema),
    }),
  ),
  /** Tills with problems come first. `text`: a part of a shop's name, or a POS number. */
  'chain.tills': defineCall(
    'chain',
    z.strictObject({
      text: z.string().max(80).nullable(),
      hasProblems: booleanSchema,
      cursor: cursorSchema,
      limit: limitSchema,
    }),
    z.strictObject({
      tills: z.array(chainTillSchema),
      /** Number of tills that match `text`, and number of those with problems. */
      count: integerSchema,
      tillsWithProblems: integerSchema,
      next: nullableTextSchema,
    }),
  ),
  'chain.till': defineCall(
    'chain',
    z.strictObject({ tillId: identifierSchema }),
    chainTillDetailSchema,
  ),
  /** Unresolved payments, oldest first. */
  'chain.unresolved': defineCall(
    'chain',
    z.strictObject({ cursor: cursorSchema, limit: limitSchema }),
    z.strictObject({ payments: z.array(chainPaymentSchema), next: nullableTextSchema }),
  ),
  /** Days before `before`, newest first; null for the first page. */
  'chain.days': defineCall(
    'chain',
    z.strictObject({ before: shopDateSchema.nullable() }),
    z.strictObject({ days: z.array(chainDailyFileDaySchema), next: shopDateSchema.nullable() }),
  ),
  'chain.day': defineCall(
    'chain',
    z.strictObject({ day: shopDateSchema }),
    chainDailyFileDetailSchema,
  ),
  /** Newest first. */
  'chain.differences': defineCall(
    'chain',
    z.strictObject({
      kind: z.enum(['all', 'daily-file', 'refused-row']),
      cursor: cursorSchema,
      limit: limitSchema,
    }),
    z.strictObject({ differences: z.array(chainDifferenceSchema), next: nullableTextSchema }),
  ),
  /** Newest first. */
  'chain.shifts': defineCall(
    'chain',
    z.strictObject({
      from: shopDateSchema.nullable(),
      to: shopDateSchema.nullable(),
      isDifferent: booleanSchema,
      cursor: cursorSchema,
      limit: limitSchema,
    }),
    z.strictObject({ shifts: z.array(chainShiftSchema), next: nullableTextSchema }),
  ),
  /**
   * Newest first. Within one day, the payments of which a text is the number come on the first pages,
   * also if they are older than the other matches of a later page.
   */
  'chain.search': defineCall(
    'chain',
    z.strictObject({ filter: chainPaymentFilterSchema, cursor: cursorSchema, limit: limitSchema }),
    z.strictObject({
      payments: z.array(chainPaymentSchema),
      next: nullableTextSchema,
      /**
       * The time back to which a page was searched that ends before it is full, because few payments
       * match; null otherwise.
       */
      searchedSince: instantSchema.nullable(),
    }),
  ),
  /** Writes the filtered payments as CSV into the till's export folder. */
  'chain.export': defineCall(
    'chain',
    z.strictObject({ filter: chainPaymentFilterSchema }),
    z.strictObject({ file: anyTextSchema, rows: integerSchema }),
  ),
};
