export { ApprovalDialog, type ApprovalDialogProps } from './approval-dialog.tsx';
export { isApprovalNeeded } from './is-approval-needed.ts';
