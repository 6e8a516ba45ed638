import { useRef, useState } from 'react';
import { chainSettings, type SettingsChange } from '../../../../shared/contract/index.ts';
import { ChoiceQuestion, FieldsQuestion, readText } from '../../../app/questions/index.ts';
import type { ScreenAction } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { KeepNotice, type SectionProps } from '../keep-notice.tsx';
import { PickFile } from '../pick-file.tsx';

type To = Extract<SettingsChange, { section: 'chain' }>['to'];

interface QuestionProps extends SectionProps {
  readonly keepChain: (to: To, isUntried: boolean) => void;
}

/** Whether this till belongs to a chain, and how it enters the chain's database. */
export function ChainSection(props: SectionProps) {
  const text = useText();
  const [way, setWay] = useState<'enrolled' | 'fields' | null>(null);
  const question: QuestionProps = {
    ...props,
    keepChain: (to, isUntried) => props.keep({ section: 'chain', to, isUntried }),
    onBack: () => {
      props.forget();
      setWay(null);
    },
  };
  if (way === 'enrolled') return <EnrolledQuestion {...question} />;
  if (way === 'fields') return <FieldsQuestions {...question} />;
  return (
    <ChoiceQuestion
      title="settings.chain"
      choices={(['enrolled', 'fields', 'none'] as const).map((id) => ({
        id,
        name: text(`settings.chain.${id}`),
        detail: text(`settings.chain.${id}.what`),
      }))}
      chosen={props.view.chain === null ? 'none' : 'fields'}
      onChoose={(id) => {
        props.forget();
        if (id === 'none') question.keepChain({ kind: 'none' }, false);
        else setWay(id);
      }}
      onBack={props.onBack}
      actions={leaving(props, text('settings.chain.leave'), () =>
        question.keepChain({ kind: 'none' }, true),
      )}
    >
      <KeepNotice {...props} />
    </ChoiceQuestion>
  );
}

/** Only once it was refused because the chain does not know all of this till. */
function leaving(
  { isBusy, problem }: SectionProps,
  label: string,
  onAction: () => void,
): ScreenAction[] {
  const isNotTold =
    problem?.kind === 'setting' &&
    (problem.reason === 'chain-unsent' || problem.reason === 'chain-unresolved');
  return isNotTold ? [{ label, keyName: 'Control+S', onAction, isDisabled: isBusy }] : [];
}

function EnrolledQuestion(props: QuestionProps) {
  const text = useText();
  const [path, setPath] = useState('');
  const [content, setContent] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    props.forget();
    setPath(file.name);
    setContent((await readText(file)) ?? ' ');
  };
  const keep = (isUntried: boolean): void => {
    const file =
      content === null
        ? { kind: 'path' as const, path: path.trim() }
        : { kind: 'text' as const, text: content };
    props.keepChain({ kind: 'enrolled', file }, isUntried);
  };
  const fits = (value: string): boolean => value.trim() !== '' && value.length <= 1000;
  return (
    <FieldsQuestion
      title="settings.chain.file"
      hint="settings.chain.file.hint"
      fields={[
        {
          name: 'path',
          label: 'settings.chain.file.path',
          wrong: 'settings.chain.file.wrong',
          ...(content === null ? {} : { description: text('settings.chain.file.read') }),
        },
      ]}
      values={{ path }}
      fits={(_name, value) => fits(value)}
      onChange={(_name, value) => {
        props.forget();
        setPath(value);
        setContent(null);
      }}
      nextLabel="settings.keep"
      onFilled={() => keep(false)}
      onBack={props.onBack}
      isBusy={props.isBusy}
      actions={[
        {
          label: text('settings.file.choose'),
          keyName: 'Control+O',
          onAction: () => picker.current?.click(),
        },
        ...untried(props, text('settings.keepUntried'), () => fits(path) && keep(true)),
      ]}
    >
      <PickFile picker={picker} types="application/json,.json" onFile={(file) => void take(file)} />
      <KeepNotice {...props} waiting="settings.chain.checking" />
    </FieldsQuestion>
  );
}

