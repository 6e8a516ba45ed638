import { useRef } from 'react';
import type { Provisioning } from '../../../shared/contract/index.ts';
import { useKeepTillState, useProblemText, useTillMutation } from '../../app/index.ts';
import { Notice, Screen, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

const LONGEST_SECONDS = 60;

/** The tape beside it is the review; here it is agreed to, once. */
export function Review(props: {
  readonly provisioning: Provisioning;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describe = useProblemText();
  const keep = useKeepTillState();
  const provision = useTillMutation('setup.provision');
  const isSaving = useRef(false);

  const finish = async (): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    const answer = await provision.run(props.provisioning);
    isSaving.current = false;
    if (answer.ok) keep(answer.value);
  };

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
        <Waiting what={text('setup.finishing')} longestSeconds={LONGEST_SECONDS} />
      ) : null}
      {provision.problem === null || provision.isWaiting ? null : (
        <Notice tone="refused" {...describe(provision.problem)} />
      )}
    </Screen>
  );
}
