import { useState } from 'react';
import type { Approval, CallAnswer, Problem, Result } from '../../../shared/contract/index.ts';
import { isApprovalNeeded } from '../approval/index.ts';
import { useTillMutation } from '../till/index.ts';

type Answer = CallAnswer<'printing.retry'>;

/** A job that is printed itself, or a payment of which a copy or a slip is made. */
export type PrintRequest =
  | { readonly as: 'job'; readonly jobId: string }
  | { readonly as: 'copy' | 'slip'; readonly paymentId: string };

interface PendingPrint {
  readonly what: PrintRequest;
  readonly onAnswered: (answer: Answer) => void;
}

export interface PaperPrinting {
  readonly isBusy: boolean;
  /** Why the last call failed. */
  readonly problem: Problem | null;
  readonly isApproving: boolean;
  /** First without an approval: main says if one is needed. Rests while a call is under way. */
  readonly print: (what: PrintRequest, onAnswered?: (answer: Answer) => void) => void;
  readonly approve: (approval: Approval) => void;
  readonly cancelApproval: () => void;
  /** What the cashier says of an unconfirmed job. Rests while a call is under way. */
  readonly confirm: (
    jobId: string,
    cameOut: boolean,
    onAnswered?: (answer: Answer) => void,
  ) => Promise<void>;
  readonly setProblem: (problem: Problem | null) => void;
}

const noop = (): void => {};

export function usePrinting(): PaperPrinting {
  const retry = useTillMutation('printing.retry');
  const copy = useTillMutation('printing.copy');
  const slip = useTillMutation('printing.slip');
  const confirmation = useTillMutation('printing.confirm');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [toApprove, setToApprove] = useState<PendingPrint | null>(null);
  const isBusy = retry.isWaiting || copy.isWaiting || slip.isWaiting || confirmation.isWaiting;

  const start = (what: PrintRequest, approval: Approval | null): Promise<Answer> => {
    switch (what.as) {
      case 'job':
        return retry.run({ jobId: what.jobId, approval });
      case 'copy':
        return copy.run({ paymentId: what.paymentId, approval });
      case 'slip':
        return slip.run({ paymentId: what.paymentId });
    }
  };
  const run = async (asked: PendingPrint, approval: Approval | null): Promise<void> => {
    if (isBusy) return;
    const answer = await start(asked.what, approval);
    const needsApproval = isApprovalNeeded(answer, approval);
    setProblem(needsApproval ? null : getProblem(answer));
    setToApprove(needsApproval || (approval !== null && !answer.ok) ? asked : null);
    asked.onAnswered(answer);
  };
  const confirm: PaperPrinting['confirm'] = async (jobId, cameOut, onAnswered = noop) => {
    if (isBusy) return;
    setProblem(null);
    const answer = await confirmation.run({ jobId, cameOut });
    setProblem(getProblem(answer));
    onAnswered(answer);
  };

  return {
    isBusy,
    problem,
    isApproving: toApprove !== null,
    print: (what, onAnswered = noop) => void run({ what, onAnswered }, null),
    approve: (approval) => {
      if (toApprove !== null) void run(toApprove, approval);
    },
    cancelApproval: () => setToApprove(null),
    confirm,
    setProblem,
  };
}

function getProblem(answer: Result<unknown>): Problem | null {
  return answer.ok ? null : answer.problem;
}
