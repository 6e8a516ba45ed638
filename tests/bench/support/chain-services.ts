import { randomBytes } from 'node:crypto';
import {
  createFakeServer,
  KEY,
} from '../../../electron/back-office/reconciliation/testing/index.ts';
import { connectToChain } from '../../../electron/chain/client/index.ts';
import { createDailyFileService } from '../../../electron/chain/server/daily-file/index.ts';
import { createSessionWatch } from '../../../electron/chain/server/session-watch/index.ts';
import { createWebhookService } from '../../../electron/chain/server/webhooks/index.ts';
import { silentLog, systemClock } from '../../../electron/platform/index.ts';
import type { BillPaymentService } from '../../../electron/service/index.ts';
import { NOON_TIME_ZONE } from '../../support/due-daily-files.ts';
import type { TestChain } from '../../support/postgres/index.ts';

const MINUTE_MS = 60_000;
/** So that a list of 30,000 transactions is read within 20 seconds. */
const PAGES_AN_HOUR = 20 * 3_600;

/** The parts of `chain start` that make the daily file and watch the tills. */
export interface DailyFileMaker {
  /** The names of the files that have arrived at the server. */
  listUploadedFiles(): readonly string[];
  /** Compares the ended days with the service's list, and gives webhook notices to their tills. */
  runDueWorkNow(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Starts the maker of the daily file, with its comparison and retention, and the watch of the tills'
 * sessions. Yesterday's file falls due at the first full minute after one minute. The server of the
 * upload is in memory.
 */
export async function startDailyFileMaker(
  chain: TestChain,
  service: BillPaymentService,
  dataFolder: string,
): Promise<DailyFileMaker> {
  const address = await chain.createLogin('maker');
  const connect: Parameters<typeof createDailyFileService>[0]['connect'] = (options) =>
    connectToChain(address, options);
  const server = createFakeServer();
  const dueAt = Math.ceil(Date.now() / MINUTE_MS + 1) * MINUTE_MS;
  const uploadTime = new Date(dueAt).toISOString().slice(11, 16);
  const ports = { clock: systemClock, log: silentLog };
  const dailyFile = await createDailyFileService({
    ...ports,
    environment: null,
    connect,
    settings: () => ({
      chainName: 'lupita',
      timeZone: NOON_TIME_ZONE,
      uploadHour: { time: uploadTime, zone: 'UTC' },
      server: {
        ...{ host: 'sftp.example', port: 22, user: 'lupita', hostKey: KEY.fingerprint },
        ...{ folder: '', fileMode: 0o600 },
      },
      isUploading: true,
      isUploadedByChain: false,
      hasDrp: false,
    }),
    secrets: async () => ({ password: 'password', privateKey: null }),
    dailyFile: { waitUntil: uploadTime, pagesAnHour: PAGES_AN_HOUR, retention: null },
    journal: {
      folder: dataFolder,
      choices: { acceptsJournal: false, startsNewJournal: false },
      confirm: null,
    },
    service: () => service,
    openUploadServer: server.open,
  }).start();
  const sessionWatch = await createSessionWatch({
    ...ports,
    connect: () => connect({ deadlineMs: 10_000 }),
  }).start();
  return {
    listUploadedFiles: () => server.renamedNames,
    runDueWorkNow: dailyFile.runDueWorkNow,
    stop: async () => {
      await sessionWatch.stop();
      await dailyFile.stop();
    },
  };
}

export interface RunningWebhooks {
  /** Sends a webhook as the service does; returns why it was not stored, or null. */
  send(body: object): Promise<string | null>;
  stop(): Promise<void>;
}

/** Starts the receiver of webhooks with the login that can only add notices. */
export async function startWebhooks(chain: TestChain): Promise<RunningWebhooks> {
  const { hosts, database, ca, user, password } = await chain.createLogin('hook');
  const address = { hosts: [...hosts], database, ca };
  const token = randomBytes(32).toString('base64url');
  let port = 0;
  const log = {
    ...silentLog,
    info: (fields: object) => {
      if ('port' in fields) port = Number(fields.port);
    },
  };
  const hook = { user, password: String(password) };
  const config = { ...address, hook, hooks: { tokens: [token] } };
  const receiver = await createWebhookService(config, 0, { clock: systemClock, log }).start();
  return {
    send: async (body) => {
      try {
        const response = await fetch(`http://127.0.0.1:${port}/hooks/${token}`, {
          method: 'POST',
          body: JSON.stringify(body),
        });
        await response.arrayBuffer();
        return response.status === 204 ? null : String(response.status);
      } catch (error) {
        return String(error);
      }
    },
    stop: async () => await receiver.stop(),
  };
}
