import { useId } from 'react';
import { useTillQuery } from '../../app/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './audit.module.css';
import type { Wanted } from './filter.ts';
import { kindWords } from './words.ts';

const PERIODS = ['all', 'today', 'yesterday', 'week', 'day'] as const;

export function Filters(props: {
  readonly wanted: Wanted;
  readonly onWant: (wanted: Wanted) => void;
}) {
  const { wanted, onWant } = props;
  const text = useText();
  const dayId = useId();
  const choices = useTillQuery('audit.choices', {}, { asksAnew: true }).value;
  const kinds = (choices?.kinds ?? []).map((id) => ({ id, name: kindWords(text, id) }));
  kinds.sort((one, other) => one.name.localeCompare(other.name));
  const people = [...(choices?.people ?? [])].sort((one, other) =>
    one.name.localeCompare(other.name),
  );
  return (
    <div className={styles.filters}>
      <Select
        label={text('audit.period')}
        value={wanted.period}
        onChange={(period) =>
          onWant({ ...wanted, period: PERIODS.find((one) => one === period) ?? 'all' })
        }
        options={PERIODS.map((id) => ({ id, name: text(`audit.period.${id}`) }))}
      />
      {wanted.period === 'day' ? (
        <div className={styles.select}>
          <label htmlFor={dayId}>{text('audit.day')}</label>
          <input
            id={dayId}
            type="date"
            value={wanted.day}
            onChange={(event) => onWant({ ...wanted, day: event.target.value })}
          />
        </div>
      ) : null}
      <Select
        label={text('audit.person')}
        value={wanted.personId}
        onChange={(personId) => onWant({ ...wanted, personId })}
        options={[{ id: '', name: text('audit.anyone') }, ...people]}
      />
      <Select
        label={text('audit.act')}
        value={wanted.kind}
        onChange={(kind) => onWant({ ...wanted, kind })}
        options={[{ id: '', name: text('audit.anything') }, ...kinds]}
      />
    </div>
  );
}

function Select(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly options: readonly { readonly id: string; readonly name: string }[];
}) {
  const id = useId();
  return (
    <div className={styles.select}>
      <label htmlFor={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={(event) => props.onChange(event.target.value)}>
        {props.options.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  );
}
