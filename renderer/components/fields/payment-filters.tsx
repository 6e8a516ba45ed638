import { type PaymentKind, paymentKindSchema } from '../../../shared/contract/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import { FilterField, FilterSelect } from './filters.tsx';

/** The filters of the history for the kind and the outcome of a payment. '' means any. */

/** The states by which a history can be filtered, in the order of the filter. */
export const PAYMENT_STATES = [
  'paid',
  'open',
  'rejected',
  'not-performed',
  'taken-back',
  'refunded',
  'by-hand',
] as const;

export function StateFilter<State extends string>(props: {
  readonly value: State | '';
  readonly onChange: (state: State | '') => void;
  readonly states: readonly (State & StateWithText)[];
}) {
  const text = useText();
  return (
    <FilterSelect<State | ''>
      label={text('history.state')}
      value={props.value}
      onChange={props.onChange}
      options={[
        { id: '', name: text('history.allStates') },
        ...props.states.map((id) => ({ id, name: text(`history.stateFilter.${id}`) })),
      ]}
    />
  );
}

type StateWithText = TextKey extends infer Key
  ? Key extends `history.stateFilter.${infer State}`
    ? State
    : never
  : never;

export function KindFilter(props: {
  readonly value: PaymentKind | '';
  readonly onChange: (kind: PaymentKind | '') => void;
}) {
  const text = useText();
  return (
    <FilterSelect<PaymentKind | ''>
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
    <FilterField
      label={useText()('history.amount')}
      value={props.value}
      onChange={props.onChange}
      isNumeric
      maxLength={20}
    />
  );
}
