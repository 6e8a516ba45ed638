import { useContext, useRef, useState } from 'react';
import type { Approval, Provisioning, TillState } from '../../../../shared/contract/index.ts';
import {
  KeepSetupOpenContext,
  useProblemText,
  useSetTillState,
  useTillMutation,
} from '../../../app/index.ts';
import { RecoveryKeySteps } from '../../../app/recovery/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 60;

/** Asks for confirmation of the set-up. The tape shows its summary. */
export function SetupReview(props: {
  readonly provisioning: Provisioning;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  const setTillState = useSetTillState();
  const provision = useTillMutation('setup.provision');
  const isSaving = useRef(false);
  const keepSetupOpen = useContext(KeepSetupOpenContext);
  const [savedState, setSavedState] = useState<TillState | null>(null);
  const ownerApproval = findOwnerApproval(props.provisioning);

  const provisionTill = async (): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    // The till is provisioned before its recovery key is made. The wizard stays open until that is
    // done.
    if (ownerApproval !== null) keepSetupOpen(true);
    const answer = await provision.run(props.provisioning);
    isSaving.current = false;
    if (!answer.ok) keepSetupOpen(false);
    else if (ownerApproval === null) setTillState(answer.value);
    else setSavedState(answer.value);
  };

  if (savedState !== null && ownerApproval !== null) {
    const finishSetup = (): void => {
      setTillState(savedState);
      keepSetupOpen(false);
    };
    return (
      <RecoveryKeySteps
        approval={ownerApproval}
        onConfirmed={finishSetup}
        onLeave={finishSetup}
        leaveLabel={text('setup.recovery.later')}
      />
    );
  }
  return (
    <Screen
      title={text('setup.review')}
      hint={text('setup.review.hint')}
      actions={[
        {
          label: text('setup.finish'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => void provisionTill(),
          isDisabled: provision.isPending,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      {provision.isPending ? (
        <LoadingIndicator label={text('setup.finishing')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {provision.problem === null || provision.isPending ? null : (
        <Notice tone="refused" {...describeProblem(provision.problem)} />
      )}
    </Screen>
  );
}

/**
 * Returns the owner's approval for making the recovery key; null in training, whose backups are not
 * restored elsewhere, or if there is no owner.
 */
function findOwnerApproval({ environment, cashiers }: Provisioning): Approval | null {
  const owner = cashiers.find(({ role }) => role === 'owner');
  return environment === 'training' || owner === undefined
    ? null
    : { cashierId: owner.id, pin: owner.pin };
}
