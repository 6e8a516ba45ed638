import { useContext, useRef, useState } from 'react';
import type { Approval, Provisioning, TillState } from '../../../../shared/contract/index.ts';
import {
  HoldSetupContext,
  useProblemText,
  useSetTillState,
  useTillMutation,
} from '../../../app/index.ts';
import { RecoveryKeySteps } from '../../../app/recovery/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 60;

/** The tape shows the review; here it is agreed to. */
export function SetupReview(props: {
  readonly provisioning: Provisioning;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describe = useProblemText();
  const keep = useSetTillState();
  const provision = useTillMutation('setup.provision');
  const isSaving = useRef(false);
  const holdSetup = useContext(HoldSetupContext);
  const [kept, setKept] = useState<TillState | null>(null);
  const owner = findOwnerApproval(props.provisioning);

  const finish = async (): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    // The till is set up before its recovery key is made: the wizard stays until that is done.
    if (owner !== null) holdSetup(true);
    const answer = await provision.run(props.provisioning);
    isSaving.current = false;
    if (!answer.ok) holdSetup(false);
    else if (owner === null) keep(answer.value);
    else setKept(answer.value);
  };

  if (kept !== null && owner !== null) {
    const end = (): void => {
      keep(kept);
      holdSetup(false);
    };
    return (
      <RecoveryKeySteps
        approval={owner}
        onConfirmed={end}
        onLeave={end}
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
          onAction: () => void finish(),
          isDisabled: provision.isWaiting,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      {provision.isWaiting ? (
        <LoadingIndicator label={text('setup.finishing')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {provision.problem === null || provision.isWaiting ? null : (
        <Notice tone="refused" {...describe(provision.problem)} />
      )}
    </Screen>
  );
}

/** Whose PIN the recovery key is made with; null in training, whose backups nobody needs elsewhere. */
function findOwnerApproval({ environment, cashiers }: Provisioning): Approval | null {
  const owner = cashiers.find(({ role }) => role === 'owner');
  return environment === 'training' || owner === undefined
    ? null
    : { cashierId: owner.id, pin: owner.pin };
}
