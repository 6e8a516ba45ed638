/**
 * The steps of the flow in which the cashier enters data: account, balance, amount, warnings, cash,
 * and the confirmation before F12. Each renders its step and sends events to the flow; none
 * decides.
 */

export { AccountScreen } from './account-screen.tsx';
export { AmountDifferenceScreen } from './amount-difference-screen.tsx';
export { AmountScreen } from './amount-screen.tsx';
export { BalanceRequestScreen } from './balance-request-screen.tsx';
export { CashScreen } from './cash-screen.tsx';
export { ConfirmScreen } from './confirm-screen.tsx';
export { RepeatNumberScreen } from './repeat-number-screen.tsx';
export { TopUpCheckScreen } from './top-up-check-screen.tsx';
export { computeDraftFee, type FeeEstimate, useFeeEstimate } from './use-fee-estimate.ts';
export { WarningsScreen } from './warnings-screen.tsx';
