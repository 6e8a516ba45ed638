import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../electron/platform/index.ts';
import { startTrainingServer, type TrainingServer } from '../../../electron/training/index.ts';
import type { Provisioning, ServiceVersion } from '../../../shared/contract/index.ts';
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
  /** Removes its files after `close`. */
  remove(): Promise<void>;
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
  // The certificate outlives the server: a till may be provisioned while the service is closed.
  const certificateFolder = await mkdtemp(join(tmpdir(), 'till-e2e-service-'));
  const options = {
    clock,
    r24Milliseconds: 50,
    certificateFolder,
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
    remove: () => rm(certificateFolder, { recursive: true, force: true }),
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
