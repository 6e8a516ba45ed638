/**
 * Counts the answers that a printer may still send to the final questions of earlier jobs. The
 * paper ran out before it reached them. When it resumes, it sends its answers, over a cable or
 * through a network card, to whoever is connected by then.
 */
export interface OwedAnswers {
  count: number;
}

/** From this till, closed in the middle of a job, and from another one that prints here too. */
const BEFORE_START = 2;

const owedBy = new Map<string, OwedAnswers>();

/** For the printer at an address or a path, while the program runs. */
export function answersOwedBy(place: string): OwedAnswers {
  const known = owedBy.get(place);
  if (known !== undefined) return known;
  const fresh = { count: BEFORE_START };
  owedBy.set(place, fresh);
  return fresh;
}
