/**
 * What an owner sees of all shops of her chain, read from the chain's database. Amounts are decimal
 * strings with their currency, and never summed over two currencies. A day of `chain.today` and
 * `chain.shifts` is one of this till's zone; a day of the daily file is a business day of the chain.
 * Instants are ISO 8601 in UTC. What a database of a later version says beyond this is left out,
 * which is why these objects are not strict.
 */
export * from './calls.ts';
export * from './daily-file.ts';
export * from './payments.ts';
export * from './sales.ts';
export * from './tills.ts';
