import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './filters.module.css';
import { PERIODS, type Period } from './period.ts';

/**
 * What narrows a list: as low as its rows allow, because nothing that is typed here can be wrong.
 */

export function FilterSelect<Id extends string>(props: {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
}) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => {
          const chosen = props.options.find((one) => one.id === event.target.value);
          if (chosen) props.onChange(chosen.id);
        }}
      >
        {props.options.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FilterField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly isNumeric?: boolean;
  readonly isAutoFocused?: boolean;
}) {
  const { label, value, onChange, isNumeric = false, isAutoFocused = false, ...rest } = props;
  return (
    <Input
      label={label}
      value={value}
      onChange={onChange}
      isAutoFocused={isAutoFocused}
      attributes={{
        ...rest,
        type: 'text',
        inputMode: isNumeric ? 'decimal' : 'text',
        autoComplete: 'off',
        spellCheck: false,
      }}
    />
  );
}

/** Which days, and the one day where it is one. */
export function PeriodFilter(props: {
  readonly wanted: Period;
  readonly onWant: (period: Partial<Period>) => void;
}) {
  const { wanted, onWant } = props;
  const text = useText();
  return (
    <>
      <FilterSelect
        label={text('filter.period')}
        value={wanted.period}
        onChange={(period) => onWant({ period })}
        options={PERIODS.map((id) => ({ id, name: text(`filter.period.${id}`) }))}
      />
      {wanted.period === 'day' ? (
        <Input
          label={text('filter.day')}
          value={wanted.day}
          onChange={(day) => onWant({ day })}
          isAutoFocused={false}
          attributes={{ type: 'date' }}
        />
      ) : null}
    </>
  );
}

function Input(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isAutoFocused: boolean;
  readonly attributes: InputHTMLAttributes<HTMLInputElement>;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { isAutoFocused } = props;
  useEffect(() => {
    if (isAutoFocused) field.current?.focus();
  }, [isAutoFocused]);
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{props.label}</label>
      <input
        {...props.attributes}
        id={id}
        ref={field}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}
