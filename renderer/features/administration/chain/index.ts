/**
 * The rooms of a chain's owner: what all shops sold today, which tills are silent, what is not
 * resolved, the chain's daily file, differences, shifts, and the history of every till. All of it is
 * read from the chain's database with the office's role; without a chain the room is on no screen.
 * Amounts are decimal strings with their currency, and never summed over two of them; times are
 * shown in this shop's zone, days of the daily file are the chain's.
 */
export { ChainPage } from './chain-page.tsx';
