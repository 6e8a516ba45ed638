/** Among how many of the last papers the open ones are looked for: older ones are in the history. */
export const OPEN_PAPER_SEARCH_LIMIT = 2_000;

/**
 * Nothing of this paper came out, and it was not given: what is printed is the paper itself, and no
 * copy of it.
 */
export function isPaperToPrint(job: {
  readonly state: string;
  readonly reason: string | null;
}): boolean {
  const { state, reason } = job;
  if (state === 'skipped') return reason === 'on-request' || reason === 'given-none';
  return state === 'refused' || state === 'failed';
}
