import type { Approval, Result } from '../../../shared/contract/index.ts';

/** Whether main asks for an approval that nobody gave. What a given one meets is a problem. */
export function isApprovalNeeded(answer: Result<unknown>, approval: Approval | null): boolean {
  return approval === null && !answer.ok && answer.problem.kind === 'not-allowed';
}
