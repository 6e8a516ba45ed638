import { useState } from 'react';
import {
  type ChoiceSettingName,
  type ChoiceSettingValue,
  type EffectivePublicSettings,
  type GenericSetting,
  listGenericSettings,
  provisioningSchema,
  type SecretName,
  type SettingsSection,
  type SettingsView,
  type ValueSettingName,
} from '../../../../../shared/contract/index.ts';
import { ChoiceQuestion, FieldsQuestion } from '../../../../app/questions/index.ts';
import { type TextFunction, type TextKey, useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

type FlagName = {
  [Name in ChoiceSettingName]: ChoiceSettingValue<Name> extends 'yes' | 'no' ? Name : never;
}[ChoiceSettingName];
/** A setting without these texts does not compile. */
type PlainTextKey =
  | {
      [Name in ChoiceSettingName]:
        | `settings.${Name}`
        | `settings.${Name}.${ChoiceSettingValue<Name>}`
        | (Name extends FlagName
            ? never
            : `settings.${Name}.${ChoiceSettingValue<Name>}.description`);
    }[ChoiceSettingName]
  | `settings.${ValueSettingName}${'' | '.label' | '.wrong' | '.value' | '.none'}`
  | `settings.${Exclude<ValueSettingName, SecretName>}.hint`;

const toTextKey = (key: string): TextKey => key as PlainTextKey;

type ChoiceSetting = Extract<GenericSetting, { kind: 'flag' | 'choice' }>;
type ValueSetting = Exclude<GenericSetting, ChoiceSetting>;
/** Undefined leaves a secret as it is; null removes a value. */
type NewValue = string | number | boolean | null | undefined;

const isChoice = (setting: GenericSetting): setting is ChoiceSetting => 'choices' in setting;

function getChoice(settings: EffectivePublicSettings, { name }: ChoiceSetting): string {
  const value = settings[name];
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

function getValue(settings: Readonly<Record<string, unknown>>, { name }: ValueSetting): string {
  return `${settings[name] ?? ''}`;
}

/** A secret in a section of single values has the name of its setting in the vault. */
function isSecretSet(view: SettingsView, name: string): boolean {
  return view.held.some((secret) => secret === name);
}

/** Returns the current values of a section that consists of single values. */
export function formatGenericSettings(
  section: SettingsSection,
  settings: EffectivePublicSettings,
  view: SettingsView,
  text: TextFunction,
): string {
  const formatSetting = (setting: GenericSetting): string => {
    const key = `settings.${setting.name}`;
    if (isChoice(setting)) return text(toTextKey(`${key}.${getChoice(settings, setting)}`));
    const value = getValue(settings, setting);
    const isSet = value !== '' || isSecretSet(view, setting.name);
    return text(toTextKey(`${key}.${isSet ? 'value' : 'none'}`), { value });
  };
  return listGenericSettings(section).map(formatSetting).join(' · ');
}

interface QuestionHelp {
  readonly hint?: string;
  /** The order of the choices means something, such as small to large. */
  readonly hasFixedOrder?: boolean;
  /** Called for each choice that has the focus or the pointer. */
  readonly onHighlight?: (choice: string) => void;
}

interface PlainSectionProps extends SettingsSectionProps, QuestionHelp {
  readonly section: SettingsSection;
  /** For a section of several questions: the help with one of them, by the name of its setting. */
  readonly helpBySetting?: Readonly<Record<string, QuestionHelp>>;
}

/** Asks for each setting of a section that consists of single values, and saves all at the end. */
export function GenericSettingsSection(props: PlainSectionProps) {
  const [answers, setAnswers] = useState<readonly NewValue[]>([]);
  const settings = listGenericSettings(props.section);
  const setting = settings[answers.length];
  if (setting === undefined) return null;
  const isLast = answers.length + 1 === settings.length;
  const question = {
    ...props,
    ...props.helpBySetting?.[setting.name],
    isLast,
    onAnswer: (answer: NewValue): void => {
      const values = [...answers, answer];
      if (!isLast) {
        setAnswers(values);
        return;
      }
      const changes = settings.map(({ name }, index) => [name, values[index]] as const);
      props.save(Object.fromEntries(changes.filter(([, value]) => value !== undefined)));
    },
    onBack: () => (answers.length === 0 ? props.onBack() : setAnswers(answers.slice(0, -1))),
  };
  // A new key resets the question, because several may follow each other.
  return isChoice(setting) ? (
    <PlainChoice key={setting.name} {...question} setting={setting} />
  ) : (
    <PlainValue key={setting.name} {...question} setting={setting} />
  );
}

interface QuestionProps<Setting> extends PlainSectionProps {
  readonly setting: Setting;
  readonly isLast: boolean;
  readonly onAnswer: (answer: NewValue) => void;
}

function PlainChoice(props: QuestionProps<ChoiceSetting>) {
  const { hint, hasFixedOrder, onHighlight } = props;
  const { name, kind, choices } = props.setting;
  const text = useText();
  const isFlag = kind === 'flag';
  return (
    <ChoiceQuestion
      title={toTextKey(`settings.${name}`)}
      {...(hint === undefined ? {} : { hint })}
      choices={choices.map((id) => ({
        id,
        name: text(
          isFlag ? `settings.${id === 'yes' ? 'yes' : 'no'}` : toTextKey(`settings.${name}.${id}`),
        ),
        detail: text(toTextKey(`settings.${name}.${id}${isFlag ? '' : '.description'}`)),
      }))}
      {...(hasFixedOrder === undefined ? {} : { hasFixedOrder })}
      {...(onHighlight === undefined ? {} : { onHighlight })}
      selectedId={getChoice(props.effectiveSettings, props.setting)}
      onChoose={(choice) => props.onAnswer(isFlag ? choice === 'yes' : choice)}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

/** Asks for a number, a text or a secret; empty selects the till's default, or keeps the secret. */
function PlainValue(props: QuestionProps<ValueSetting>) {
  const { name, kind } = props.setting;
  const text = useText();
  const [typed, setTyped] = useState(getValue(props.settings, props.setting));
  const toValue = (entered: string): NewValue => {
    const value = entered.trim();
    if (value === '') return kind === 'secret' ? undefined : null;
    return kind === 'number' ? Number(value) : value;
  };
  const secretState = isSecretSet(props.view, name)
    ? 'settings.secret.set'
    : 'settings.secret.notSet';
  return (
    <FieldsQuestion
      title={toTextKey(`settings.${name}`)}
      fields={[
        {
          name: 'value',
          label: toTextKey(`settings.${name}.label`),
          description: text(kind === 'secret' ? secretState : toTextKey(`settings.${name}.hint`)),
          invalidText: toTextKey(`settings.${name}.wrong`),
          isNumeric: kind === 'number',
          isSecret: kind === 'secret',
        },
      ]}
      values={{ value: typed }}
      isValid={(_, value) =>
        provisioningSchema.shape[name].safeParse(toValue(value) ?? undefined).success
      }
      onChange={(_, value) => {
        props.clearProblem();
        setTyped(kind === 'number' ? value.replace(/\D/g, '').slice(0, 9) : value);
      }}
      nextLabel={props.isLast ? 'settings.save' : 'setup.next'}
      onComplete={() => props.onAnswer(toValue(typed))}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
