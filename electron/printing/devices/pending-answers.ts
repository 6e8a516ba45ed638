/**
 * Counts the answers that a printer may still send to the final questions of earlier jobs. The
 * paper ran out before it reached them. When it resumes, it sends its answers, over a cable or
 * through a network card, to whoever is connected by then.
 */
export interface PendingAnswers {
  count: number;
}

/** From this till, closed in the middle of a job, and from another one that prints here too. */
const INITIAL_PENDING_ANSWERS = 2;

const pendingByPrinter = new Map<string, PendingAnswers>();

/** For the printer at an address or a path, while the program runs. */
export function getPendingAnswers(place: string): PendingAnswers {
  const known = pendingByPrinter.get(place);
  if (known !== undefined) return known;
  const fresh = { count: INITIAL_PENDING_ANSWERS };
  pendingByPrinter.set(place, fresh);
  return fresh;
}
