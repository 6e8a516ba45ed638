import { z } from 'zod';
import { printerUnreadyReasonSchema } from '../paper-reasons.ts';

/** Problems of printers, and of receipts without paper. */
export const paperProblemSchemas = [
  /** A receipt could not be given without paper. */
  z.strictObject({
    kind: z.literal('without-paper'),
    reason: z.enum([
      /** The receipt of a cash-out, a cancel, or a gift card, whose code is the goods. */
      'has-to-be-printed',
      'no-mail-program',
      'mail-failed',
      'folder-closed',
      'disk-full',
      'not-saved',
      /** There is no window for the save dialog. */
      'no-window',
      /** A phone could not read the code from the screen. */
      'too-long-for-code',
    ]),
  }),
  z.strictObject({
    kind: z.literal('printer'),
    reason: printerUnreadyReasonSchema,
  }),
] as const;
