import { useState } from 'react';
import type { SecretName } from '../../../../../shared/contract/index.ts';
import {
  type FieldSpec,
  FieldsQuestion,
  SERVICE_ADDRESS_FIELDS,
  ServiceVersionQuestion,
} from '../../../../app/questions/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';
import {
  isServiceFieldValid,
  type ServiceDraft,
  toServiceDraft,
  toServicePatch,
} from '../service-draft.ts';

type Step = 'address' | 'version' | 'deadline' | 'network' | 'keys';
const STEPS: readonly Step[] = ['address', 'version', 'deadline', 'network', 'keys'];
const TRAINING_STEPS: readonly Step[] = ['version', 'deadline'];

/**
 * Address, version, timeout, the shop's network and the keys. Main tries the keys with the service
 * before it saves them.
 */
export function ServiceSection(props: SettingsSectionProps) {
  const { view, settings } = props;
  const isTraining = settings.environment === 'training';
  const steps = isTraining ? TRAINING_STEPS : STEPS;
  const [step, setStep] = useState<Step>(steps[0] ?? 'version');
  const [draft, setDraft] = useState(() => toServiceDraft(settings, view));
  const moveStep = (offset: 1 | -1): void => {
    props.clearProblem();
    const next = steps[steps.indexOf(step) + offset];
    if (next !== undefined) setStep(next);
    else if (offset === 1) props.save(toServicePatch(draft, settings, view));
    else props.onBack();
  };
  const question = {
    ...props,
    draft,
    isLast: step === steps.at(-1),
    change: (changes: Partial<ServiceDraft>) => {
      props.clearProblem();
      setDraft({ ...draft, ...changes });
    },
    onNext: () => moveStep(1),
    onBack: () => moveStep(-1),
  };
  switch (step) {
    case 'address':
      return <AddressQuestion {...question} />;
    case 'version':
      return (
        <ServiceVersionQuestion
          selectedVersion={draft.version}
          onChoose={(version) => {
            question.change({ version });
            question.onNext();
          }}
          onBack={question.onBack}
        />
      );
    case 'deadline':
      return <DeadlineQuestion {...question} />;
    case 'network':
      return <NetworkQuestion {...question} />;
    case 'keys':
      return <KeysQuestion {...question} />;
  }
}

interface ServiceQuestionProps extends SettingsSectionProps {
  readonly draft: ServiceDraft;
  readonly isLast: boolean;
  readonly change: (changes: Partial<ServiceDraft>) => void;
  readonly onNext: () => void;
}

type TextFieldName =
  | 'baseUrl'
  | 'vendor'
  | 'proxy'
  | 'caFile'
  | 'deadline'
  | 'apiKey'
  | 'secretKey';

function ServiceFields(
  props: ServiceQuestionProps & {
    readonly title: 'setup.service' | 'settings.deadline.title' | 'settings.network' | 'setup.keys';
    readonly fields: readonly FieldSpec<TextFieldName>[];
    readonly errors?: Readonly<Partial<Record<TextFieldName, string>>>;
    readonly canRemoveCa?: boolean;
  },
) {
  const text = useText();
  const { draft, change, view } = props;
  return (
    <FieldsQuestion
      title={props.title}
      {...(props.title === 'setup.keys' ? { hint: 'settings.keys.hint' } : {})}
      fields={props.fields}
      values={draft}
      isValid={(name, value) => isServiceFieldValid(name, value, view)}
      onChange={(name, value) => change({ [name]: value })}
      nextLabel={
        !props.isLast
          ? 'setup.next'
          : props.title === 'setup.keys'
            ? 'settings.keys.save'
            : 'settings.save'
      }
      onComplete={props.onNext}
      onBack={props.onBack}
      isBusy={props.isBusy}
      errors={props.errors ?? {}}
      actions={
        props.canRemoveCa === true
          ? [
              {
                label: text('settings.ca.remove'),
                keyName: 'Delete',
                onAction: () => change({ hasCa: false, caFile: '' }),
              },
            ]
          : []
      }
    >
      {props.isLast ? <SaveNotice {...props} waitingTextKey="setup.checking" /> : null}
    </FieldsQuestion>
  );
}

function AddressQuestion(props: ServiceQuestionProps) {
  return <ServiceFields {...props} title="setup.service" fields={SERVICE_ADDRESS_FIELDS} />;
}

function DeadlineQuestion(props: ServiceQuestionProps) {
  const text = useText();
  return (
    <ServiceFields
      {...props}
      title="settings.deadline.title"
      fields={[
        {
          name: 'deadline',
          label: 'settings.deadline',
          hint: 'settings.deadline.hint',
          invalidText: 'settings.deadline.wrong',
          isNumeric: true,
          unit: text('settings.deadline.unit'),
        },
      ]}
    />
  );
}

function NetworkQuestion(props: ServiceQuestionProps) {
  const text = useText();
  const fields: readonly FieldSpec<TextFieldName>[] = [
    {
      name: 'proxy',
      label: 'setup.proxy',
      ...(props.view.held.includes('proxy')
        ? { description: text('settings.proxy.hasPassword') }
        : { hint: 'setup.proxy.hint' }),
      invalidText: 'settings.proxy.wrong',
    },
    {
      name: 'caFile',
      label: 'setup.caFile',
      description: text(props.draft.hasCa ? 'settings.ca.set' : 'settings.ca.notSet'),
    },
  ];
  return (
    <ServiceFields
      {...props}
      title="settings.network"
      fields={fields}
      canRemoveCa={props.draft.hasCa}
    />
  );
}

function KeysQuestion(props: ServiceQuestionProps) {
  const text = useText();
  const { held } = props.view;
  const isRefused = props.problem?.kind === 'keys-refused' && !props.isBusy;
  return (
    <ServiceFields
      {...props}
      title="setup.keys"
      fields={[
        {
          name: 'apiKey',
          label: 'setup.apiKey',
          invalidText: 'setup.apiKey.wrong',
          description: formatSecretState('apiKey'),
          isSecret: true,
        },
        {
          name: 'secretKey',
          label: 'setup.secretKey',
          description: formatSecretState('secretKey'),
          isSecret: true,
        },
      ]}
      errors={isRefused ? { secretKey: text('setup.keys.compare') } : {}}
    />
  );

  function formatSecretState(name: SecretName): string {
    return text(held.includes(name) ? 'settings.secret.set' : 'settings.secret.notSet');
  }
}
