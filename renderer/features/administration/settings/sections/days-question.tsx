import { type ReactNode, useState } from 'react';
import { FieldsQuestion } from '../../../../app/questions/index.ts';
import { type TextKey, useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SectionProps } from '../save-notice.tsx';

/** Asks for a number of days; empty selects the till's default. */
export function DaysQuestion(
  props: SectionProps & {
    readonly title: TextKey;
    readonly hint?: TextKey;
    readonly label: TextKey;
    /** The text below the field. */
    readonly description: string;
    readonly invalidText: TextKey;
    readonly savedDays: number | undefined;
    readonly isValid: (days: number) => boolean;
    readonly onDays: (days: number | null) => void;
    readonly children?: ReactNode;
  },
) {
  const text = useText();
  const [days, setDays] = useState(`${props.savedDays ?? ''}`);
  return (
    <FieldsQuestion
      title={props.title}
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      fields={[
        {
          name: 'days',
          label: props.label,
          description: props.description,
          invalidText: props.invalidText,
          isNumeric: true,
          unit: text('settings.printData.unit'),
        },
      ]}
      values={{ days }}
      isValid={(_, value) => value === '' || props.isValid(Number(value))}
      onChange={(_, value) => {
        props.clearProblem();
        setDays(value.replace(/\D/g, '').slice(0, 4));
      }}
      nextLabel="settings.save"
      onComplete={() => props.onDays(days === '' ? null : Number(days))}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      {props.children}
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
