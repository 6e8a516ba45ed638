/** Why a job was refused, failed, or is not confirmed. `shared/i18n` has a text for each. */
export const PAPER_REASONS = [
  'not-set',
  'bad-address',
  'unreachable',
  'not-a-printer',
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
