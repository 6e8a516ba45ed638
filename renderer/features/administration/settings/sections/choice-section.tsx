import { useState } from 'react';
import {
  type ChoiceOf,
  type ChoiceSetting,
  type ChoiceSettingName,
  type EffectivePublicSettings,
  listChoiceSettings,
  type SettingsSection,
} from '../../../../../shared/contract/index.ts';
import { ChoiceQuestion } from '../../../../app/questions/index.ts';
import { type TextFunction, type TextKey, useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SectionProps } from '../save-notice.tsx';

type FlagName = {
  [Name in ChoiceSettingName]: ChoiceOf<Name> extends 'yes' | 'no' ? Name : never;
}[ChoiceSettingName];
/** A setting without these texts does not compile. */
type ChoiceTextKey = {
  [Name in ChoiceSettingName]:
    | `settings.${Name}`
    | `settings.${Name}.${ChoiceOf<Name>}`
    | (Name extends FlagName ? never : `settings.${Name}.${ChoiceOf<Name>}.description`);
}[ChoiceSettingName];

const toTextKey = (key: string): TextKey => key as ChoiceTextKey;

function getChoice(settings: EffectivePublicSettings, { name }: ChoiceSetting): string {
  const value = settings[name];
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

/** Returns the current choices of a section that consists of choices; empty for another section. */
export function formatChoices(
  section: SettingsSection,
  settings: EffectivePublicSettings,
  text: TextFunction,
): string {
  return listChoiceSettings(section)
    .map((setting) => text(toTextKey(`settings.${setting.name}.${getChoice(settings, setting)}`)))
    .join(' · ');
}

/** Asks for each setting of a section that consists of choices, and saves all of them at the end. */
export function ChoiceSection(
  props: SectionProps & {
    readonly section: SettingsSection;
    readonly hint?: string;
    /** The order of the choices means something, such as small to large. */
    readonly isInOrder?: boolean;
    /** Called for each choice that has the focus or the pointer. */
    readonly onLook?: (choice: string) => void;
  },
) {
  const { section, hint, isInOrder, onLook } = props;
  const text = useText();
  const [answers, setAnswers] = useState<readonly string[]>([]);
  const settings = listChoiceSettings(section);
  const setting = settings[answers.length];
  if (setting === undefined) return null;
  const { name, isFlag, choices } = setting;
  const choose = (choice: string): void => {
    const values = [...answers, choice];
    if (values.length < settings.length) {
      setAnswers(values);
      return;
    }
    const patch = settings.map((answered, index) => {
      const value = values[index];
      return [answered.name, answered.isFlag ? value === 'yes' : value] as const;
    });
    props.save(Object.fromEntries(patch));
  };
  return (
    <ChoiceQuestion
      // A new key resets the list, because several of these questions may follow each other.
      key={name}
      title={toTextKey(`settings.${name}`)}
      {...(hint === undefined ? {} : { hint })}
      choices={choices.map((id) => ({
        id,
        name: text(
          isFlag ? `settings.${id === 'yes' ? 'yes' : 'no'}` : toTextKey(`settings.${name}.${id}`),
        ),
        detail: text(toTextKey(`settings.${name}.${id}${isFlag ? '' : '.description'}`)),
      }))}
      {...(isInOrder === undefined ? {} : { isInOrder })}
      {...(onLook === undefined ? {} : { onLook })}
      chosen={getChoice(props.inUse, setting)}
      onChoose={choose}
      onBack={() => (answers.length === 0 ? props.onBack() : setAnswers(answers.slice(0, -1)))}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}
