import { useState } from 'react';
import type { Problem, UnprintedPaper } from '../../../shared/contract/index.ts';
import { useTill, useTillMutation, useTillQuery } from '../till/index.ts';

/** The papers that a person must still decide about; none while nobody is signed in. */
export function useUnprintedPapers(): readonly UnprintedPaper[] {
  const { session } = useTill();
  const enabled = session.cashier !== null;
  const papers = useTillQuery('printing.unprintedPapers', {}, { enabled });
  return enabled ? (papers.value ?? []).filter((paper) => !isInPrintQueue(paper)) : [];
}

/** Whether the paper comes out by itself, once its turn comes. */
export function isInPrintQueue({ state }: Pick<UnprintedPaper, 'state'>): boolean {
  return state === 'waiting' || state === 'printing';
}

/** Prints all papers of which nothing came out, oldest first. It makes no payment. */
export interface UnprintedPapersPrinting {
  /** The number of papers that can be printed without a question. */
  readonly count: number;
  readonly isBusy: boolean;
  /** Why a paper was not sent to the printer, for example because it needs an approval. */
  readonly problem: Problem | null;
  readonly print: () => void;
}

export function usePrintUnprintedPapers(
  papers: readonly UnprintedPaper[],
): UnprintedPapersPrinting {
  const retry = useTillMutation('printing.retry');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Whether an unconfirmed paper came out is asked first.
  const printable = papers.filter(({ state }) => state !== 'unconfirmed');
  const printAll = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    for (const { jobId } of printable) {
      const answer = await retry.run({ jobId, approval: null });
      if (!answer.ok) setProblem(answer.problem);
    }
    setBusy(false);
  };
  return {
    count: printable.length,
    isBusy,
    problem,
    print: () => {
      if (!isBusy) void printAll();
    },
  };
}
