/**
 * The payments whose outcome is not known yet: what, since when, what was tried, the next look-up,
 * when it will be certain, what to tell the customer. Looks up on wish; sends again only where main
 * says that it may be. Amounts in the biller's currency, cash in the shop's; times in its zone.
 */
export { Unresolved } from './unresolved.tsx';
