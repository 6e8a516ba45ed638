import { type ReactNode, useState } from 'react';
import { FieldsQuestion } from '../../../../app/questions/index.ts';
import { type TextKey, useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SectionProps } from '../save-notice.tsx';

/** For how many days something is kept; empty is what the till does by itself. */
export function DaysQuestion(
  props: SectionProps & {
    readonly title: TextKey;
    readonly hint?: TextKey;
    readonly label: TextKey;
    /** What is said beneath the field. */
    readonly description: string;
    readonly wrong: TextKey;
    readonly kept: number | null;
    readonly fits: (days: number) => boolean;
    readonly onDays: (days: number | null) => void;
    readonly children?: ReactNode;
  },
) {
  const text = useText();
  const [days, setDays] = useState(`${props.kept ?? ''}`);
  return (
    <FieldsQuestion
      title={props.title}
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      fields={[
        {
          name: 'days',
          label: props.label,
          description: props.description,
          invalidText: props.wrong,
          isNumeric: true,
          unit: text('settings.printed.unit'),
        },
      ]}
      values={{ days }}
      fits={(_, value) => value === '' || props.fits(Number(value))}
      onChange={(_, value) => {
        props.clearProblem();
        setDays(value.replace(/\D/g, '').slice(0, 4));
      }}
      nextLabel="settings.keep"
      onComplete={() => props.onDays(days === '' ? null : Number(days))}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      {props.children}
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
