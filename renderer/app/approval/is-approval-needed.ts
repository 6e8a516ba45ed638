import type { Approval, Result } from '../../../shared/contract/index.ts';

/**
 * Whether main asks for an approval that was not given. If one was given, its failure is a problem
 * to show.
 */
export function isApprovalNeeded(answer: Result<unknown>, approval: Approval | null): boolean {
  return approval === null && !answer.ok && answer.problem.kind === 'not-allowed';
}
