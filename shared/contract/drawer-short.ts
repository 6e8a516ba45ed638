import { z } from 'zod';
import { flag, moneySchema } from './value-schemas.ts';

/** The drawer is not expected to hold the sum that a customer is to get. */
export const drawerShortSchema = z.strictObject({
  kind: z.literal('drawer-short'),
  /**
   * The expected cash of the cashier's drawer, with its float, less the cash-outs and cancels whose
   * money is still to be handed over. Never negative.
   */
  available: moneySchema,
  missing: moneySchema,
  /** False if the float of the drawer was not counted, so that it may hold more. */
  isFloatCounted: flag,
});
export type DrawerShort = z.infer<typeof drawerShortSchema>;
