import { useState } from 'react';
import { versionFacts } from '../../../../shared/rules/index.ts';
import { ChoiceQuestion, FieldsQuestion, ZoneQuestion } from '../../../app/questions/index.ts';
import { Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { KeepNotice, type SectionProps } from '../keep-notice.tsx';
import {
  reconciliationDraftOf,
  serverFieldFits,
  serverOf,
  uploadTimeFits,
} from '../reconciliation-draft.ts';
import { type ReconciliationQuestionProps, SecretQuestion } from './reconciliation-secret.tsx';

const STEPS = ['who', 'server', 'secret', 'zone', 'time', 'time-zone', 'check'] as const;

type Step = (typeof STEPS)[number];

/** Whether this till sends the daily file, and to which server. */
export function ReconciliationSection(props: SectionProps) {
  const [draft, setDraft] = useState(() => reconciliationDraftOf(props.view));
  const [step, setStep] = useState<Step>('who');
  const move = (by: 1 | -1): void => {
    props.forget();
    const next = STEPS[STEPS.indexOf(step) + by];
    if (next === undefined) props.onBack();
    else setStep(next);
  };
  const question: ReconciliationQuestionProps = {
    ...props,
    draft,
    change: (changes) => {
      props.forget();
      setDraft((now) => ({ ...now, ...changes }));
    },
    onNext: () => move(1),
    onBack: step === 'who' ? props.onBack : () => move(-1),
  };
  switch (step) {
    case 'who':
      return <WhoQuestion {...question} />;
    case 'server':
      return <ServerQuestion {...question} />;
    case 'secret':
      return <SecretQuestion {...question} />;
    case 'zone':
      return <WhichZoneQuestion {...question} title="settings.chainZone" of="timeZone" />;
    case 'time':
      return <TimeQuestion {...question} />;
    case 'time-zone':
      return <WhichZoneQuestion {...question} title="settings.uploadZone" of="uploadZone" />;
    case 'check':
      return <CheckQuestion {...question} />;
  }
}

function WhoQuestion(props: ReconciliationQuestionProps) {
  const text = useText();
  const kept = props.view.reconciliation;
  const ids = kept === null ? (['this', 'other'] as const) : (['this', 'other', 'forget'] as const);
  return (
    <ChoiceQuestion
      title="settings.upload"
      choices={ids.map((id) => ({
        id,
        name: text(`settings.upload.${id}`),
        detail: text(`settings.upload.${id}.what`),
      }))}
      chosen={kept?.uploads === true ? 'this' : 'other'}
      onChoose={(id) => {
        if (id === 'this') props.onNext();
        else {
          const to =
            id === 'forget' || kept === null ? null : serverOf(props.draft, props.view, false);
          props.keep({ section: 'reconciliation', to, isUntried: true });
        }
      }}
      onBack={props.onBack}
    >
      <KeepNotice {...props} />
    </ChoiceQuestion>
  );
}

function ServerQuestion(props: ReconciliationQuestionProps) {
  return (
    <FieldsQuestion
      title="settings.server"
      hint="setup.service.hint"
      fields={[
        { name: 'host', label: 'settings.server.host', wrong: 'settings.server.host.wrong' },
        {
          name: 'port',
          label: 'settings.server.port',
          hint: 'settings.server.port.hint',
          wrong: 'settings.server.port.wrong',
          isNumeric: true,
        },
        { name: 'user', label: 'settings.server.user' },
        {
          name: 'folder',
          label: 'settings.server.folder',
          hint: 'settings.server.folder.hint',
          wrong: 'settings.tooLong',
        },
        {
          name: 'hostKey',
          label: 'settings.server.hostKey',
          hint: 'settings.server.hostKey.hint',
          wrong: 'settings.server.hostKey.wrong',
        },
        {
          name: 'mode',
          label: 'settings.server.mode',
          hint: 'settings.server.mode.hint',
          wrong: 'settings.server.mode.wrong',
        },
      ]}
      values={props.draft}
      fits={serverFieldFits}
      onChange={(name, value) => props.change({ [name]: value })}
      onFilled={props.onNext}
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
          wrong: 'settings.uploadTime.wrong',
        },
      ]}
      values={props.draft}
      fits={(_name, value) => uploadTimeFits(value)}
      onChange={(_name, uploadTime) => props.change({ uploadTime })}
      onFilled={props.onNext}
      onBack={props.onBack}
    />
  );
}

function WhichZoneQuestion(
  props: ReconciliationQuestionProps & {
    readonly title: 'settings.chainZone' | 'settings.uploadZone';
    readonly of: 'timeZone' | 'uploadZone';
  },
) {
  const [machineZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <ZoneQuestion
      // Two of these questions follow each other; each needs a fresh list.
      key={props.of}
      title={props.title}
      machineZone={machineZone}
      country={versionFacts(props.view.service.version).country}
      chosen={props.draft[props.of]}
      onChoose={(zone) => {
        props.change({ [props.of]: zone });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

function CheckQuestion(props: ReconciliationQuestionProps) {
  const text = useText();
  const keep = (isUntried: boolean): void =>
    props.keep({
      section: 'reconciliation',
      to: serverOf(props.draft, props.view, true),
      isUntried,
    });
  return (
    <Screen
      title={text('settings.server.check')}
      hint={text('settings.server.check.hint', { host: props.draft.host.trim() })}
      actions={[
        {
          label: text('settings.keys.keep'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => keep(false),
          isDisabled: props.isBusy,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('settings.keepUntried'),
          keyName: 'Control+S',
          onAction: () => keep(true),
          isDisabled: props.isBusy,
        },
      ]}
    >
      <KeepNotice {...props} waiting="settings.server.checking" />
    </Screen>
  );
}
