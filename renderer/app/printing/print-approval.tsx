import type { Permission } from '../../../shared/contract/index.ts';
import { ApprovalDialog } from '../approval/index.ts';
import type { PaperPrinting } from './use-paper-printing.ts';

/** The approval that main requires before it prints this paper. */
export function PrintApprovalDialog(props: {
  readonly printing: PaperPrinting;
  readonly title: string;
  readonly explanation: string;
  readonly permission: Permission;
}) {
  const { printing, ...dialogProps } = props;
  return (
    <ApprovalDialog
      {...dialogProps}
      isReasonRequired={false}
      isBusy={printing.isBusy}
      problem={printing.problem}
      onCancel={printing.cancelApproval}
      onApprove={printing.approve}
    />
  );
}
