import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../../electron/platform/index.ts';
import { startTrainingServer, type TrainingServer } from '../../../electron/training/index.ts';
import type { Provisioning } from '../../../shared/contract/index.ts';
import { TRAINING_SHOP } from '../../e2e/support/training-shop.ts';
import { CHAIN_PROGRAM } from '../../support/built-paths.ts';
import { TEST_CERTIFICATE_FOLDER } from '../../support/certificates.ts';
import {
  type ConnectionGate,
  openConnectionGate,
  startOpenSsh,
} from '../../support/openssh/index.ts';
import {
  createChain,
  getProgramPath,
  type OwnCluster,
  startPostgres,
  startStandby,
  type TestChain,
} from '../../support/postgres/index.ts';
import { SMALL_UTILITY_COUNT } from '../../support/small-utility-count.ts';
import type { Psql, SeenFile } from './reader.ts';

/** Everything around the tills of a kill run: their chain, its processes, the service and the SFTP server. */
export interface KillRunWorld {
  readonly folder: string;
  readonly service: TrainingServer;
  readonly chain: TestChain;
  /** The lines of the tills and of the chain's processes to the database's two servers. */
  readonly databaseGates: readonly [primary: ConnectionGate, standby: ConnectionGate];
  readonly uploadGate: ConnectionGate;
  /** The folder of the uploaded files. */
  readonly uploadFolder: string;
  /** The files that were seen there under their final names. */
  listSeenFiles(): readonly SeenFile[];
  /** The time of every clock but the database's, in milliseconds since the epoch. */
  now(): number;
  /** Moves it forward; no effect if it is later already. */
  moveClockTo(time: number): void;
  /** The command that starts a program with this clock. */
  readonly clockCommand: readonly string[];
  getPsql(): Psql;
  /** Runs SQL as the superuser; waits for a database that starts. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  getPostgres(): OwnCluster;
  /** Starts an asynchronous standby. */
  startStandby(): Promise<OwnCluster>;
  /** The standby has become the primary, and the former one is gone. */
  setPrimary(standby: OwnCluster): void;
  /** Returns the settings of a new till of the chain. */
  enrollTill(posNumber: string): Promise<Provisioning>;
  /** Starts `chain start`; more of them are its reserve. */
  startMaker(...options: readonly string[]): Maker;
  /** Returns the end of what each of them has logged, the last one last. */
  listMakerOutputs(): readonly string[];
  close(): Promise<void>;
}

