/**
 * The mocked data that does not change while the service runs: billers, the accounts that trainers
 * use, and the exchange rates of each day. All of it is derived from the seed.
 */
export { type TrainingBiller, type TrainingBillerKind, toWireBiller } from './biller.ts';
export { createTrainingCatalog, type TrainingCatalog } from './catalog.ts';
export { TRAINING_BILLERS, TRAINING_BILLERS_BY_LAYOUT } from './fixed-billers.ts';
export { computeExchangeRates, findExchangeRate, getApproximateUnitsPerUsd } from './rates.ts';
