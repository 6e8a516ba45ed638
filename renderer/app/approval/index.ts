/**
 * A supervisor's or owner's approval of a single act: the dialog that asks for the PIN, and whether
 * an answer of main means that one is needed. Nobody is signed in by an approval; main checks the
 * PIN and returns a wrong one as a problem.
 */
export { ApprovalDialog } from './approval-dialog.tsx';
export { isApprovalNeeded } from './is-approval-needed.ts';
