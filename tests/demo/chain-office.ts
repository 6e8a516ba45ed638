import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { readOfficeConfig } from '../../electron/chain/server/config/index.ts';
import { startTrainingServer, type TrainingServer } from '../../electron/training/index.ts';
import { type Provisioning, provisioningSchema } from '../../shared/contract/index.ts';
import { type OpenSsh, startOpenSsh } from '../support/openssh/index.ts';
import { type OwnCluster, startPostgres, type TestDatabase } from '../support/postgres/index.ts';
import { ROOT } from '../support/till-process.ts';

const PROGRAM = join(ROOT, 'dist', 'office', 'mostrador-chain.mjs');
const MINUTE_MS = 60_000;
const PATIENCE_MS = 5 * MINUTE_MS;

/** What a chain has beside its tills, set up by its own commands as docs/chain.md says. */
export interface DemoOffice {
  readonly training: TrainingServer;
  readonly database: TestDatabase;
  readonly databasePort: number;
  /** The login of the owner's rooms. */
  readonly owner: { readonly user: string; readonly password: string };
  /** When the day ends whose file is made; milliseconds. */
  readonly midnight: number;
  /** Where the service collects the daily file. */
  readonly folder: string;
  enroll(shop: string, pos: string): NonNullable<Provisioning['chain']>;
  readonly reconciliation: NonNullable<Provisioning['reconciliation']>;
  /** The process ends, and another one takes over. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The day of the chain is over so many minutes after its start; its file is due at 04:00, a minute later. */
export async function startDemoOffice(
  own: string,
  { minutes, log }: { readonly minutes: number; readonly log: string },
): Promise<DemoOffice> {
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    const postgres = await startPostgres();
    closing.push(postgres.stop);
    const sshd = await startOpenSsh();
    closing.push(sshd.stop);
    const port = await freePort();
    const setup = initialize(postgres, own);
    const chain = await readOfficeConfig(join(setup, 'chain.json'), process.env);
    const url = `http://127.0.0.1:${port}/hooks/${chain.hooks?.tokens[0]}`;
    const training = await startTrainingServer({ webhook: { url } });
    closing.push(training.close);

    const midnight = (Math.ceil(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS;
    const reconciliation = reconciliationOf(sshd, midnight);
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
      spawn(process.execPath, [PROGRAM, 'start', '--config', config, '--hooks', String(port)], {
        stdio: ['ignore', 'ignore', openSync(log, 'a')],
      });
    let running = start();
    const end = async (): Promise<void> => {
      if (running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      running.kill('SIGTERM');
      await gone;
    };
    closing.push(end);
    return {
      training,
      database: postgres.database('chain'),
      databasePort: postgres.port,
      owner: officeFile.parse(readJson(join(setup, 'office.json'))).chain.office,
      midnight,
      folder: sshd.folder,
      reconciliation,
      enroll: (shop, pos) => {
        const words = ['--shop', shop, '--pos', pos, '--out', setup, '--admin', adminFile(own)];
        runOffice(['enroll', ...words]);
        const file = join(setup, `${shop.replaceAll(' ', '-')}-${pos}.json`);
        return tillFile.parse(readJson(file)).chain;
      },
      restart: async () => {
        await end();
        running = start();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const officeFile = z.object({
  chain: z.object({ office: z.object({ user: z.string(), password: z.string() }) }),
});
const tillFile = z.object({ chain: provisioningSchema.shape.chain.unwrap() });

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function initialize(postgres: OwnCluster, own: string): string {
  const setup = join(own, 'setup');
  const { port, caPem, superuser } = postgres;
  const admin = { ...superuser, hosts: [`127.0.0.1:${port}`], ca: caPem };
  writeFileSync(adminFile(own), JSON.stringify(admin), { mode: 0o600 });
  runOffice(['init', '--out', setup, '--admin', adminFile(own)]);
  return setup;
}

const adminFile = (own: string): string => join(own, 'admin.json');

function runOffice(words: readonly string[]): void {
  const done = spawnSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`chain ${words[0]}: ${done.stderr}`);
}

/** Nobody waits for the night: in zones of the demo's own it is soon midnight, and 04:00 a minute later. */
function reconciliationOf(
  { host, port, user, privateKey, fingerprint }: OpenSsh,
  midnight: number,
): NonNullable<Provisioning['reconciliation']> {
  return {
    timeZone: zoneIn(midnight, 0),
    uploadTime: '04:00',
    uploadZone: zoneIn(midnight + MINUTE_MS, 4 * 60),
    host,
    port,
    user,
    privateKey,
    hostKey: fingerprint,
    uploads: false,
  };
}

/** The zone in which this moment is so many minutes after midnight. */
function zoneIn(moment: number, minutes: number): string {
  const day = 24 * 60;
  const ahead = (((minutes - Math.round(moment / MINUTE_MS)) % day) + day) % day;
  const offset = ahead > day / 2 ? ahead - day : ahead;
  const two = (number: number): string => String(number).padStart(2, '0');
  const size = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Looks again and again until there is something. */
export async function until<Found>(
  what: string,
  look: () => Found | null | Promise<Found | null>,
): Promise<Found> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
