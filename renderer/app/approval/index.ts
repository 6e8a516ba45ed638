/**
 * A supervisor's or owner's approval of a single action: the dialog for the PIN, and the check
 * whether a response of main requires an approval. An approval signs nobody in; main verifies the
 * PIN and returns a wrong one as a problem.
 */
export { ApprovalDialog } from './approval-dialog.tsx';
export { isApprovalNeeded } from './is-approval-needed.ts';
