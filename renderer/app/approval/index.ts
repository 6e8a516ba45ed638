export { ApprovalDialog, type ApprovalDialogProps } from './approval-dialog.tsx';
