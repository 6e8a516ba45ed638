/**
 * The steps of the flow in which the cashier asks and types: account, balance, amount, warnings,
 * cash, and the last check before F12. Each draws its step and tells the flow what was pressed;
 * none decides.
 */

export { AccountScreen } from './account.tsx';
export { AmountScreen } from './amount.tsx';
export { BalanceScreen } from './balance.tsx';
export { CashScreen } from './cash.tsx';
export { CashField } from './cash-field.tsx';
export { CheckScreen } from './check.tsx';
export { ConfirmScreen } from './confirm.tsx';
export { DecideScreen } from './decide.tsx';
export { type FeeEstimate, useFeeEstimate } from './known-fee.ts';
export { formatFeeAndTotal } from './more-words.ts';
export { RepeatScreen } from './repeat.tsx';
export { CashSums } from './sums.tsx';
