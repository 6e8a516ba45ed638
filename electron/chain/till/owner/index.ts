/**
 * What an owner sees of her chain, read from its database with the role of the office. Every answer
 * is a `chain-view` problem or comes within fifteen seconds, on a connection of its own that is
 * closed again: nothing else of the till waits for it, and nothing is asked unless somebody looks.
 * A standby will do. Amounts are decimal strings with their currency, instants ISO 8601 in UTC; days
 * are of the till's zone, but those of the daily file, which are the chain's.
 *
 * The role and its password come from the screen or from the provisioning file. They are tried
 * before they are kept, sealed by the vault; where what is sealed does not outlive the program, they
 * are kept until it ends.
 */
export { type ChainOwner, createChainOwner, type OfficeRole } from './chain-owner.ts';
