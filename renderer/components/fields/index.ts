/** Input fields: text, amounts, a choice from a list, and the filters of a list. */
export { AmountField } from './amount-field.tsx';
export { type Choice, ChoiceList } from './choice-list.tsx';
export { DateFilter, PeriodFilter, SelectFilter, TextFilter } from './filters.tsx';
export {
  AmountFilter,
  MoreFilters,
  PaymentKindFilter,
  PaymentStateFilter,
} from './payment-filters.tsx';
export { type PeriodSelection, toDayRange } from './period.ts';
export { TextField } from './text-field.tsx';
