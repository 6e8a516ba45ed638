import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { readChainServerConfig } from '../../electron/chain/server/config/index.ts';
import { startTrainingServer, type TrainingServer } from '../../electron/training/index.ts';
import { type Provisioning, provisioningSchema } from '../../shared/contract/index.ts';
import { type OpenSsh, startOpenSsh } from '../support/openssh/index.ts';
import { type OwnCluster, startPostgres, type TestDatabase } from '../support/postgres/index.ts';
import { ROOT } from '../support/till-process.ts';

const PROGRAM = join(ROOT, 'dist', 'office', 'mostrador-chain.mjs');
const MINUTE_MS = 60_000;
const WAIT_TIMEOUT_MS = 5 * MINUTE_MS;

/** The parts of a chain besides its tills, set up with its own commands as in docs/chain.md. */
export interface DemoOffice {
  readonly training: TrainingServer;
  readonly database: TestDatabase;
  readonly databasePort: number;
  /** The login for the owner's chain pages. */
  readonly owner: { readonly user: string; readonly password: string };
  /** The end of the day of the file, in milliseconds since the epoch. */
  readonly midnight: number;
  /** The folder from which the service takes the daily file. */
  readonly folder: string;
  enroll(shop: string, pos: string): NonNullable<Provisioning['chain']>;
  readonly reconciliation: NonNullable<Provisioning['reconciliation']>;
  /** Stops the chain process and starts another one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the office of a chain whose day ends `minutes` minutes after the start. Its file is due at
 * 04:00, one minute later.
 */
export async function startDemoOffice(
  folder: string,
  { minutes, log }: { readonly minutes: number; readonly log: string },
): Promise<DemoOffice> {
  const cleanups: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    const postgres = await startPostgres();
    cleanups.push(postgres.stop);
    const sshd = await startOpenSsh();
    cleanups.push(sshd.stop);
    const port = await findFreePort();
    const setup = initialize(postgres, folder);
    const chain = await readChainServerConfig(join(setup, 'chain.json'), process.env);
    const url = `http://127.0.0.1:${port}/hooks/${chain.hooks?.tokens[0]}`;
    const training = await startTrainingServer({ strict: true, webhook: { url } });
    cleanups.push(training.close);

    const midnight = (Math.ceil(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS;
    const reconciliation = createReconciliation(sshd, midnight);
    const { baseUrl, vendor, apiKey, secretKey, caFile } = training;
    const config = join(setup, 'chain.json');
    writeFileSync(
      config,
      JSON.stringify({
        ...chain,
        chainName: 'lupita',
        service: { baseUrl, version: 'v3.mx', vendor, apiKey, secretKey, caFile },
        reconciliation: { ...reconciliation, uploads: true },
        dailyFile: { waitUntil: '04:01' },
      }),
    );
    const start = (): ChildProcess =>
      spawn(
        process.execPath,
        [PROGRAM, 'start', '--config', config, '--hooks', String(port), '--data', folder],
        { stdio: ['ignore', 'ignore', openSync(log, 'a')] },
      );
    let chainProcess = start();
    const stopProcess = async (): Promise<void> => {
      if (chainProcess.exitCode !== null || chainProcess.signalCode !== null) return;
      const exitEvent = once(chainProcess, 'exit');
      chainProcess.kill('SIGTERM');
      await exitEvent;
    };
    cleanups.push(stopProcess);
    return {
      training,
      database: postgres.getDatabase('chain'),
      databasePort: postgres.port,
      owner: officeFileSchema.parse(readJson(join(setup, 'office.json'))).chain.office,
      midnight,
      folder: sshd.folder,
      reconciliation,
      enroll: (shop, pos) => {
        const args = [
          '--shop',
          shop,
          '--pos',
          pos,
          '--out',
          setup,
          '--admin',
          getAdminFile(folder),
        ];
        runOffice(['enroll', ...args]);
        const file = join(setup, `${shop.replaceAll(' ', '-')}-${pos}.json`);
        return tillFileSchema.parse(readJson(file)).chain;
      },
      restart: async () => {
        await stopProcess();
        chainProcess = start();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const officeFileSchema = z.object({
  chain: z.object({ office: z.object({ user: z.string(), password: z.string() }) }),
});
const tillFileSchema = z.object({ chain: provisioningSchema.shape.chain.unwrap() });

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function initialize(postgres: OwnCluster, folder: string): string {
  const setup = join(folder, 'setup');
  const { port, caPem, superuser } = postgres;
  const admin = { ...superuser, hosts: [`127.0.0.1:${port}`], ca: caPem };
  writeFileSync(getAdminFile(folder), JSON.stringify(admin), { mode: 0o600 });
  runOffice(['init', '--out', setup, '--admin', getAdminFile(folder)]);
  return setup;
}

const getAdminFile = (folder: string): string => join(folder, 'admin.json');

function runOffice(args: readonly string[]): void {
  const result = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`chain ${args[0]}: ${result.stderr}`);
}

/**
 * The demo does not wait for the night: in its own zones it is soon midnight, and 04:00 one minute
 * later.
 */
function createReconciliation(
  { host, port, user, privateKey, fingerprint }: OpenSsh,
  midnight: number,
): NonNullable<Provisioning['reconciliation']> {
  return {
    timeZone: createOffset(midnight, 0),
    uploadTime: '04:00',
    uploadZone: createOffset(midnight + MINUTE_MS, 4 * 60),
    host,
    port,
    user,
    privateKey,
    hostKey: fingerprint,
    uploads: false,
  };
}

/** Returns the UTC offset at which this moment is this many minutes after midnight. */
function createOffset(timeMs: number, minutes: number): string {
  const dayMinutes = 24 * 60;
  const minutesAhead =
    (((minutes - Math.round(timeMs / MINUTE_MS)) % dayMinutes) + dayMinutes) % dayMinutes;
  const offset = minutesAhead > dayMinutes / 2 ? minutesAhead - dayMinutes : minutesAhead;
  const toTwoDigits = (number: number): string => String(number).padStart(2, '0');
  const offsetSize = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${toTwoDigits(Math.floor(offsetSize / 60))}:${toTwoDigits(offsetSize % 60)}`;
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Polls until `check` returns a value. Throws after 5 minutes. */
export async function waitFor<Value>(
  description: string,
  check: () => Value | null | Promise<Value | null>,
): Promise<Value> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  for (;;) {
    const value = await check();
    if (value !== null) return value;
    if (Date.now() > deadline) throw new Error(`timed out while waiting for ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
