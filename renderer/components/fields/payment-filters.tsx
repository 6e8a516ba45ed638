import { type ReactNode, useState } from 'react';
import {
  type HistoryFilter,
  type PaymentKind,
  paymentKindSchema,
} from '../../../shared/contract/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './filters.module.css';
import { SelectFilter, TextFilter } from './filters.tsx';

/** The filters of a history for the kind and the outcome of a payment. '' means any. */

type StateToFilter = NonNullable<HistoryFilter['state']>;
const STATES: readonly StateToFilter[] = [
  'paid',
  'open',
  'rejected',
  'not-performed',
  'taken-back',
  'refunded',
  'by-hand',
];

export function PaymentStateFilter(props: {
  readonly value: StateToFilter | '';
  readonly onChange: (state: StateToFilter | '') => void;
}) {
  const text = useText();
  return (
    <SelectFilter<StateToFilter | ''>
      label={text('history.state')}
      value={props.value}
      onChange={props.onChange}
      options={[
        { id: '', name: text('history.allStates') },
        ...STATES.map((id) => ({ id, name: text(`history.stateFilter.${id}`) })),
      ]}
    />
  );
}

export function PaymentKindFilter(props: {
  readonly value: PaymentKind | '';
  readonly onChange: (kind: PaymentKind | '') => void;
}) {
  const text = useText();
  return (
    <SelectFilter<PaymentKind | ''>
      label={text('history.kind')}
      value={props.value}
      onChange={props.onChange}
      options={[
        { id: '', name: text('history.allKinds') },
        ...paymentKindSchema.options.map((id) => ({ id, name: text(`history.kind.${id}`) })),
      ]}
    />
  );
}

export function AmountFilter(props: {
  readonly value: string;
  readonly onChange: (amount: string) => void;
}) {
  return (
    <TextFilter
      label={useText()('history.amount')}
      value={props.value}
      onChange={props.onChange}
      isNumeric
      maxLength={20}
    />
  );
}

/** A button that shows or hides the less frequent filters. */
export function MoreFilters(props: {
  readonly isInitiallyOpen?: boolean;
  readonly children: ReactNode;
}) {
  const text = useText();
  const [isOpen, setOpen] = useState(props.isInitiallyOpen ?? false);
  return (
    <>
      <button
        type="button"
        className={styles.moreFiltersButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text(isOpen ? 'history.fewerFilters' : 'history.moreFilters')}
      </button>
      {isOpen ? props.children : null}
    </>
  );
}
