import { type Clock, systemClock } from '../platform/index.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { createService, type TrainingService } from './http/service.ts';
import { openTrainingStore } from './state/store.ts';
import type { TrainingKeys } from './wire/types.ts';

/** The credentials of a till in training; known to everybody, worth nothing. */
export const TRAINING_DEFAULTS = {
  vendor: 'mostrador',
  apiKey: 'training',
  secretKey: 'training-secret',
  seed: 1,
  /** MXN. */
  balance: '250000.00',
  r24Milliseconds: 20_000,
} as const;

/** Everything may be left out. */
export interface TrainingOptions {
  readonly vendor?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly seed?: number | undefined;
  /** Of the shop's account at its first start, MXN. */
  readonly balance?: string | undefined;
  /** How long R24 takes. */
  readonly r24Milliseconds?: number | undefined;
  /** Requests in 60 seconds before 429; left out: no limit. */
  readonly requestsPerMinute?: number | null | undefined;
  /** The file of the state; left out or null: in memory, new at each start. */
  readonly stateFile?: string | null | undefined;
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
  const onError = options.onError ?? (() => {});
  const store = openTrainingStore(
    options.stateFile ?? null,
    options.balance ?? TRAINING_DEFAULTS.balance,
    onError,
  );
  const clock = endingClock(options.clock ?? systemClock);
  const service = createService({
    clock,
    keys,
    store,
    catalogue: createCatalogue(seed),
    seed,
    r24Milliseconds: options.r24Milliseconds ?? TRAINING_DEFAULTS.r24Milliseconds,
    limits: { requestsPerMinute: options.requestsPerMinute ?? null },
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
function endingClock(clock: Clock): Clock & { end(): void } {
  const waits = new Set<() => void>();
  return {
    now: clock.now,
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
