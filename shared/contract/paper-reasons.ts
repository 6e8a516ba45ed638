import { z } from 'zod';

/** Why a printer cannot print, or cannot confirm that it did. */
export const PRINTER_REASONS = [
  'not-set',
  'bad-address',
  'unreachable',
  'not-a-printer',
  'answers-as-epson',
  'answers-as-star',
  'no-such-path',
  'is-a-folder',
  'no-permission',
  'busy',
  'no-folder',
  'folder-closed',
  'disk-full',
  /** The till could not render the bytes: not a fault of the printer. */
  'not-made',
  'cannot-answer',
  'silent',
  'cover-open',
  'paper-out',
  'offline',
  'error',
  'broke-off',
] as const;

/** Why a paper is not printed although the printer could print it. */
export const PAPER_NOT_WANTED_REASONS = [
  /** The settings say that it is printed only on request. */
  'on-request',
  /** The receipt was given without paper, in this way. */
  'given-pdf',
  'given-mail',
  'given-code',
  'given-none',
] as const;

/** Why a job was refused, failed, or is not confirmed. `shared/locales` has a text for each. */
export const PAPER_REASONS = [
  ...PRINTER_REASONS,
  'till-stopped',
  'cashier-saw-none',
  ...PAPER_NOT_WANTED_REASONS,
] as const;
export type PaperReason = (typeof PAPER_REASONS)[number];

/** Why the printer cannot print now. */
export const printerUnreadyReasonSchema = z.enum([
  ...PRINTER_REASONS,
  /** Something responds, but not like a printer. Nothing was printed. */
  'no-answer',
]);
