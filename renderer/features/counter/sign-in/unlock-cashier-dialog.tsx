import type { Approval } from '../../../../shared/contract/index.ts';
import { ApprovalDialog, useTillMutation } from '../../../app/index.ts';
import { useText } from '../../../i18n/index.ts';
import type { Cashiers } from './sample-pins.ts';

/**
 * Unlocks a locked-out cashier. It needs no signed-in person: the PIN of someone with the
 * permission is enough.
 */
export function UnlockCashierDialog(props: {
  readonly cashier: Cashiers[number];
  readonly onClose: () => void;
  readonly onUnlocked: () => void;
}) {
  const text = useText();
  const release = useTillMutation('staff.releaseLockOut');
  const { id, name, role } = props.cashier;
  const releaseLockOut = async (approval: Approval): Promise<void> => {
    const answer = await release.run({ id, approval });
    if (answer.ok) props.onUnlocked();
  };
  return (
    <ApprovalDialog
      title={text('signIn.release.title', { name })}
      explanation={text(role === 'owner' ? 'signIn.release.owner' : 'signIn.release.description')}
      isReasonRequired={false}
      permission="release-lock-out"
      {...(role === 'owner' ? { minRole: role } : {})}
      excludedCashierId={id}
      isBusy={release.isPending}
      problem={release.problem}
      onCancel={props.onClose}
      onApprove={(approval) => void releaseLockOut(approval)}
    />
  );
}
