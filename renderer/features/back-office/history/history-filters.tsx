import { useState } from 'react';
import { useTillQuery } from '../../../app/index.ts';
import {
  AmountFilter,
  FilterField,
  FilterSelect,
  KindFilter,
  PeriodFilter,
  StateFilter,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './history.module.css';
import type { HistoryFilterInput } from './history-filter.ts';

const STATES = ['paid', 'open', 'rejected', 'not-performed', 'taken-back', 'by-hand'] as const;

/** A search text first, then what narrows the list. */
export function HistoryFilters(props: {
  readonly wanted: HistoryFilterInput;
  readonly onWant: (wanted: HistoryFilterInput) => void;
}) {
  const { wanted, onWant } = props;
  const text = useText();
  const names = useTillQuery('staff.names', {}).value ?? [];
  const [isOpen, setOpen] = useState(isNarrowed(wanted));
  const want = (changes: Partial<HistoryFilterInput>): void => onWant({ ...wanted, ...changes });
  return (
    <div className={styles.filters}>
      <FilterField
        label={text('history.text')}
        placeholder={text('history.textHint')}
        value={wanted.text}
        onChange={(typed) => want({ text: typed })}
        maxLength={80}
        isAutoFocused
      />
      <PeriodFilter wanted={wanted} onWant={want} />
      <StateFilter value={wanted.state} onChange={(state) => want({ state })} states={STATES} />
      <button
        type="button"
        className={styles.moreFiltersButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text(isOpen ? 'history.fewerFilters' : 'history.moreFilters')}
      </button>
      {isOpen ? (
        <>
          <KindFilter value={wanted.kind} onChange={(kind) => want({ kind })} />
          <FilterSelect
            label={text('history.cashier')}
            value={wanted.cashierId}
            onChange={(cashierId) => want({ cashierId })}
            options={[
              { id: '', name: text('history.anyone') },
              ...names.map((one) => ({ id: one.id, name: one.name })),
            ]}
          />
          <AmountFilter value={wanted.amount} onChange={(amount) => want({ amount })} />
        </>
      ) : null}
    </div>
  );
}

function isNarrowed({ kind, cashierId, amount }: HistoryFilterInput): boolean {
  return kind !== '' || cashierId !== '' || amount !== '';
}
