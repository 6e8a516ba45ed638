import type { Catalogue } from './catalogue/catalogue.ts';
import type { TrainingStore } from './state/store.ts';

/** What every operation needs. Time is read once per request. */
export interface Context {
  readonly store: TrainingStore;
  readonly catalogue: Catalogue;
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly r24Milliseconds: number;
}

/** The currency of the shop's account, in every version. */
export const CHAIN_CURRENCY = 'MXN';
export const CHAIN_NAME = 'Abarrotes Lupita (capacitación)';
export const MINIMUM_BALANCE = '0.00';
