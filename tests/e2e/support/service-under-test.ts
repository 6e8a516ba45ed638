import type { Clock } from '../../../electron/platform/index.ts';
import { startTrainingServer, type TrainingServer } from '../../../electron/training/index.ts';
import type { Provisioning, ServiceVersion } from '../../../shared/contract/index.ts';
import { TEST_CERTIFICATE_FOLDER } from '../../support/certificates.ts';
import { SMALL_UTILITY_COUNT } from '../../support/small-utility-count.ts';
import { TRAINING_SHOP } from './training-shop.ts';

/** A service in the test's process: the test can read what it performed, and move its clock. */
export interface ServiceUnderTest extends TrainingServer {
  /** Moves the service's clock forward, as its Date header shows. */
  advanceClock(milliseconds: number): void;
  /**
   * After `close`, starts another service at the same address, with the same keys and no payments.
   */
  reopen(): Promise<void>;
  /** Returns the provisioning file of a till that uses this service. */
  provisioning(version: ServiceVersion): Provisioning;
}

export async function startService(catalog: 'small' | 'full' = 'small'): Promise<ServiceUnderTest> {
  let clockOffsetMs = 0;
  let isClosed = false;
  const clock: Clock = {
    now: () => Date.now() + clockOffsetMs,
    uptime: () => performance.now(),
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const options = {
    clock,
    r24Milliseconds: 50,
    certificateFolder: TEST_CERTIFICATE_FOLDER,
    ...(catalog === 'small' ? { utilityCount: SMALL_UTILITY_COUNT } : {}),
  };
  let server = await startTrainingServer(options);
  const { port } = new URL(server.baseUrl);
  return {
    ...server,
    inspect: (externalId) => server.inspect(externalId),
    reopen: async () => {
      server = await startTrainingServer({ ...options, port: Number(port) });
      isClosed = false;
    },
    advanceClock: (milliseconds) => {
      clockOffsetMs += milliseconds;
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await server.close();
    },
    provisioning: (version) => ({
      ...TRAINING_SHOP,
      environment: 'sandbox',
      baseUrl: server.baseUrl,
      caFile: server.caFile,
      vendor: server.vendor,
      apiKey: server.apiKey,
      secretKey: server.secretKey,
      version,
    }),
  };
}
