/**
 * Fields to type in or choose from: text, amounts, a choice from a list, and the filters of a list.
 */
export { AmountField, type AmountFieldProps } from './amount-field.tsx';
export { type Choice, ChoiceList, type ChoiceListProps } from './choice-list.tsx';
export { FilterField, FilterSelect, PeriodFilter } from './filters.tsx';
export { daysOf, type Period } from './period.ts';
export { TextField, type TextFieldProps } from './text-field.tsx';
