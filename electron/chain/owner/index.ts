/**
 * The owner's views of the chain, read from its database with the office login. Each call returns
 * its answer or a `chain-view` problem within fifteen seconds (the CSV export has no total
 * timeout), on its own connection, which is then closed: the rest of the till never waits for it,
 * and nothing is queried unless someone opens a view. A standby is enough. Amounts are decimal
 * strings with their currency, times ISO 8601 in UTC; days are in the till's time zone, except the
 * days of the daily file, which are in the chain's.
 *
 * The login comes from the screen or from the provisioning file. It is tested before it is saved in
 * the vault; if the vault cannot keep it after the program ends, it is kept in memory until then.
 */
export { type ChainOwner, createChainOwner, type OfficeLogin } from './chain-owner.ts';
