/**
 * The bill flow, for utilities and partners: account number, balance, amount, cash, F12, result,
 * receipt. Implements the table "Payment types" of the interface on the page's side; main checks
 * everything again. Amounts are decimal strings: what is paid is in the biller's currency, what is
 * collected in the shop's. Times are shown in the shop's zone. Problems come from main as values.
 *
 * `Pay` is the place `pay`. The others are what the screens of payments share: how a payment ended,
 * what is being done about an open one, and its paper.
 */
export { AccountFields, faultyField, isOfFields } from './account-fields.tsx';
export { moneyWords } from './money-words.ts';
export { Pay } from './pay.tsx';
export { ProblemNotice } from './problem-notice.tsx';
export { ReleaseCash } from './release-cash.tsx';
export { ResultNotice } from './result-notice.tsx';
export { usePaymentTitle } from './result-title.ts';
export { PaymentTape } from './tape-side.tsx';
export { TroubleNotice } from './trouble-notice.tsx';
export { UnknownFacts } from './unknown-facts.tsx';
export { useUnread } from './use-unread.ts';
export { WhichPayment } from './which-payment.tsx';
