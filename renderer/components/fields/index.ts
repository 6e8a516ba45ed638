/** Input fields: text, amounts, a choice from a list, and the filters of a list. */
export { AmountField } from './amount-field.tsx';
export { type Choice, ChoiceList } from './choice-list.tsx';
export { FilterDay, FilterField, FilterSelect, PeriodFilter } from './filters.tsx';
export { AmountFilter, KindFilter, MoreFilters, StateFilter } from './payment-filters.tsx';
export { type Period, toDayRange } from './period.ts';
export { TextField } from './text-field.tsx';
