import { mkdirSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { getVersionFacts } from '../../../shared/rules/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
  type ServiceConfig,
} from '../../service/index.ts';
import type { Settings, TillSettings } from '../../settings/index.ts';
import { type EmbeddedTraining, startEmbeddedTraining } from '../../training/thread/index.ts';
import { getTrainingFolder } from './profile-paths.ts';
import { toServiceConfig } from './service-config.ts';

/** The connection to the service: its client, which is replaced when the settings change. */
export interface ServiceConnection {
  /** Null until there are keys, or while the training service is starting. */
  service(): BillPaymentService | null;
  /** Like `service`, but waits up to `FIRST_CONNECT_TIMEOUT_MS` while the first client is being made. */
  waitForService(): Promise<Result<BillPaymentService>>;
  /** Why there is no client, after the first attempt to make one; null during it. */
  unavailableReason(): 'no-keys' | 'not-ready' | null;
  /** Null in every environment but training, and if it could not be started. */
  readonly training: Promise<EmbeddedTraining | null>;
  open(): void;
  /** Uses these settings for every new request. Requests in flight still get their answers. */
  setConfig(config: ServiceConfig): void;
  /** Stops trying to connect. */
  stop(): void;
  close(): Promise<void>;
}

/** A key store that did not answer or was locked at the start may open later. */
const RECONNECT_DELAY_MS = 60_000;
/** How long a key store may take before the till says that it cannot reach the service. */
const FIRST_CONNECT_TIMEOUT_MS = 10_000;
/** The longest deadline that a request may have. */
const MAX_REQUEST_TIMEOUT_MS = 300_000;

export function createServiceConnection(ports: {
  readonly profileFolder: string;
  readonly trainingWorker: URL;
  readonly settings: Settings;
  readonly tillSettings: () => TillSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** A request was answered, or failed. */
  readonly onHealth: () => void;
  /** A client now exists, or the reason for its lack changed. No request was involved. */
  readonly onChange: () => void;
  /** The first client exists: work that needs one can begin. */
  readonly onConnected: () => void;
}): ServiceConnection {
  const { clock, log, tillSettings } = ports;
  const { environment } = tillSettings();
  const isTraining = environment === 'training';
  const training = Promise.withResolvers<EmbeddedTraining | null>();
  const firstTry = Promise.withResolvers<void>();
  let isTried = false;
  let cancelWait: (() => void) | null = null;
  const retired = new Map<BillPaymentService, () => void>();
  let service: BillPaymentService | null = null;
  let isOpen = false;
  let isStopped = false;
  let isConnecting = false;
  let lacksKeys = false;
  let cancelAgain: (() => void) | null = null;

  const endFirstTry = (): void => {
    if (isTried) return;
    isTried = true;
    cancelWait?.();
    firstTry.resolve();
    ports.onChange();
  };

  const speakTo = (config: ServiceConfig): void => {
    const before = service;
    service = createBillPaymentService(config, { clock, log });
    service.onHealthChange(ports.onHealth);
    if (before === null) {
      ports.onConnected();
      endFirstTry();
      ports.onChange();
      return;
    }
    const cancel = clock.after(MAX_REQUEST_TIMEOUT_MS, () => {
      retired.delete(before);
      before
        .close()
        .catch((error: unknown) =>
          log.error({ err: error }, 'service-connection: closing replaced client failed'),
        );
    });
    retired.set(before, cancel);
  };

  /** Reads the settings after the vault has answered: they may have changed meanwhile. */
  const configNow = async (): Promise<ServiceConfig | null> => {
    const running = await training.promise;
    for (;;) {
      const settings = tillSettings();
      const secrets = isTraining ? null : await ports.settings.secrets(environment);
      if (settings === tillSettings()) return toServiceConfig(settings, secrets, running);
    }
  };

  const connect = async (): Promise<void> => {
    const config = await configNow();
    if (isStopped || service !== null) return;
    lacksKeys = config === null && !isTraining;
    if (config) speakTo(config);
    else log.error({ environment }, 'service-connection: keys missing');
  };

  /** Until this is done the till shows what it has stored, and asks the service for nothing. */
  const connectAtLast = (): void => {
    cancelAgain?.();
    if (isConnecting) return;
    isConnecting = true;
    connect()
      .catch((error: unknown) => log.error({ err: error }, 'service-connection: connect failed'))
      .then(() => {
        isConnecting = false;
        endFirstTry();
        if (service !== null || isStopped || isTraining) return;
        cancelAgain = clock.after(RECONNECT_DELAY_MS, connectAtLast);
      });
  };

  const startTraining = async (): Promise<EmbeddedTraining | null> => {
    if (!isTraining) return null;
    const folder = getTrainingFolder(ports.profileFolder);
    mkdirSync(folder, { recursive: true });
    return await startEmbeddedTraining({
      workerUrl: ports.trainingWorker,
      folder,
      currency: getVersionFacts(tillSettings().version).currency,
      onProblem: (reason) => log.error({ reason }, 'training-service: internal error'),
    });
  };

  return {
    service: () => service,
    waitForService: async () => {
      if (service === null) await firstTry.promise;
      if (service !== null) return ok(service);
      return fail({ kind: 'not-connected', reason: lacksKeys ? 'no-keys' : 'not-ready' });
    },
    unavailableReason: () => {
      if (service !== null || !isTried) return null;
      return lacksKeys ? 'no-keys' : 'not-ready';
    },
    training: training.promise,
    open: () => {
      if (isOpen || isStopped) return;
      isOpen = true;
      cancelWait = clock.after(FIRST_CONNECT_TIMEOUT_MS, endFirstTry);
      startTraining()
        .catch((error: unknown) => {
          log.error({ err: error }, 'training-service: start failed');
          return null;
        })
        .then((running) => {
          training.resolve(running);
          connectAtLast();
        });
    },
    setConfig: (config) => {
      // Before `open`, nothing is connected; `open` then reads these settings.
      if (isOpen && !isStopped) speakTo(config);
    },
    stop: () => {
      isStopped = true;
      endFirstTry();
      cancelAgain?.();
      if (!isOpen) training.resolve(null);
    },
    close: async () => {
      for (const [old, cancel] of retired) {
        cancel();
        await old.close();
      }
      await service?.close();
      await (await training.promise)?.close();
    },
  };
}
