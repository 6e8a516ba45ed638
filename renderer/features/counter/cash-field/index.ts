/**
 * The cash of a customer, for one payment and for a basket: the field with likely sums, and the one
 * large figure of what is due, missing or the change. The rules are in `shared/rules/cash-tender.ts`.
 */
export { CashField } from './cash-field.tsx';
export { CashFigure } from './cash-figure.tsx';
