/** A payment as the contract shows it. */
export { createReading, type Reading } from './reading.ts';
