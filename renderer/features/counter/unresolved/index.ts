/**
 * The payments whose outcome is not known yet. For each: what it is, since when, what was tried,
 * the next look-up, when the outcome will be certain, and what to tell the customer. The cashier
 * may look up at any time, and send again only if main allows it. Amounts are in the biller's
 * currency, cash in the shop's; times are shown in the shop's zone.
 */
export { UnresolvedPayments } from './unresolved-payments.tsx';
