/** Why a job was refused, failed, or is not confirmed. `shared/locales` has a text for each. */
export const PAPER_REASONS = [
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
  'till-stopped',
  'cashier-saw-none',
] as const;
export type PaperReason = (typeof PAPER_REASONS)[number];
