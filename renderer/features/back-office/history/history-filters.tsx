import { useTillQuery } from '../../../app/index.ts';
import {
  AmountFilter,
  MoreFilters,
  PaymentKindFilter,
  PaymentStateFilter,
  PeriodFilter,
  SelectFilter,
  TextFilter,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './history.module.css';
import type { HistoryFilterInput } from './history-filter.ts';

/** The filter fields: the search text first. Less frequent filters are collapsed. */
export function HistoryFilters(props: {
  readonly filter: HistoryFilterInput;
  readonly onFilterChange: (filter: HistoryFilterInput) => void;
}) {
  const { filter, onFilterChange } = props;
  const text = useText();
  const names = useTillQuery('staff.names', {}).value ?? [];
  const changeFilter = (changes: Partial<HistoryFilterInput>): void =>
    onFilterChange({ ...filter, ...changes });
  return (
    <div className={styles.filters}>
      <TextFilter
        label={text('history.text')}
        placeholder={text('history.textHint')}
        value={filter.text}
        onChange={(typed) => changeFilter({ text: typed })}
        maxLength={80}
        isAutoFocused
      />
      <PeriodFilter selection={filter} onChange={changeFilter} />
      <PaymentStateFilter value={filter.state} onChange={(state) => changeFilter({ state })} />
      <MoreFilters isInitiallyOpen={isNarrowed(filter)}>
        <PaymentKindFilter value={filter.kind} onChange={(kind) => changeFilter({ kind })} />
        <SelectFilter
          label={text('history.cashier')}
          value={filter.cashierId}
          onChange={(cashierId) => changeFilter({ cashierId })}
          options={[
            { id: '', name: text('history.allCashiers') },
            ...names.map((cashier) => ({ id: cashier.id, name: cashier.name })),
          ]}
        />
        <AmountFilter value={filter.amount} onChange={(amount) => changeFilter({ amount })} />
      </MoreFilters>
    </div>
  );
}

function isNarrowed({ kind, cashierId, amount }: HistoryFilterInput): boolean {
  return kind !== '' || cashierId !== '' || amount !== '';
}
