import { type InputHTMLAttributes, useEffect, useId } from 'react';
import { useText } from '../../i18n/index.ts';
import { type KeypadKind, useKeypadInput } from '../keypad/index.ts';
import styles from './filters.module.css';
import { PERIODS, type PeriodSelection } from './period.ts';

/** The filters of a list. They are as low as its rows, because they need no space for errors. */

export function SelectFilter<Id extends string>(props: {
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
          const selected = props.options.find((choice) => choice.id === event.target.value);
          if (selected) props.onChange(selected.id);
        }}
      >
        {props.options.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  );
}

export function TextFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly isNumeric?: boolean;
  readonly isAutoFocused?: boolean;
}) {
  const { label, value, onChange, isNumeric = false, isAutoFocused = false, ...attributes } = props;
  return (
    <FilterInput
      label={label}
      value={value}
      onChange={onChange}
      isAutoFocused={isAutoFocused}
      keypad={isNumeric ? 'amount' : 'letters'}
      attributes={{
        ...attributes,
        type: 'text',
        autoComplete: 'off',
        spellCheck: false,
      }}
    />
  );
}

/** A single day; empty while none is typed. */
export function DateFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly lastDay?: string;
}) {
  const { label, value, onChange, lastDay: last } = props;
  return (
    <FilterInput
      label={label}
      value={value}
      onChange={onChange}
      isAutoFocused={false}
      keypad={null}
      attributes={{ type: 'date', max: last }}
    />
  );
}

/** The days to show, with a field for a single day. */
export function PeriodFilter(props: {
  readonly selection: PeriodSelection;
  readonly onChange: (period: Partial<PeriodSelection>) => void;
}) {
  const { selection: wanted, onChange: onWant } = props;
  const text = useText();
  return (
    <>
      <SelectFilter
        label={text('filter.period')}
        value={wanted.period}
        onChange={(period) => onWant({ period })}
        options={PERIODS.map((id) => ({ id, name: text(`filter.period.${id}`) }))}
      />
      {wanted.period === 'day' ? (
        <DateFilter
          label={text('filter.day')}
          value={wanted.day}
          onChange={(day) => onWant({ day })}
        />
      ) : null}
    </>
  );
}

function FilterInput(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isAutoFocused: boolean;
  /** Null if the browser has its own picker for it. */
  readonly keypad: KeypadKind | null;
  readonly attributes: InputHTMLAttributes<HTMLInputElement>;
}) {
  const id = useId();
  const keypadProps = useKeypadInput(props.keypad, true);
  const { isAutoFocused } = props;
  useEffect(() => {
    if (isAutoFocused) document.getElementById(id)?.focus();
  }, [id, isAutoFocused]);
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{props.label}</label>
      <input
        {...props.attributes}
        id={id}
        {...keypadProps}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}
