import { z } from 'zod';
import { drawerShortageSchema } from '../drawer-shortage.ts';

/** Problems of shifts, baskets, refunds and the cash in a drawer. */
export const cashProblemSchemas = [
  /** Money that the drawer is not expected to hold cannot be handed out. Nothing was sent or recorded. */
  drawerShortageSchema,
  /** A shift, a drawer or a report does not allow the action. */
  z.strictObject({
    kind: z.literal('shift'),
    reason: z.enum([
      /** A shift must be opened before money is accepted. */
      'needed',
      'open-already',
      'closed',
      /** Only its cashier or a supervisor may count and close it. */
      'not-yours',
      /** There is no count, or a newer one. */
      'not-counted',
      'explanation',
      /** Payments are unresolved, or money was not handed over. */
      'held',
      /** A basket is unfinished: it was not sent completely, or its change was not given. */
      'basket',
      'same-person',
      /** The report was shown too long ago, or to another person. */
      'report-gone',
    ]),
  }),
  /** A basket does not allow the action. This call sent nothing. */
  z.strictObject({
    kind: z.literal('basket'),
    reason: z.enum([
      /** A basket cannot contain a cash-out. */
      'cash-out',
      'full',
      /** It was sent, so items can be neither added nor removed. */
      'sent',
      /** An amount or its fee has changed. */
      'changed',
      /** A payment made meanwhile raised a warning that the cashier has not acknowledged. */
      'warned',
      'not-yours',
      /** It comes from a backup: items that were unsent then may have been sent since. */
      'restored',
      /** Its state does not allow the action. */
      'not-now',
    ]),
  }),
  /** A refund cannot be settled. */
  z.strictObject({
    kind: z.literal('refund'),
    reason: z.enum([
      /** The service has not refunded this payment. */
      'nothing-owed',
      /** It is settled already: handed back, received or decided. */
      'settled',
      /** The cash of this cash-out was not handed over, so none can be received back. */
      'not-handed-over',
      /** According to the service's row, the payment is not refunded. */
      'stands',
      /** The service does not confirm the refund now: a supervisor may approve the settlement. */
      'not-confirmed',
    ]),
  }),
  /** An invalid or implausible sum for a drawer. */
  z.strictObject({
    kind: z.literal('cash'),
    reason: z.enum([
      'negative',
      'not-positive',
      'too-many-decimals',
      'too-much',
      'currency',
      'piece',
      /** More than the drawer should hold. */
      'above-drawer',
    ]),
  }),
] as const;
