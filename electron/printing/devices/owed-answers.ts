/**
 * How many answers may still come from a printer to questions that earlier jobs ended with. The
 * paper ran out before it got to them; it gives its answers when it goes on, over a cable or through
 * a network card, to whoever is connected by then.
 */
export interface OwedAnswers {
  count: number;
}

/** This till, closed in the middle of a job, and another one that prints here too. */
const BEFORE_START = 2;

const owedBy = new Map<string, OwedAnswers>();

/** Of the printer at an address or a path, for as long as the program runs. */
export function answersOwedBy(place: string): OwedAnswers {
  const known = owedBy.get(place);
  if (known !== undefined) return known;
  const fresh = { count: BEFORE_START };
  owedBy.set(place, fresh);
  return fresh;
}
