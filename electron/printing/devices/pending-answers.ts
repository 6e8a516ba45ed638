/**
 * Counts the answers that a printer may still send to the final requests of earlier jobs, because
 * its paper ran out before it reached them. When it resumes, it sends those answers, over a cable or
 * a network card, to the connection that is open then.
 */
export interface PendingPrinterAnswers {
  count: number;
}

/** One from this till, closed during a job, and one from another till with the same printer. */
const INITIAL_PENDING_ANSWERS = 2;

const pendingByPrinter = new Map<string, PendingPrinterAnswers>();

/** The counter of the printer at an address or a path, while the program runs. */
export function getPendingPrinterAnswers(printerPath: string): PendingPrinterAnswers {
  const existing = pendingByPrinter.get(printerPath);
  if (existing !== undefined) return existing;
  const created = { count: INITIAL_PENDING_ANSWERS };
  pendingByPrinter.set(printerPath, created);
  return created;
}
