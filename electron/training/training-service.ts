import { type Clock, systemClock } from '../platform/index.ts';
import { createTrainingCatalog } from './catalog/catalog.ts';
import { type AccountCurrency, TRAINING_ACCOUNT_DEFAULTS, TRAINING_DEFAULTS } from './defaults.ts';
import { createHttpTrainingService, type TrainingService } from './http/service.ts';
import { openTrainingStore } from './state/training-store.ts';
import type { StrictOption } from './strict-mode.ts';
import type { TrainingKeys } from './wire/types.ts';

/** All options are optional. */
export interface TrainingOptions {
  readonly vendor?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly seed?: number | undefined;
  /** Length of the list of utilities; see `TRAINING_DEFAULTS`. */
  readonly utilityCount?: number | undefined;
  /** Currency of the shop's account; MXN by default. */
  readonly currency?: AccountCurrency | undefined;
  /** Balance of the shop's account at the first start, in its currency. */
  readonly balance?: string | undefined;
  /** Milliseconds until the answer R24. */
  readonly r24Milliseconds?: number | undefined;
  /**
   * Sends only what the interface shows and what was recorded, in every form that may occur. Off by
   * default.
   */
  readonly strict?: StrictOption | undefined;
  /** Requests per 60 seconds before a 429; no limit by default. */
  readonly requestsPerMinute?: number | null | undefined;
  /** The file of the state; by default or if null the state is in memory, new at each start. */
  readonly stateFile?: string | null | undefined;
  /** See `TrainingServiceOptions.onWebhook`. */
  readonly onWebhook?: ((body: string) => void) | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Creates the service without a network, ready to `handle` requests. */
export function createTrainingService(
  options: TrainingOptions = {},
): TrainingService & { readonly keys: TrainingKeys; close(): void } {
  const seed = options.seed ?? TRAINING_DEFAULTS.seed;
  const keys = {
    vendor: options.vendor ?? TRAINING_DEFAULTS.vendor,
    apiKey: options.apiKey ?? TRAINING_DEFAULTS.apiKey,
    secretKey: options.secretKey ?? TRAINING_DEFAULTS.secretKey,
  };
  const currency = options.currency ?? TRAINING_DEFAULTS.currency;
  const onError = options.onError ?? (() => {});
  const store = openTrainingStore(
    options.stateFile ?? null,
    options.balance ?? TRAINING_ACCOUNT_DEFAULTS[currency].balance,
    onError,
  );
  const clock = createClosableClock(options.clock ?? systemClock);
  const service = createHttpTrainingService({
    clock,
    keys,
    store,
    catalog: createTrainingCatalog(seed, options.utilityCount),
    seed,
    r24Milliseconds: options.r24Milliseconds ?? TRAINING_DEFAULTS.r24Milliseconds,
    currency,
    strict: options.strict ?? false,
    limits: { requestsPerMinute: options.requestsPerMinute ?? null },
    onWebhook: options.onWebhook ?? (() => {}),
    onError,
  });
  return {
    ...service,
    keys,
    close: () => {
      clock.end();
      store.close();
    },
  };
}

/**
 * A clock whose pending timers are cancelled when the service closes: nobody can receive a later
 * answer.
 */
function createClosableClock(clock: Clock): Clock & { end(): void } {
  const cancelFunctions = new Set<() => void>();
  return {
    now: clock.now,
    uptime: clock.uptime,
    after: (milliseconds, callback) => {
      const cancelTimer = clock.after(milliseconds, () => {
        cancelFunctions.delete(cancel);
        callback();
      });
      const cancel = (): void => {
        cancelFunctions.delete(cancel);
        cancelTimer();
      };
      cancelFunctions.add(cancel);
      return cancel;
    },
    end: () => {
      for (const cancel of [...cancelFunctions]) cancel();
    },
  };
}
