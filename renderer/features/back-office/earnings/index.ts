/**
 * What was sold and earned: figures and pictures beside those of the same days before, a table, a
 * file and a paper. `shared/contract/earnings.ts` says what each figure means. Amounts are decimal
 * strings in the shop's currency, days the shop's. Nothing is told by colour alone: what is now is
 * filled, what was before is dashed, and each figure stands beside its bar.
 */
export { EarningsPage } from './earnings-page.tsx';
