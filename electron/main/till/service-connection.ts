import { mkdirSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import { getTrainingFolder } from '../../platform/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
  type ServiceConfig,
} from '../../service/index.ts';
import type { Settings, TillSettings } from '../../settings/index.ts';
import { type EmbeddedTraining, startEmbeddedTraining } from '../../training/thread/index.ts';
import { toServiceConfig } from './service-config.ts';

/** The connection to the service: its client, which is replaced when the settings change. */
export interface ServiceConnection {
  /** Null until there are keys, and while the training service is starting. */
  service(): BillPaymentService | null;
  /** Like `service`, but waits up to `FIRST_CONNECT_TIMEOUT_MS` while the first client is being made. */
  waitForService(): Promise<Result<BillPaymentService>>;
  /** Why there is no client, after the first attempt to make one; null during it. */
  unavailableReason(): 'no-keys' | 'not-ready' | null;
  /** The client's configuration; null while there is no client. */
  getConfig(): ServiceConfig | null;
  /** Null in every environment except training, and if it could not start. */
  readonly training: Promise<EmbeddedTraining | null>;
  open(): void;
  /** Uses these settings for every new request. Requests in flight still get their answers. */
  setConfig(config: ServiceConfig): void;
  /** Stops trying to connect. */
  stop(): void;
  close(): Promise<void>;
}

/** A key store that did not respond or was locked at the start may open later. */
const RECONNECT_DELAY_MS = 60_000;
/** How long a key store may take before the till reports that it is not connected. */
const FIRST_CONNECT_TIMEOUT_MS = 10_000;
/** The maximum deadline of a request. */
const MAX_REQUEST_TIMEOUT_MS = 300_000;

export function createServiceConnection(ports: {
  readonly profileFolder: string;
  readonly trainingWorkerUrl: URL;
  readonly settings: Settings;
  readonly tillSettings: () => TillSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** A request was answered or failed. */
  readonly onHealth: () => void;
  /** A client now exists, or the reason why there is none changed. No request was involved. */
  readonly onChange: () => void;
  /** The first client exists: work that needs one can begin. */
  readonly onConnected: () => void;
}): ServiceConnection {
  const { clock, log, tillSettings } = ports;
  const { environment } = tillSettings();
  const isTraining = environment === 'training';
  const training = Promise.withResolvers<EmbeddedTraining | null>();
  const firstAttempt = Promise.withResolvers<void>();
  let isFirstAttemptDone = false;
  let cancelFirstTimeout: (() => void) | null = null;
  const retiredServices = new Map<BillPaymentService, () => void>();
  let service: BillPaymentService | null = null;
  let currentConfig: ServiceConfig | null = null;
  let isOpen = false;
  let isStopped = false;
  let isConnecting = false;
  let lacksKeys = false;
  let cancelReconnect: (() => void) | null = null;

  const completeFirstAttempt = (): void => {
    if (isFirstAttemptDone) return;
    isFirstAttemptDone = true;
    cancelFirstTimeout?.();
    firstAttempt.resolve();
    ports.onChange();
  };

  const connectTo = (config: ServiceConfig): void => {
    const previousService = service;
    currentConfig = config;
    service = createBillPaymentService(config, { clock, log });
    service.onHealthChange(ports.onHealth);
    if (previousService === null) {
      ports.onConnected();
      completeFirstAttempt();
      ports.onChange();
      return;
    }
    const cancel = clock.after(MAX_REQUEST_TIMEOUT_MS, () => {
      retiredServices.delete(previousService);
      previousService
        .close()
        .catch((error: unknown) =>
          log.error({ err: error }, 'service-connection: closing replaced client failed'),
        );
    });
    retiredServices.set(previousService, cancel);
  };

  /** Reads the settings after the vault responded, because they may have changed meanwhile. */
  const readConfig = async (): Promise<ServiceConfig | null> => {
    const trainingService = await training.promise;
    for (;;) {
      const settings = tillSettings();
      const secrets = isTraining ? null : await ports.settings.readSecrets(environment);
      if (settings === tillSettings()) return toServiceConfig(settings, secrets, trainingService);
    }
  };

  const connect = async (): Promise<void> => {
    const config = await readConfig();
    if (isStopped || service !== null) return;
    lacksKeys = config === null && !isTraining;
    if (config) connectTo(config);
    else log.error({ environment }, 'service-connection: keys missing');
  };

  /** Until this completes, the till shows stored data and sends no requests to the service. */
  const connectWithRetry = (): void => {
    cancelReconnect?.();
    if (isConnecting) return;
    isConnecting = true;
    connect()
      .catch((error: unknown) => log.error({ err: error }, 'service-connection: connect failed'))
      .then(() => {
        isConnecting = false;
        completeFirstAttempt();
        if (service !== null || isStopped || isTraining) return;
        cancelReconnect = clock.after(RECONNECT_DELAY_MS, connectWithRetry);
      });
  };

  const startTraining = async (): Promise<EmbeddedTraining | null> => {
    if (!isTraining) return null;
    const folder = getTrainingFolder(ports.profileFolder);
    mkdirSync(folder, { recursive: true });
    return await startEmbeddedTraining({
      workerUrl: ports.trainingWorkerUrl,
      folder,
      currency: getServiceVersionInfo(tillSettings().version).currency,
      onProblem: (reason) => log.error({ reason }, 'training-service: internal error'),
    });
  };

  return {
    service: () => service,
    waitForService: async () => {
      if (service === null) await firstAttempt.promise;
      if (service !== null) return ok(service);
      return fail({ kind: 'not-connected', reason: lacksKeys ? 'no-keys' : 'not-ready' });
    },
    unavailableReason: () => {
      if (service !== null || !isFirstAttemptDone) return null;
      return lacksKeys ? 'no-keys' : 'not-ready';
    },
    getConfig: () => currentConfig,
    training: training.promise,
    open: () => {
      if (isOpen || isStopped) return;
      isOpen = true;
      cancelFirstTimeout = clock.after(FIRST_CONNECT_TIMEOUT_MS, completeFirstAttempt);
      startTraining()
        .catch((error: unknown) => {
          log.error({ err: error }, 'training-service: start failed');
          return null;
        })
        .then((trainingService) => {
          training.resolve(trainingService);
          connectWithRetry();
        });
    },
    setConfig: (config) => {
      // Before `open`, nothing is connected; `open` then reads these settings.
      if (isOpen && !isStopped) connectTo(config);
    },
    stop: () => {
      isStopped = true;
      completeFirstAttempt();
      cancelReconnect?.();
      if (!isOpen) training.resolve(null);
    },
    close: async () => {
      for (const [retiredService, cancel] of retiredServices) {
        cancel();
        await retiredService.close();
      }
      await service?.close();
      await (await training.promise)?.close();
    },
  };
}
