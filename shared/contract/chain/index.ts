/**
 * An owner's view of all shops of a chain, read from the chain's database. Amounts are decimal strings
 * with their currency, and never summed over two currencies. A day of `chain.today` and `chain.shifts`
 * is in this till's time zone; a day of the daily file is a business day of the chain. Instants are
 * ISO 8601 in UTC. These objects are not strict, so that unknown fields of a later version of the
 * database are dropped.
 */
export * from './calls.ts';
export * from './daily-file.ts';
export * from './payments.ts';
export * from './sales.ts';
export * from './tills.ts';
