import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  getProgramPath,
  getServerEnvironment,
  getServerUserCommand,
  giveToServer,
  runCommand,
} from './binaries.ts';
import { createCertificateAuthority } from './certificates.ts';
import type { DatabaseLogin } from './cluster.ts';

/** Where a cluster's files are, and how the process that serves them is led. */
export interface ClusterFiles {
  readonly folder: string;
  readonly port: number;
  readonly caPem: string;
  readonly superuser: DatabaseLogin;
}

/** By when the server goes, however its tests end: with this process, or with that of a whole run. */
export type ServerLifetime = 'this process' | { readonly pid: number };

const START_TIMEOUT_MS = 60_000;
/** Above it a port may be taken for a connection of somebody else while the server is down. */
const PORT_RANGE = { from: 20_000, to: 32_000 };

const BASE_CONFIG = [
  "listen_addresses = '127.0.0.1,127.0.0.2'",
  'ssl = on',
  'max_connections = 100',
  'shared_buffers = 32MB',
  'max_wal_size = 256MB',
  'jit = off',
  "timezone = 'UTC'",
  'logging_collector = off',
];
/** A third of the time, and the loss of everything at the first kill. */
const UNSYNCED_CONFIG = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'autovacuum = off',
];

/** Makes the files of a new cluster in an empty folder. */
export async function createClusterFiles(
  folder: string,
  { isSynced, config = [] }: { readonly isSynced: boolean; readonly config?: readonly string[] },
): Promise<ClusterFiles> {
  const superuser = { user: 'super', password: randomBytes(12).toString('hex') };
  const [authority, port] = await Promise.all([createCertificateAuthority(), findFreePort()]);
  const { certPem, keyPem } = await authority.sign({ dns: ['localhost'], ips: ['127.0.0.1'] });
  const secret = join(folder, 'password');
  writeFileSync(secret, superuser.password);
  giveToServer(folder);
  const data = join(folder, 'data');
  runCommand([
    ...[getProgramPath('initdb'), '-D', data, '--no-sync', '-U', superuser.user, '-E', 'UTF8'],
    ...['--locale=C.UTF-8', '--auth=scram-sha-256', `--pwfile=${secret}`],
  ]);
  writeFileSync(join(data, 'server.crt'), certPem);
  writeFileSync(join(data, 'server.key'), keyPem, { mode: 0o600 });
  const lines = [...BASE_CONFIG, ...(isSynced ? [] : UNSYNCED_CONFIG), ...config];
  appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(data, 'pg_hba.conf'),
    ['all', 'replication']
      .map((what) => `hostssl ${what} all 127.0.0.0/8 scram-sha-256\n`)
      .join(''),
  );
  giveToServer(data);
  return { folder, port, caPem: authority.caPem, superuser };
}

/** Starts it and waits until it takes connections. `through` is a command that starts the server. */
export async function startServer(
  { folder, port }: ClusterFiles,
  livesWith: ServerLifetime,
  through: readonly string[] = [],
): Promise<ChildProcess> {
  const until =
    livesWith === 'this process'
      ? 'cat > /dev/null'
      : `while kill -0 ${livesWith.pid} 2> /dev/null; do sleep 1; done`;
  // The server is asked to go at once, and its folder goes where nobody else will remove it.
  const remove = livesWith === 'this process' ? '' : `; rm -rf "${folder}"`;
  const script = `log=$1; shift; "$@" > /dev/null 2>> "$log" < /dev/null & server=$!
    ${until}; kill -QUIT $server 2> /dev/null; wait $server${remove}`;
  const data = join(folder, 'data');
  mkdirSync(join(folder, 'socket'), { recursive: true });
  giveToServer(join(folder, 'socket'));
  const server = [
    ...[
      ...through,
      ...getServerUserCommand(),
      getProgramPath('postgres'),
      '-D',
      data,
      '-p',
      String(port),
    ],
    ...['-k', join(folder, 'socket')],
  ];
  const child = spawn('bash', ['-c', script, 'postgres', getLogPath(folder), ...server], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: getServerEnvironment(),
    detached: true,
    cwd: '/',
  });
  child.unref();
  child.stdin?.on('error', () => undefined);
  const end = Date.now() + START_TIMEOUT_MS;
  while (!isReady(folder, port)) {
    if (Date.now() > end || child.exitCode !== null) {
      throw new Error(`PostgreSQL did not start:\n${readLog(folder).slice(-4_000)}`);
    }
    await wait(20);
  }
  return child;
}

/** Whether the running server has said that it takes connections; one that was killed has not. */
function isReady(folder: string, port: number): boolean {
  const pid = readServerPid(folder);
  if (pid === null || !isRunning(pid)) return false;
  const lines = readFileSync(getPidPath(folder), 'utf8').split('\n');
  return Number(lines[3]) === port && lines[7]?.trim() === 'ready';
}

/** All processes of the server: it and those that it has started. */
export function listProcesses(folder: string): readonly number[] {
  const pid = readServerPid(folder);
  if (pid === null) return [];
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
}

export function signalServer(folder: string, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  for (const pid of listProcesses(folder)) sendSignal(pid, name);
}

/** As when the machine loses its power: nothing of it runs any longer. */
export async function killServer(folder: string): Promise<void> {
  const all = listProcesses(folder);
  for (const pid of all) sendSignal(pid, 'SIGKILL');
  while (all.some(isRunning)) await wait(10);
  rmSync(getPidPath(folder), { force: true });
}

/** In order: what it has promised is on its disk. */
export async function stopServer(folder: string): Promise<void> {
  if (readServerPid(folder) === null) return;
  runCommand([getProgramPath('pg_ctl'), 'stop', '-D', join(folder, 'data'), '-m', 'fast', '-w']);
}

/** The script beside the server goes too, and with it the server, however it fares. */
export async function waitForEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  // Where nothing else goes on, this process would end before it.
  child.ref();
  child.stdin?.end();
  await gone;
}

export function readLog(folder: string): string {
  return existsSync(getLogPath(folder)) ? readFileSync(getLogPath(folder), 'utf8') : '';
}

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_RANGE.from, PORT_RANGE.to);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function readServerPid(folder: string): number | null {
  if (!existsSync(getPidPath(folder))) return null;
  const pid = Number(readFileSync(getPidPath(folder), 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** One that has ended and that nobody has waited for no longer runs. */
function isRunning(pid: number): boolean {
  if (!sendSignal(pid, 0)) return false;
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    // Without /proc the signal's word stands; with it, the process has ended between the two.
    return !existsSync('/proc/self/stat');
  }
}

/** False where it has ended meanwhile. */
function sendSignal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

function getPidPath(folder: string): string {
  return join(folder, 'data', 'postmaster.pid');
}

function getLogPath(folder: string): string {
  return join(folder, 'log');
}

/** Copies a running cluster into another folder: it follows what the first one does from then on. */
export function copyAsStandby(primary: ClusterFiles, folder: string): void {
  giveToServer(folder);
  const data = join(folder, 'data');
  const { user, password } = primary.superuser;
  const from = `host=127.0.0.1 port=${primary.port} user=${user} password=${password} sslmode=require`;
  runCommand([
    getProgramPath('pg_basebackup'),
    '-D',
    data,
    '-R',
    '-d',
    from,
    '-c',
    'fast',
    '-X',
    'stream',
    '-N',
  ]);
}
