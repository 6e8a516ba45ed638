/** What keeps a printer from printing, or from saying that it did. */
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
  /** We could not make its bytes: not the printer's fault. */
  'not-made',
  'cannot-answer',
  'silent',
  'cover-open',
  'paper-out',
  'offline',
  'error',
  'broke-off',
] as const;

/** Why a paper is not wanted, and not what kept it from being printed. */
export const PAPER_NOT_WANTED_REASONS = [
  /** Not printed unless somebody asks for it: the owner has set it so. */
  'on-request',
  /** Nobody waits for the paper any more: how the receipt was given instead. */
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