/** A process of the chain, which makes the daily file while it is elected. */
export interface Maker {
  readonly child: ChildProcess;
  /** Sends the signal, and resolves when the process has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export const CHAIN_NAME = 'lupita';
export const ZONE = 'America/Mexico_City';
export const HOURS_BEHIND_UTC = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WAIT_TIMEOUT_MS = 300_000;
const WATCH_INTERVAL_MS = 25;

export async function startKillRunWorld(): Promise<KillRunWorld> {
  const cleanups: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    return await openWorld(cleanups, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function openWorld(
  cleanups: (() => unknown)[],
  close: () => Promise<void>,
): Promise<KillRunWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-kill-run-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const clock = createSharedClock(join(folder, 'clock'));
  let postgres = await startPostgres();
  cleanups.push(postgres.stop);
  const chain = await createChain(postgres);
  const makerLogin = await chain.createLogin('maker');
  const sshd = await startOpenSsh();
  cleanups.push(sshd.stop);
  const service = await startTrainingServer({
    strict: true,
    clock: { ...systemClock, now: clock.now },
    r24Milliseconds: 50,
    certificateFolder: TEST_CERTIFICATE_FOLDER,
    utilityCount: SMALL_UTILITY_COUNT,
  });
  cleanups.push(service.close);
  const primaryGate = await openConnectionGate({ port: postgres.port });
  cleanups.push(primaryGate.close);
  // Nothing listens there before a standby starts.
  const standbyAddress = { port: 1 };
  const standbyGate = await openConnectionGate(standbyAddress);
  cleanups.push(standbyGate.close);
  const uploadGate = await openConnectionGate(sshd);
  cleanups.push(uploadGate.close);
  const seenFiles = watchFolder(sshd.folder);
  cleanups.push(seenFiles.stop);

  const { baseUrl, vendor, apiKey, secretKey, caFile } = service;
  const hosts = [primaryGate, standbyGate].map(({ port }) => `127.0.0.1:${port}`);
  const reconciliation = { timeZone: ZONE, uploadZone: ZONE, uploadTime: '00:05' };
  const config = join(folder, 'chain.json');
  const { user = '', password = '' } = makerLogin;
  writeFileSync(
    config,
    JSON.stringify({
      hosts,
      database: makerLogin.database,
      ca: makerLogin.ca,
      maker: { user, password },
      chainName: CHAIN_NAME,
      service: { baseUrl, version: 'v3.mx', vendor, apiKey, secretKey, caFile },
      reconciliation: {
        ...reconciliation,
        host: sshd.host,
        port: uploadGate.port,
        user: sshd.user,
        privateKey: sshd.privateKey,
        hostKey: sshd.fingerprint,
        uploads: true,
      },
      dailyFile: { waitUntil: '00:40' },
    }),
    { mode: 0o600 },
  );
  const makerOutputs: (() => string)[] = [];
  const dataFolder = join(folder, 'chain-data');
  mkdirSync(dataFolder);

  const sql = async (text: string): Promise<Record<string, unknown>[]> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await postgres.getDatabase(chain.database.name).sql(text);
      } catch (error) {
        if (attempt === 100) throw error;
        await wait(100);
      }
    }
  };
  return {
    ...{ folder, service, chain, uploadGate, sql, close },
    databaseGates: [primaryGate, standbyGate],
    uploadFolder: sshd.folder,
    listSeenFiles: seenFiles.list,
    now: clock.now,
    moveClockTo: clock.moveTo,
    clockCommand: ['env', ...Object.entries(clock.env).map(([name, value]) => `${name}=${value}`)],
    getPostgres: () => postgres,
    startStandby: async () => {
      const standby = await startStandby(postgres, { isSynchronous: false });
      cleanups.push(standby.stop);
      standbyAddress.port = standby.port;
      return standby;
    },
    setPrimary: (standby) => {
      postgres = standby;
    },
    getPsql: () => ({
      program: getProgramPath('psql'),
      env: {
        PATH: process.env.PATH,
        PGHOST: postgres.host,
        PGPORT: String(postgres.port),
        PGSSLMODE: 'require',
        PGUSER: postgres.superuser.user,
        PGPASSWORD: postgres.superuser.password,
        PGDATABASE: chain.database.name,
      },
    }),
    enrollTill: async (posNumber) => {
      const address = await chain.enrollTill('Centro', posNumber);
      return {
        ...TRAINING_SHOP,
        environment: 'sandbox',
        version: 'v3.mx',
        ...{ baseUrl, vendor, apiKey, secretKey, caFile, posNumber },
        chainName: CHAIN_NAME,
        // The clock jumps by hours, and a till that is idle for so long locks itself.
        lockAfterMinutes: 0,
        reconciliation: { ...reconciliation, host: sshd.host, user: sshd.user, uploads: false },
        chain: { ...address, hosts },
      };
    },
    listMakerOutputs: () => makerOutputs.slice(-4).map((read) => read()),
    startMaker: (...options) => {
      const child = spawn(
        process.execPath,
        [CHAIN_PROGRAM, 'start', '--config', config, '--data', dataFolder, ...options],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { ...process.env, ...clock.env, TMPDIR: folder },
        },
      );
      let output = '';
      child.stderr.on('data', (data) => {
        output += String(data);
      });
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
        child.kill(signal);
        await ended;
      };
      cleanups.push(() => end('SIGKILL'));
      makerOutputs.push(() => `process ${child.pid}: ${output.slice(-1_000)}`);
      return { child, end };
    },
  };
}

/** A clock that the test moves forward, in its own process and in those with its environment. */
function createSharedClock(path: string) {
  const file = openSync(path, 'w+');
  let shiftMs = 0;
  const now = (): number => Date.now() + shiftMs;
  const moveTo = (time: number): void => {
    shiftMs = Math.max(shiftMs, time - Date.now());
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(shiftMs);
    writeSync(file, bytes, 0, 8, 0);
  };
  moveTo(0);
  const preload = pathToFileURL(join(import.meta.dirname, '../../support/shifted-clock.ts')).href;
  return { now, moveTo, env: { TEST_CLOCK_FILE: path, NODE_OPTIONS: `--import=${preload}` } };
}

/** Notes each version of each file that has its final name. */
function watchFolder(folder: string) {
  const seen = new Map<string, SeenFile>();
  const timer = setInterval(() => {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.txt')) continue;
      const file = join(folder, name);
      const { ino, mtimeMs, size } = statSync(file);
      const stamp = `${name} ${ino} ${mtimeMs} ${size}`;
      if (seen.has(stamp)) continue;
      const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
      seen.set(stamp, { name, version: `${ino} ${digest}` });
    }
  }, WATCH_INTERVAL_MS);
  return { stop: () => clearInterval(timer), list: () => [...seen.values()] };
}

/** Returns this time of the day that is so many days after the day of `time`, in the chain's zone. */
export function toLocalTime(time: number, days: number, clockTime: string): number {
  const shiftedDay = Math.floor((time - HOURS_BEHIND_UTC * HOUR_MS) / DAY_MS) + days;
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return shiftedDay * DAY_MS + (hours + HOURS_BEHIND_UTC) * HOUR_MS + minutes * 60_000;
}

/** Returns the business day of that time in the chain's zone. */
export function toLocalDay(time: number): string {
  return new Date(time - HOURS_BEHIND_UTC * HOUR_MS).toISOString().slice(0, 10);
}

/** Polls until it is true. The timeout is far longer than a slow machine needs. */
export async function waitUntil(
  expectation: string,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`timed out: ${expectation}`);
    await wait(50);
  }
}
