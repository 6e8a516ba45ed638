/** What tests of several rooms need of a ledger: rows, plans, and one from before version 1. */
export { makeEarlierLedger } from './earlier.ts';
export { insertIntentRow } from './intent.ts';
export { watchPlans } from './plans.ts';
