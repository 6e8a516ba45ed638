import { useEffect, useId, useRef, useState } from 'react';
import { useTillQuery } from '../../app/index.ts';
import { useText } from '../../i18n/index.ts';
import type { Wanted } from './filter.ts';
import styles from './history.module.css';

const PERIODS = ['today', 'yesterday', 'week', 'all', 'day'] as const;
const STATES = ['paid', 'open', 'rejected', 'not-performed', 'taken-back', 'by-hand'] as const;
const KINDS = ['bill', 'top-up', 'gift-card', 'cash-out', 'cancel'] as const;

/** What is looked for: a text first, and what narrows it. */
export function Filters(props: {
  readonly wanted: Wanted;
  readonly onWant: (wanted: Wanted) => void;
}) {
  const { wanted, onWant } = props;
  const text = useText();
  const names = useTillQuery('staff.names', {}).value ?? [];
  const [isOpen, setOpen] = useState(isNarrowed(wanted));
  const want = (changes: Partial<Wanted>): void => onWant({ ...wanted, ...changes });
  return (
    <div className={styles.filters}>
      <Field
        label={text('history.text')}
        placeholder={text('history.textHint')}
        value={wanted.text}
        onChange={(typed) => want({ text: typed })}
        maxLength={80}
        isAutoFocused
      />
      <Select
        label={text('history.period')}
        value={wanted.period}
        onChange={(period) => want({ period })}
        options={PERIODS.map((one) => ({ id: one, name: text(`history.period.${one}`) }))}
      />
      {wanted.period === 'day' ? (
        <DayField value={wanted.day} onChange={(day) => want({ day })} />
      ) : null}
      <Select
        label={text('history.state')}
        value={wanted.state}
        onChange={(state) => want({ state })}
        options={[
          { id: '' as const, name: text('history.any') },
          ...STATES.map((one) => ({ id: one, name: text(`history.wanted.${one}`) })),
        ]}
      />
      <button
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text(isOpen ? 'history.fewerFilters' : 'history.moreFilters')}
      </button>
      {isOpen ? (
        <>
          <Select
            label={text('history.kind')}
            value={wanted.kind}
            onChange={(kind) => want({ kind })}
            options={[
              { id: '' as const, name: text('history.any') },
              ...KINDS.map((one) => ({ id: one, name: text(`history.kind.${one}`) })),
            ]}
          />
          <Select
            label={text('history.cashier')}
            value={wanted.cashierId}
            onChange={(cashierId) => want({ cashierId })}
            options={[
              { id: '', name: text('history.anyone') },
              ...names.map((one) => ({ id: one.id, name: one.name })),
            ]}
          />
          <Field
            label={text('history.amount')}
            value={wanted.amount}
            onChange={(amount) => want({ amount })}
            isNumeric
            maxLength={20}
          />
        </>
      ) : null}
    </div>
  );
}

function isNarrowed({ kind, cashierId, amount }: Wanted): boolean {
  return kind !== '' || cashierId !== '' || amount !== '';
}

function Select<Id extends string>(props: {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
}) {
  const id = useId();
  return (
    <div className={styles.select}>
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

/** As low as the choices beside it: nothing typed here can be wrong. */
function Field(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly isNumeric?: boolean;
  readonly isAutoFocused?: boolean;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { isAutoFocused = false } = props;
  useEffect(() => {
    if (isAutoFocused) field.current?.focus();
  }, [isAutoFocused]);
  return (
    <div className={styles.select}>
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        ref={field}
        type="text"
        inputMode={props.isNumeric === true ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={props.value}
        maxLength={props.maxLength}
        placeholder={props.placeholder}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}

function DayField(props: { readonly value: string; readonly onChange: (day: string) => void }) {
  const text = useText();
  const id = useId();
  return (
    <div className={styles.select}>
      <label htmlFor={id}>{text('history.day')}</label>
      <input
        id={id}
        type="date"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}
