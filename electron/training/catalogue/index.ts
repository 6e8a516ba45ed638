/**
 * The mocked data that does not change while the service runs: billers, the accounts that a trainer
 * is told about, and each day's exchange rates. All of it follows from the seed.
 */
export { billerRow, type TrainingBiller, type TrainingBillerKind } from './biller.ts';
export { type Catalogue, createCatalogue } from './catalogue.ts';
export { TRAINING_BILLERS } from './fixed-billers.ts';
export { magnitudeOf, rateOf, ratesAt } from './rates.ts';
export { TRAINING_ACCOUNTS } from './training-accounts.ts';
