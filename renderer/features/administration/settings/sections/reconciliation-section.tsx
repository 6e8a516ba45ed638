import { useState } from 'react';
import { getServiceVersionInfo } from '../../../../../shared/rules/index.ts';
import {
  ChoiceQuestion,
  FieldsQuestion,
  TimeZoneQuestion,
} from '../../../../app/questions/index.ts';
import { Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import {
  isReconciliationFieldValid,
  isUploadTimeValid,
  toReconciliationDraft,
  toReconciliationKeyFile,
  toReconciliationPatch,
} from '../reconciliation-draft.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';
import {
  type ReconciliationQuestionProps,
  ReconciliationSecretQuestion,
} from './reconciliation-secret.tsx';

const STEPS = ['who', 'server', 'secret', 'zone', 'time', 'time-zone', 'check'] as const;

type Step = (typeof STEPS)[number];

/** Whether this till sends the daily file, and to which server. */
export function ReconciliationSection(props: SettingsSectionProps) {
  const [draft, setDraft] = useState(() => toReconciliationDraft(props.settings, props.view));
  const [step, setStep] = useState<Step>('who');
  const moveStep = (offset: 1 | -1): void => {
    props.clearProblem();
    const next = STEPS[STEPS.indexOf(step) + offset];
    if (next === undefined) props.onBack();
    else setStep(next);
  };
  const question: ReconciliationQuestionProps = {
    ...props,
    draft,
    change: (changes) => {
      props.clearProblem();
      setDraft((current) => ({ ...current, ...changes }));
    },
    onNext: () => moveStep(1),
    onBack: step === 'who' ? props.onBack : () => moveStep(-1),
  };
  switch (step) {
    case 'who':
      return <UploaderQuestion {...question} />;
    case 'server':
      return <ServerQuestion {...question} />;
    case 'secret':
      return <ReconciliationSecretQuestion {...question} />;
    case 'zone':
      return (
        <ReconciliationZoneQuestion {...question} title="settings.chainZone" field="timeZone" />
      );
    case 'time':
      return <TimeQuestion {...question} />;
    case 'time-zone':
      return (
        <ReconciliationZoneQuestion {...question} title="settings.uploadZone" field="uploadZone" />
      );
    case 'check':
      return <CheckQuestion {...question} />;
  }
}

function UploaderQuestion(props: ReconciliationQuestionProps) {
  const text = useText();
  const saved = props.settings.reconciliation;
  const ids =
    saved === undefined
      ? (['this', 'other'] as const)
      : (['this', 'other', 'removeServer'] as const);
  return (
    <ChoiceQuestion
      title="settings.upload"
      choices={ids.map((id) => ({
        id,
        name: text(`settings.upload.${id}`),
        detail: text(`settings.upload.${id}.description`),
      }))}
      selectedId={saved?.uploads === true ? 'this' : 'other'}
      onChoose={(id) => {
        if (id === 'this') props.onNext();
        else {
          if (id === 'removeServer' || saved === undefined) props.save({ reconciliation: null });
          else saveServer(props, false, true);
        }
      }}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

function saveServer(
  { draft, view, save }: ReconciliationQuestionProps,
  uploads: boolean,
  isUntried: boolean,
): void {
  save(
    { reconciliation: toReconciliationPatch(draft, view, uploads) },
    { files: toReconciliationKeyFile(draft), isUntried },
  );
}

function ServerQuestion(props: ReconciliationQuestionProps) {
  return (
    <FieldsQuestion
      title="settings.server"
      hint="setup.service.hint"
      fields={[
        { name: 'host', label: 'settings.server.host', invalidText: 'settings.server.host.wrong' },
        {
          name: 'port',
          label: 'settings.server.port',
          hint: 'settings.server.port.hint',
          invalidText: 'settings.server.port.wrong',
          isNumeric: true,
        },
        { name: 'user', label: 'settings.server.user' },
        {
          name: 'folder',
          label: 'settings.server.folder',
          hint: 'settings.server.folder.hint',
          invalidText: 'settings.tooLong',
        },
        {
          name: 'hostKey',
          label: 'settings.server.hostKey',
          hint: 'settings.server.hostKey.hint',
          invalidText: 'settings.server.hostKey.wrong',
        },
        {
          name: 'mode',
          label: 'settings.server.mode',
          hint: 'settings.server.mode.hint',
          invalidText: 'settings.server.mode.wrong',
        },
      ]}
      values={props.draft}
      isValid={isReconciliationFieldValid}
      onChange={(name, value) => props.change({ [name]: value })}
      onComplete={props.onNext}
      onBack={props.onBack}
    />
  );
}

function TimeQuestion(props: ReconciliationQuestionProps) {
  return (
    <FieldsQuestion
      title="settings.uploadTime"
      hint="settings.uploadTime.hint"
      fields={[
        {
          name: 'uploadTime',
          label: 'settings.uploadTime.label',
          invalidText: 'settings.uploadTime.wrong',
        },
      ]}
      values={props.draft}
      isValid={(_name, value) => isUploadTimeValid(value)}
      onChange={(_name, uploadTime) => props.change({ uploadTime })}
      onComplete={props.onNext}
      onBack={props.onBack}
    />
  );
}

function ReconciliationZoneQuestion(
  props: ReconciliationQuestionProps & {
    readonly title: 'settings.chainZone' | 'settings.uploadZone';
    readonly field: 'timeZone' | 'uploadZone';
  },
) {
  const [machineZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <TimeZoneQuestion
      // A new key resets the list, because two of these questions follow each other.
      key={props.field}
      title={props.title}
      computerTimeZone={machineZone}
      country={getServiceVersionInfo(props.settings.version).country}
      selectedTimeZone={props.draft[props.field]}
      onChoose={(zone) => {
        props.change({ [props.field]: zone });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

function CheckQuestion(props: ReconciliationQuestionProps) {
  const text = useText();
  const save = (isUntried: boolean): void => saveServer(props, true, isUntried);
  return (
    <Screen
      title={text('settings.server.check')}
      hint={text('settings.server.check.hint', { host: props.draft.host.trim() })}
      actions={[
        {
          label: text('settings.keys.save'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => save(false),
          isDisabled: props.isBusy,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('settings.saveUntested'),
          keyName: 'Control+S',
          onAction: () => save(true),
          isDisabled: props.isBusy,
        },
      ]}
    >
      <SaveNotice {...props} waitingTextKey="settings.server.checking" />
    </Screen>
  );
}
