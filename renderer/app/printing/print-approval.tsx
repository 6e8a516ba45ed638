import type { Permission } from '../../../shared/contract/index.ts';
import { ApprovalDialog } from '../approval/index.ts';
import type { PaperPrinting } from './use-printing.ts';

/** The approval that main asks for before it prints this paper. */
export function PrintApproval(props: {
  readonly printing: PaperPrinting;
  readonly title: string;
  readonly explanation: string;
  readonly act: Permission;
}) {
  const { printing, ...said } = props;
  return (
    <ApprovalDialog
      {...said}
      isReasonRequired={false}
      isBusy={printing.isBusy}
      problem={printing.problem}
      onCancel={printing.cancelApproval}
      onApprove={printing.approve}
    />
  );
}