/** Only once it was tried in vain. */
function untried(
  { isBusy, problem }: SectionProps,
  label: string,
  onAction: () => void,
): ScreenAction[] {
  if (problem?.kind !== 'chain') return [];
  return [{ label, keyName: 'Control+S', onAction, isDisabled: isBusy }];
}

const { shape } = chainSettings;
const WHERE = ['hosts', 'database', 'user', 'shop'] as const;

function hostsIn(typed: string): string[] {
  return typed
    .split(/[,\s]+/)
    .map((host) => host.trim())
    .filter((host) => host !== '');
}

function FieldsQuestions(props: QuestionProps) {
  const text = useText();
  const kept = props.view.chain;
  const [isSecretAsked, setSecretAsked] = useState(false);
  const [values, setValues] = useState({
    hosts: kept?.hosts.join(', ') ?? '',
    database: kept?.database ?? '',
    user: kept?.user ?? '',
    shop: kept?.shop ?? '',
    password: '',
    caFile: '',
  });
  const change = (name: keyof typeof values, value: string): void => {
    props.forget();
    setValues({ ...values, [name]: value });
  };
  const hasPassword = props.view.held.includes('chainPassword');
  const keep = (isUntried: boolean): void =>
    props.keepChain(
      {
        kind: 'fields',
        hosts: hostsIn(values.hosts),
        database: values.database.trim(),
        user: values.user.trim(),
        shop: values.shop.trim() || null,
        ...(values.password === '' ? {} : { password: values.password }),
        ...(values.caFile.trim() === '' ? {} : { caFile: values.caFile.trim() }),
      },
      isUntried,
    );
  const fitsWhere = (name: (typeof WHERE)[number], typed: string): boolean => {
    if (name === 'hosts') return shape.hosts.safeParse(hostsIn(typed)).success;
    if (name === 'shop') return shape.shop.safeParse(typed.trim() || undefined).success;
    return shape[name].safeParse(typed.trim()).success;
  };
  if (!isSecretAsked) {
    return (
      <FieldsQuestion
        title="settings.chain.where"
        hint="settings.chain.where.hint"
        fields={WHERE.map((name) => ({
          name,
          label: `settings.chain.${name}` as const,
          ...(name === 'hosts'
            ? { hint: 'settings.chain.hosts.hint' as const, wrong: 'settings.chain.hosts.wrong' }
            : { wrong: `settings.chain.${name === 'shop' ? 'shop' : 'name'}.wrong` as const }),
        }))}
        values={values}
        fits={fitsWhere}
        onChange={change}
        onFilled={() => setSecretAsked(true)}
        onBack={props.onBack}
      />
    );
  }
  const fitsSecret = (name: 'password' | 'caFile', value: string): boolean => {
    if (value.trim() === '') return name === 'password' ? hasPassword : kept !== null;
    return value.length <= (name === 'password' ? 300 : 1000);
  };
  return (
    <FieldsQuestion
      // Its fields are others than those of the question before.
      key="secret"
      title="settings.chain.secret"
      fields={[
        {
          name: 'password',
          label: 'settings.chain.password',
          description: text(hasPassword ? 'settings.secret.set' : 'settings.secret.notSet'),
          wrong: 'settings.chain.password.wrong',
          isSecret: true,
        },
        {
          name: 'caFile',
          label: 'settings.chain.caFile',
          wrong: 'settings.chain.caFile.wrong',
          ...(kept === null
            ? {}
            : {
                description: text('settings.chain.caFile.kept', {
                  fingerprint: kept.caFingerprint.slice(0, 23),
                }),
              }),
        },
      ]}
      values={values}
      fits={fitsSecret}
      onChange={change}
      nextLabel="settings.keep"
      onFilled={() => keep(false)}
      onBack={() => {
        props.forget();
        setSecretAsked(false);
      }}
      isBusy={props.isBusy}
      actions={untried(props, text('settings.keepUntried'), () => keep(true))}
    >
      <KeepNotice {...props} waiting="settings.chain.checking" />
    </FieldsQuestion>
  );
}
