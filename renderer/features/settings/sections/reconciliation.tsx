import { useRef, useState } from 'react';
import {
  ChoiceQuestion,
  FieldsQuestion,
  readText,
  ZoneQuestion,
} from '../../../app/questions/index.ts';
import { Notice, Screen, type ScreenAction } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { KeepNotice, type SectionProps } from '../keeping.tsx';
import { PickFile } from '../pick-file.tsx';
import {
  hasSecret,
  type ReconciliationDraft,
  reconciliationDraftOf,
  serverFieldFits,
  serverOf,
} from '../reconciliation-draft.ts';

type Step = 'who' | 'server' | 'secret' | 'zone' | 'check';
const STEPS: readonly Step[] = ['who', 'server', 'secret', 'zone', 'check'];

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
  const question: QuestionProps = {
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
      return <ChainZoneQuestion {...question} />;
    case 'check':
      return <CheckQuestion {...question} />;
  }
}

interface QuestionProps extends SectionProps {
  readonly draft: ReconciliationDraft;
  readonly change: (changes: Partial<ReconciliationDraft>) => void;
  readonly onNext: () => void;
}

function WhoQuestion(props: QuestionProps) {
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

function ServerQuestion(props: QuestionProps) {
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
      ]}
      values={props.draft}
      fits={serverFieldFits}
      onChange={(name, value) => props.change({ [name]: value })}
      onFilled={props.onNext}
      onBack={props.onBack}
    />
  );
}

const MOST_KEY_BYTES = 20_000;

function SecretQuestion(props: QuestionProps) {
  const text = useText();
  const { draft, change } = props;
  const [isUnreadable, setUnreadable] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const stateOf = (isSet: boolean): string =>
    text(isSet ? 'settings.secret.set' : 'settings.secret.notSet');
  const take = async (file: File): Promise<void> => {
    const keyText = file.size > MOST_KEY_BYTES ? null : await readText(file);
    setUnreadable(keyText === null || keyText === '');
    if (keyText) change({ keyText, keyPath: file.name });
  };
  const actions: ScreenAction[] = [
    {
      label: text('settings.file.choose'),
      keyName: 'Control+O',
      onAction: () => picker.current?.click(),
    },
  ];
  if (draft.hasPassword || draft.hasPrivateKey) {
    actions.push({
      label: text('settings.secret.remove'),
      keyName: 'Delete',
      onAction: () => change({ hasPassword: false, hasPrivateKey: false }),
    });
  }
  return (
    <FieldsQuestion
      title="settings.server.secret"
      hint="settings.server.secret.hint"
      fields={[
        {
          name: 'password',
          label: 'settings.server.password',
          description: stateOf(draft.hasPassword),
          wrong: 'settings.server.secret.needed',
          isSecret: true,
        },
        {
          name: 'keyPath',
          label: 'settings.server.key',
          description:
            draft.keyText === null
              ? stateOf(draft.hasPrivateKey)
              : text('settings.server.key.read'),
        },
      ]}
      values={draft}
      fits={(name, value) => (name === 'password' ? hasSecret(draft) : value.length <= 1000)}
      onChange={(name, value) =>
        change(name === 'keyPath' ? { keyPath: value, keyText: null } : { password: value })
      }
      onFilled={props.onNext}
      onBack={props.onBack}
      actions={actions}
    >
      <PickFile picker={picker} types="" onFile={(file) => void take(file)} />
      {isUnreadable ? <Notice tone="refused" happened={text('settings.server.key.large')} /> : null}
    </FieldsQuestion>
  );
}

function ChainZoneQuestion(props: QuestionProps) {
  const [machineZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <ZoneQuestion
      title="settings.chainZone"
      machineZone={machineZone}
      chosen={props.draft.timeZone}
      onChoose={(timeZone) => {
        props.change({ timeZone });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}

function CheckQuestion(props: QuestionProps) {
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
