import type { Approval, Result } from '../../../shared/contract/index.ts';

/**
 * Whether main requires an approval and none was given. If one was given, its failure is a problem
 * to show.
 */
export function isApprovalNeeded(response: Result<unknown>, approval: Approval | null): boolean {
  return approval === null && !response.ok && response.problem.kind === 'not-allowed';
}
