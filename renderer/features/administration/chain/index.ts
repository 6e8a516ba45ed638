/**
 * The screens for the owner of a chain: today's sales of all shops, silent tills, unresolved
 * payments, the chain's daily file, differences, shifts, and the history of every till. The data
 * comes from the chain's database, read with the office's role. Without a chain, no screen links
 * here. Amounts are decimal strings with their currency, and sums never mix currencies. Times are
 * shown in this shop's time zone; days of the daily file are days in the chain's time zone.
 */
export { ChainPage } from './chain-page.tsx';
