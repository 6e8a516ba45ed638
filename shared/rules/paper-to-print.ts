/** Number of recent papers among which open ones are searched; older ones are in the history. */
export const UNPRINTED_PAPER_SEARCH_LIMIT = 2_000;

/** Nothing of this paper was printed or given, so that the next print is the original, not a copy. */
export function isNextPrintOriginal(job: {
  readonly state: string;
  readonly reason: string | null;
}): boolean {
  const { state, reason } = job;
  if (state === 'skipped') return reason === 'on-request' || reason === 'given-none';
  return state === 'refused' || state === 'failed';
}
