import { useRef, useState } from 'react';
import {
  chainSettingsSchema,
  type SettingsPatch,
  type SettingsPatchFiles,
} from '../../../../../shared/contract/index.ts';
import { ChoiceQuestion, FieldsQuestion, readFileAsText } from '../../../../app/questions/index.ts';
import { useBillScanHandler } from '../../../../app/scanner/index.ts';
import type { ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { FilePicker } from '../file-picker.tsx';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

interface ChainQuestionProps extends SettingsSectionProps {
  readonly saveChain: (patch: SettingsPatch, files: SettingsPatchFiles, isUntried: boolean) => void;
}

/** Whether this till belongs to a chain, and how it connects to the chain's database. */
export function ChainSection(props: SettingsSectionProps) {
  const text = useText();
  const [method, setMethod] = useState<'code' | 'enrolled' | 'fields' | null>(null);
  const question: ChainQuestionProps = {
    ...props,
    saveChain: (patch, files, isUntried) => props.save(patch, { files, isUntried }),
    onBack: () => {
      props.clearProblem();
      setMethod(null);
    },
  };
  if (method === 'code') return <CodeQuestion {...question} />;
  if (method === 'enrolled') return <EnrolledQuestion {...question} />;
  if (method === 'fields') return <FieldsQuestions {...question} />;
  return (
    <ChoiceQuestion
      title="settings.chain"
      choices={(['code', 'enrolled', 'fields', 'none'] as const).map((id) => ({
        id,
        name: text(`settings.chain.${id}`),
        detail: text(`settings.chain.${id}.description`),
      }))}
      selectedId={props.settings.chain === undefined ? 'none' : 'fields'}
      onChoose={(id) => {
        props.clearProblem();
        if (id === 'none') question.saveChain({ chain: null }, {}, false);
        else setMethod(id);
      }}
      onBack={props.onBack}
      actions={createLeaveActions(props, text('settings.chain.leaveUnsent'), () =>
        question.saveChain({ chain: null }, {}, true),
      )}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

/**
 * Returns the action that leaves the chain in any case. It is offered only after main refused to
 * leave because the chain does not have all data of this till.
 */
function createLeaveActions(
  { isBusy, problem }: SettingsSectionProps,
  label: string,
  onAction: () => void,
): ScreenAction[] {
  const hasUnsentData =
    problem?.kind === 'setting' &&
    (problem.reason === 'chain-unsent' || problem.reason === 'chain-unresolved');
  return hasUnsentData ? [{ label, keyName: 'Control+S', onAction, isDisabled: isBusy }] : [];
}

const MAX_CODE_LENGTH = 1000;

function CodeQuestion(props: ChainQuestionProps) {
  const [code, setCode] = useState('');
  const changeCode = (value: string): void => {
    props.clearProblem();
    setCode(value);
  };
  const isComplete = (value: string): boolean =>
    value.trim() !== '' && value.length <= MAX_CODE_LENGTH;
  const save = (value: string): void => props.saveChain({}, { 'chain.code': value }, false);
  // The code may be longer than an account. Its scanner ends it with Enter, so it is complete.
  useBillScanHandler((scannedCode) => {
    if (props.isBusy || !isComplete(scannedCode)) return false;
    changeCode(scannedCode);
    save(scannedCode);
    return true;
  });
  return (
    <FieldsQuestion
      title="settings.chain.joinCode"
      hint="settings.chain.joinCode.hint"
      fields={[
        {
          name: 'code',
          label: 'settings.chain.joinCode.label',
          invalidText: 'settings.chain.joinCode.wrong',
          isMultiline: true,
        },
      ]}
      values={{ code }}
      isValid={(_name, value) => isComplete(value)}
      onChange={(_name, value) => changeCode(value)}
      nextLabel="settings.save"
      onComplete={() => save(code)}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} waitingTextKey="settings.chain.checking" />
    </FieldsQuestion>
  );
}

function EnrolledQuestion(props: ChainQuestionProps) {
  const text = useText();
  const [path, setPath] = useState('');
  const [content, setContent] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const loadFile = async (file: File): Promise<void> => {
    props.clearProblem();
    setPath(file.name);
    setContent((await readFileAsText(file)) ?? ' ');
  };
  const save = (isUntried: boolean): void => {
    const file =
      content === null
        ? { kind: 'path' as const, path: path.trim() }
        : { kind: 'text' as const, text: content };
    props.saveChain({}, { chain: file }, isUntried);
  };
  const isPathValid = (value: string): boolean => value.trim() !== '' && value.length <= 1000;
  return (
    <FieldsQuestion
      title="settings.chain.file"
      hint="settings.chain.file.hint"
      fields={[
        {
          name: 'path',
          label: 'settings.chain.file.path',
          invalidText: 'settings.chain.file.wrong',
          ...(content === null ? {} : { description: text('settings.chain.file.read') }),
        },
      ]}
      values={{ path }}
      isValid={(_name, value) => isPathValid(value)}
      onChange={(_name, value) => {
        props.clearProblem();
        setPath(value);
        setContent(null);
      }}
      nextLabel="settings.save"
      onComplete={() => save(false)}
      onBack={props.onBack}
      isBusy={props.isBusy}
      actions={[
        {
          label: text('settings.file.choose'),
          keyName: 'Control+O',
          onAction: () => picker.current?.click(),
        },
        ...createSaveUntriedActions(
          props,
          text('settings.saveUntested'),
          () => isPathValid(path) && save(true),
        ),
      ]}
    >
      <FilePicker
        inputRef={picker}
        acceptedTypes="application/json,.json"
        onFile={(file) => void loadFile(file)}
      />
      <SaveNotice {...props} waitingTextKey="settings.chain.checking" />
    </FieldsQuestion>
  );
}

/** Returns the action that saves without a test. It is offered only after the connection failed. */
function createSaveUntriedActions(
  { isBusy, problem }: SettingsSectionProps,
  label: string,
  onAction: () => void,
): ScreenAction[] {
  if (problem?.kind !== 'chain') return [];
  return [{ label, keyName: 'Control+S', onAction, isDisabled: isBusy }];
}

const { shape } = chainSettingsSchema;
const CHAIN_FIELDS = ['hosts', 'database', 'user', 'shop'] as const;

function parseHosts(typed: string): string[] {
  return typed
    .split(/[,\s]+/)
    .map((host) => host.trim())
    .filter((host) => host !== '');
}

function FieldsQuestions(props: ChainQuestionProps) {
  const text = useText();
  const { chain } = props.settings;
  const [isSecretStep, setSecretStep] = useState(false);
  const [values, setValues] = useState({
    hosts: chain?.hosts.join(', ') ?? '',
    database: chain?.database ?? '',
    user: chain?.user ?? '',
    shop: chain?.shop ?? '',
    password: '',
    caFile: '',
  });
  const changeField = (name: keyof typeof values, value: string): void => {
    props.clearProblem();
    setValues({ ...values, [name]: value });
  };
  const hasPassword = props.view.held.includes('chainPassword');
  const caPath = values.caFile.trim();
  const save = (isUntried: boolean): void =>
    props.saveChain(
      {
        chain: {
          hosts: parseHosts(values.hosts),
          database: values.database.trim(),
          user: values.user.trim(),
          shop: values.shop.trim() || null,
          ...(values.password === '' ? {} : { password: values.password }),
        },
      },
      caPath === '' ? {} : { 'chain.ca': { kind: 'path', path: caPath } },
      isUntried,
    );
  const isChainFieldValid = (name: (typeof CHAIN_FIELDS)[number], typed: string): boolean => {
    if (name === 'hosts') return shape.hosts.safeParse(parseHosts(typed)).success;
    if (name === 'shop') return shape.shop.safeParse(typed.trim() || undefined).success;
    return shape[name].safeParse(typed.trim()).success;
  };
  if (!isSecretStep) {
    return (
      <FieldsQuestion
        title="settings.chain.where"
        hint="settings.chain.where.hint"
        fields={CHAIN_FIELDS.map((name) => ({
          name,
          label: `settings.chain.${name}` as const,
          ...(name === 'hosts'
            ? {
                hint: 'settings.chain.hosts.hint' as const,
                invalidText: 'settings.chain.hosts.wrong',
              }
            : {
                invalidText: `settings.chain.${name === 'shop' ? 'shop' : 'name'}.wrong` as const,
              }),
        }))}
        values={values}
        isValid={isChainFieldValid}
        onChange={changeField}
        onComplete={() => setSecretStep(true)}
        onBack={props.onBack}
      />
    );
  }
  const isSecretValid = (name: 'password' | 'caFile', value: string): boolean => {
    if (value.trim() === '') return name === 'password' ? hasPassword : chain !== undefined;
    return value.length <= (name === 'password' ? 300 : 1000);
  };
  return (
    <FieldsQuestion
      // A new key resets the form, because its fields differ from those of the previous question.
      key="secret"
      title="settings.chain.secret"
      fields={[
        {
          name: 'password',
          label: 'settings.chain.password',
          description: text(hasPassword ? 'settings.secret.set' : 'settings.secret.notSet'),
          invalidText: 'settings.chain.password.wrong',
          isSecret: true,
        },
        {
          name: 'caFile',
          label: 'settings.chain.caFile',
          invalidText: 'settings.chain.caFile.wrong',
          ...(chain === undefined
            ? {}
            : {
                description: text('settings.chain.caFile.set', {
                  fingerprint: props.view.chainCaFingerprint?.slice(0, 23) ?? '',
                }),
              }),
        },
      ]}
      values={values}
      isValid={isSecretValid}
      onChange={changeField}
      nextLabel="settings.save"
      onComplete={() => save(false)}
      onBack={() => {
        props.clearProblem();
        setSecretStep(false);
      }}
      isBusy={props.isBusy}
      actions={createSaveUntriedActions(props, text('settings.saveUntested'), () => save(true))}
    >
      <SaveNotice {...props} waitingTextKey="settings.chain.checking" />
    </FieldsQuestion>
  );
}
