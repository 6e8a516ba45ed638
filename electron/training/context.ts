import type { TrainingCatalog } from './catalog/catalog.ts';
import type { AccountCurrency } from './defaults.ts';
import type { WireForms } from './rules/wire-forms.ts';
import type { TrainingStore } from './state/training-store.ts';

/** Context of an operation. The time is read once per request. */
export interface TrainingContext {
  readonly store: TrainingStore;
  readonly catalog: TrainingCatalog;
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly r24Milliseconds: number;
  /** Currency of the shop's account, in every version. */
  readonly currency: AccountCurrency;
  readonly wireForms: WireForms;
}

export const TRAINING_CHAIN_NAME = 'Abarrotes Lupita (práctica)';
export const TRAINING_MINIMUM_BALANCE = '0.00';
