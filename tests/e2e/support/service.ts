import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../electron/platform/index.ts';
import { startTrainingServer, type TrainingServer } from '../../../electron/training/index.ts';
import type { Provisioning, ServiceVersion } from '../../../shared/contract/index.ts';
import { TRAINING_SHOP } from './shop.ts';

/** A service in the test's own process: what it performed can be read, and its clock moved. */
export interface ServiceUnderTest extends TrainingServer {
  /** Moves the service's clock on, as seen by its Date header. */
  advanceClock(milliseconds: number): void;
  /** After `close`: another one at the same address, with the same keys and no payments. */
  reopen(): Promise<void>;
  /** Removes what it left behind, after `close`. */
  remove(): Promise<void>;
  /** What a till's provisioning file says of it. */
  provisioning(version: ServiceVersion): Provisioning;
}

export async function startService(): Promise<ServiceUnderTest> {
  let ahead = 0;
  let isClosed = false;
  const clock: Clock = {
    now: () => Date.now() + ahead,
    uptime: () => performance.now(),
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  // Its certificate outlives it: a till may be provisioned while the service is away.
  const certificateFolder = await mkdtemp(join(tmpdir(), 'till-e2e-service-'));
  const options = { clock, r24Milliseconds: 50, certificateFolder };
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
      ahead += milliseconds;
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
