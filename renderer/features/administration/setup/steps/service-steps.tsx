import { useRef } from 'react';
import { useProblemText, useTillMutation } from '../../../../app/index.ts';
import {
  ChoiceQuestion,
  SERVICE_ADDRESS_FIELDS,
  ServiceVersionQuestion,
} from '../../../../app/questions/index.ts';
import { formatMoneyInSentence, LoadingIndicator, Notice } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import { toApiKeyCheckInput } from '../setup-draft.ts';
import { FieldsStep } from './fields-step.tsx';
import type { SetupStepProps } from './step-props.ts';

const MAX_CHECK_SECONDS = 60;

export function EnvironmentStep(props: SetupStepProps) {
  const text = useText();
  return (
    <ChoiceQuestion
      title="setup.environment"
      choices={(['sandbox', 'production'] as const).map((id) => ({
        id,
        name: text(`setup.environment.${id}`),
        detail: text(`setup.environment.${id}.description`),
      }))}
      selectedId={props.draft.environment}
      onChoose={(environment) => {
        props.onChange({ environment });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

export function ServiceStep(props: SetupStepProps) {
  return (
    <FieldsStep
      {...props}
      title="setup.service"
      hint="setup.service.hint"
      fields={[
        ...SERVICE_ADDRESS_FIELDS,
        { name: 'proxy', label: 'setup.proxy', hint: 'setup.proxy.hint' },
        { name: 'caFile', label: 'setup.caFile', hint: 'setup.caFile.hint' },
      ]}
    />
  );
}

export function VersionStep(props: SetupStepProps) {
  return (
    <ServiceVersionQuestion
      selectedVersion={props.draft.version}
      onChoose={(version) => {
        props.onChange({ version });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

/** Checks the keys with the service. Only a successful check opens the next step. */
export function ApiKeysStep(props: SetupStepProps) {
  const text = useText();
  const language = useLanguage();
  const describeProblem = useProblemText();
  const checkKeysCall = useTillMutation('setup.checkKeys');
  const { draft, onChange } = props;
  const isChecking = useRef(false);

  const checkKeys = async (): Promise<void> => {
    if (isChecking.current) return;
    isChecking.current = true;
    const answer = await checkKeysCall.run(toApiKeyCheckInput(draft));
    isChecking.current = false;
    if (answer.ok) onChange({ keyCheck: answer.value });
  };

  const problem = checkKeysCall.isPending || draft.keyCheck !== null ? null : checkKeysCall.problem;
  return (
    <FieldsStep
      {...props}
      onChange={(changes) => {
        checkKeysCall.reset();
        onChange(changes);
      }}
      title="setup.keys"
      hint="setup.keys.hint"
      fields={[
        { name: 'apiKey', label: 'setup.apiKey', invalidText: 'setup.apiKey.wrong' },
        {
          name: 'secretKey',
          label: 'setup.secretKey',
          hint: 'setup.secretKey.hint',
          isSecret: true,
        },
      ]}
      nextLabel={draft.keyCheck === null ? 'setup.check' : 'setup.next'}
      onComplete={draft.keyCheck === null ? () => void checkKeys() : props.onNext}
      isBusy={checkKeysCall.isPending}
      errors={problem?.kind === 'keys-refused' ? { secretKey: text('setup.keys.compare') } : {}}
    >
      {checkKeysCall.isPending ? (
        <LoadingIndicator label={text('setup.checking')} maxSeconds={MAX_CHECK_SECONDS} />
      ) : null}
      {problem === null ? null : <Notice tone="refused" {...describeProblem(problem)} />}
      {draft.keyCheck === null ? null : (
        <Notice
          tone="info"
          toneText={text('setup.checked')}
          title={text('setup.checked.title', { name: draft.keyCheck.accountName })}
          impact={text('setup.checked.balance', {
            balance: formatMoneyInSentence(draft.keyCheck.balance, language),
          })}
        />
      )}
    </FieldsStep>
  );
}
