import { z } from 'zod';

/** Shifts, baskets and the cash of a drawer. */
export const cashProblems = [
  /** The reason why a shift, a drawer or its report cannot do this. */
  z.strictObject({
    kind: z.literal('shift'),
    reason: z.enum([
      /** A shift must be opened before money is taken. */
      'needed',
      'open-already',
      'closed',
      /** Only its cashier or a supervisor counts and closes it. */
      'not-yours',
      /** Another count was given since, or none. */
      'not-counted',
      'explanation',
      /** Payments are not resolved, or money was not handed over. */
      'held',
      /** A basket is not finished: its change was not told. */
      'basket',
      'same-person',
      /** The report was shown too long ago, or to somebody else. */
      'report-gone',
    ]),
  }),
  /** A basket cannot do this. Nothing was sent by this call. */
  z.strictObject({
    kind: z.literal('basket'),
    reason: z.enum([
      /** A cash-out is paid alone. */
      'cash-out',
      'full',
      /** It was sent: nothing is put in or taken out any more. */
      'sent',
      /** The amount or its fee is another one now. */
      'changed',
      /** A payment was made meanwhile that the cashier has not decided on. */
      'warned',
      'not-yours',
      /** It comes from a backup: what was not sent then may have been since. */
      'restored',
      /** Its state does not allow it. */
      'not-now',
    ]),
  }),
  /** Money that is owed because the service gave a payment back. */
  z.strictObject({
    kind: z.literal('refund'),
    reason: z.enum([
      /** The service has not given this payment back. */
      'nothing-owed',
      /** It was handed back, received or decided already. */
      'settled',
      /** The cash of this cash-out was not handed over: none can come back. */
      'not-handed-over',
      /** The service says now that the payment stands. */
      'stands',
      /** The service does not say now that it gave it back: a supervisor may answer for it. */
      'not-confirmed',
    ]),
  }),
  /** An implausible sum for a drawer. */
  z.strictObject({
    kind: z.literal('cash'),
    reason: z.enum([
      'negative',
      'not-positive',
      'too-many-decimals',
      'too-much',
      'currency',
      'piece',
    ]),
  }),
] as const;
