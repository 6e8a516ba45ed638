import { useState } from 'react';
import type { Approval, Problem, Result, TillCallResult } from '../../../shared/contract/index.ts';
import { isApprovalNeeded } from '../approval/index.ts';
import { useTillMutation } from '../till/index.ts';

type Answer = TillCallResult<'printing.retry'>;

/** A print job to print, or a payment of which a copy or a slip is printed. */
export type PrintRequest =
  | { readonly kind: 'job'; readonly jobId: string }
  | { readonly kind: 'copy' | 'slip'; readonly paymentId: string };

interface PendingPrint {
  readonly what: PrintRequest;
  readonly onAnswered: (response: Answer) => void;
}

export interface PaperPrinting {
  readonly isBusy: boolean;
  /** The reason why the last call failed. */
  readonly problem: Problem | null;
  readonly isApprovalNeeded: boolean;
  /**
   * Tries without an approval first; main returns whether one is needed. Ignored while a call is
   * pending.
   */
  readonly print: (request: PrintRequest, onAnswered?: (response: Answer) => void) => void;
  readonly approve: (approval: Approval) => void;
  readonly cancelApproval: () => void;
  /** Sends the cashier's confirmation of an unconfirmed job. Ignored while a call is pending. */
  readonly confirmPrintResult: (
    jobId: string,
    cameOut: boolean,
    onAnswered?: (response: Answer) => void,
  ) => Promise<void>;
  readonly setProblem: (problem: Problem | null) => void;
}

const noop = (): void => {};

export function usePaperPrinting(): PaperPrinting {
  const retry = useTillMutation('printing.retry');
  const copy = useTillMutation('printing.printCopy');
  const slip = useTillMutation('printing.printSlip');
  const confirmation = useTillMutation('printing.confirm');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pendingApproval, setPendingApproval] = useState<PendingPrint | null>(null);
  const isBusy = retry.isPending || copy.isPending || slip.isPending || confirmation.isPending;

  const sendPrint = (request: PrintRequest, approval: Approval | null): Promise<Answer> => {
    switch (request.kind) {
      case 'job':
        return retry.run({ jobId: request.jobId, approval });
      case 'copy':
        return copy.run({ paymentId: request.paymentId, approval });
      case 'slip':
        return slip.run({ paymentId: request.paymentId });
    }
  };
  const run = async (pendingPrint: PendingPrint, approval: Approval | null): Promise<void> => {
    if (isBusy) return;
    const response = await sendPrint(pendingPrint.what, approval);
    const needsApproval = isApprovalNeeded(response, approval);
    setProblem(needsApproval ? null : getProblem(response));
    setPendingApproval(needsApproval || (approval !== null && !response.ok) ? pendingPrint : null);
    pendingPrint.onAnswered(response);
  };
  const confirm: PaperPrinting['confirmPrintResult'] = async (
    jobId,
    cameOut,
    onAnswered = noop,
  ) => {
    if (isBusy) return;
    setProblem(null);
    const response = await confirmation.run({ jobId, cameOut });
    setProblem(getProblem(response));
    onAnswered(response);
  };

  return {
    isBusy,
    problem,
    isApprovalNeeded: pendingApproval !== null,
    print: (request, onAnswered = noop) => void run({ what: request, onAnswered }, null),
    approve: (approval) => {
      if (pendingApproval !== null) void run(pendingApproval, approval);
    },
    cancelApproval: () => setPendingApproval(null),
    confirmPrintResult: confirm,
    setProblem,
  };
}

function getProblem(response: Result<unknown>): Problem | null {
  return response.ok ? null : response.problem;
}
