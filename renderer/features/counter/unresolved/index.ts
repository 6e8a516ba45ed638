/**
 * The payments whose outcome is unknown. For each: its data, since when, the sends and look-ups,
 * the next look-up, when the outcome will be certain, and what to tell the customer. The cashier
 * may look up at any time, and send again only if main allows it. Amounts are in the biller's
 * currency, cash in the shop's; times are shown in the shop's time zone.
 */
export { UnresolvedPayments } from './unresolved-payments.tsx';
