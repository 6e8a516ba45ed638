import { z } from 'zod';
import { booleanSchema, moneySchema } from './value-schemas.ts';

/** The drawer is not expected to hold the sum that a customer is to get. */
export const drawerShortageSchema = z.strictObject({
  kind: z.literal('drawer-short'),
  /**
   * The expected cash of the cashier's drawer, with its float, less the cash-outs and cancels whose
   * money is still to be handed over. Never negative.
   */
  available: moneySchema,
  missing: moneySchema,
  /** False if the float of the drawer was not counted, so that it may hold more. */
  isFloatCounted: booleanSchema,
});
export type DrawerShortage = z.infer<typeof drawerShortageSchema>;
