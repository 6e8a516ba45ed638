import { z } from 'zod';
import { PRINTER_REASONS } from '../paper-reasons.ts';

/** Printers, and receipts without paper. */
export const paperProblems = [
  /** A receipt was not given without paper. */
  z.strictObject({
    kind: z.literal('without-paper'),
    reason: z.enum([
      /** Of a cash-out, a cancel, or a gift card, whose code is the good itself. */
      'has-to-be-printed',
      'no-mail-program',
      'mail-failed',
      'folder-closed',
      'disk-full',
      'not-saved',
      /** The window that would ask where to is not there. */
      'no-window',
    ]),
  }),
  z.strictObject({
    kind: z.literal('printer'),
    reason: z.enum([
      ...PRINTER_REASONS,
      /** Something there replies, but not like a printer. Nothing was printed. */
      'no-answer',
    ]),
  }),
] as const;
