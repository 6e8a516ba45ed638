import { type Clock, systemClock } from '../platform/index.ts';
import { createTrainingCatalog } from './catalog/catalog.ts';
import { ACCOUNT_DEFAULTS, type AccountCurrency, TRAINING_DEFAULTS } from './defaults.ts';
import { createService, type TrainingService } from './http/service.ts';
import { openTrainingStore } from './state/training-store.ts';
import type { TrainingKeys } from './wire/types.ts';

/** Everything may be left out. */
export interface TrainingOptions {
  readonly vendor?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly seed?: number | undefined;
  /** Of the shop's account: MXN if left out. */
  readonly currency?: AccountCurrency | undefined;
  /** Of the shop's account at its first start, in its currency. */
  readonly balance?: string | undefined;
  /** How long R24 takes. */
  readonly r24Milliseconds?: number | undefined;
  /** Requests in 60 seconds before 429; left out: no limit. */
  readonly requestsPerMinute?: number | null | undefined;
  /** The file of the state; left out or null: in memory, new at each start. */
  readonly stateFile?: string | null | undefined;
  /** See `TrainingServiceOptions.onWebhook`. */
  readonly onWebhook?: ((body: string) => void) | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The service without a network, ready to `handle` requests. */
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
    options.balance ?? ACCOUNT_DEFAULTS[currency].balance,
    onError,
  );
  const clock = createClosableClock(options.clock ?? systemClock);
  const service = createService({
    clock,
    keys,
    store,
    catalog: createTrainingCatalog(seed),
    seed,
    r24Milliseconds: options.r24Milliseconds ?? TRAINING_DEFAULTS.r24Milliseconds,
    currency,
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

/** A clock whose waits end with the service: nobody is left to receive what would follow them. */
function createClosableClock(clock: Clock): Clock & { end(): void } {
  const waits = new Set<() => void>();
  return {
    now: clock.now,
    uptime: clock.uptime,
    after: (milliseconds, callback) => {
      const takeBack = clock.after(milliseconds, () => {
        waits.delete(cancel);
        callback();
      });
      const cancel = (): void => {
        waits.delete(cancel);
        takeBack();
      };
      waits.add(cancel);
      return cancel;
    },
    end: () => {
      for (const cancel of [...waits]) cancel();
    },
  };
}
