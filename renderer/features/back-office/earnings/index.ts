/**
 * Sales and earnings: figures and charts compared with the same days of the previous period, a
 * table, an export file and a paper. `shared/contract/earnings.ts` defines each figure. Amounts are
 * decimal strings in the shop's currency; days are in the shop's time zone. Colour is never the
 * only distinction: the current period is filled, the previous one is dashed, and each bar has its
 * figure beside it.
 */
export { EarningsPage } from './earnings-page.tsx';
