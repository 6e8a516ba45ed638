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

/** Where a cluster's files are, and how its server is reached. */
export interface ClusterFiles {
  readonly folder: string;
  readonly port: number;
  readonly caPem: string;
  readonly superuser: DatabaseLogin;
}

/**
 * When the server ends, whatever happens to its tests: with this process, or with the process of a
 * whole run.
 */
export type ServerLifetime = 'this process' | { readonly pid: number };

const START_TIMEOUT_MS = 60_000;
/**
 * The operating system may give a higher port to a connection of another process while the server
 * is down.
 */
const PORT_RANGE = { from: 20_000, to: 32_000 };

const BASE_CONFIG = [
  "listen_addresses = '127.0.0.1,127.0.0.2'",
  'ssl = on',
  'max_connections = 100',
  'shared_buffers = 32MB',
  // In the folder of its data: what a killed server leaves in /dev/shm stays there.
  'dynamic_shared_memory_type = mmap',
  'max_wal_size = 256MB',
  'jit = off',
  "timezone = 'UTC'",
  'logging_collector = off',
];
/** Takes a third of the time, and loses everything at the first kill. */
const UNSYNCED_CONFIG = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'autovacuum = off',
];

/** Creates the files of a new cluster in an empty folder. */
export async function createClusterFiles(
  folder: string,
  { isSynced, config = [] }: { readonly isSynced: boolean; readonly config?: readonly string[] },
): Promise<ClusterFiles> {
  const superuser = { user: 'super', password: randomBytes(12).toString('hex') };
  const [authority, port] = await Promise.all([createCertificateAuthority(), findFreePort()]);
  const { certPem, keyPem } = await authority.sign({ dns: ['localhost'], ips: ['127.0.0.1'] });
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, superuser.password);
  giveToServer(folder);
  const data = join(folder, 'data');
  runCommand([
    ...[getProgramPath('initdb'), '-D', data, '--no-sync', '-U', superuser.user, '-E', 'UTF8'],
    ...['--locale=C.UTF-8', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
  ]);
  // With the authority: a till that joins by a code reads it from the server.
  writeFileSync(join(data, 'server.crt'), `${certPem.trim()}\n${authority.caPem}`);
  writeFileSync(join(data, 'server.key'), keyPem, { mode: 0o600 });
  const lines = [...BASE_CONFIG, ...(isSynced ? [] : UNSYNCED_CONFIG), ...config];
  appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(data, 'pg_hba.conf'),
    ['all', 'replication']
      .map((database) => `hostssl ${database} all 127.0.0.0/8 scram-sha-256\n`)
      .join(''),
  );
  giveToServer(data);
  return { folder, port, caPem: authority.caPem, superuser };
}

/**
 * Starts the server and waits until it accepts connections. `wrapperCommand` runs the server.
 */
export async function startServer(
  { folder, port }: ClusterFiles,
  livesWith: ServerLifetime,
  wrapperCommand: readonly string[] = [],
): Promise<ChildProcess> {
  const waitCommand =
    livesWith === 'this process'
      ? 'cat > /dev/null'
      : `while kill -0 ${livesWith.pid} 2> /dev/null; do sleep 1; done`;
  // The server stops at once, and removes its folder because no other process does.
  const removeCommand = livesWith === 'this process' ? '' : `; rm -rf "${folder}"`;
  const script = `log=$1; shift; "$@" > /dev/null 2>> "$log" < /dev/null & server=$!
    ${waitCommand}; kill -QUIT $server 2> /dev/null; wait $server${removeCommand}`;
  const data = join(folder, 'data');
  mkdirSync(join(folder, 'socket'), { recursive: true });
  giveToServer(join(folder, 'socket'));
  const serverCommand = [
    ...[
      ...wrapperCommand,
      ...getServerUserCommand(),
      getProgramPath('postgres'),
      '-D',
      data,
      '-p',
      String(port),
    ],
    ...['-k', join(folder, 'socket')],
  ];
  const child = spawn('bash', ['-c', script, 'postgres', getLogPath(folder), ...serverCommand], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: getServerEnvironment(),
    detached: true,
    cwd: '/',
  });
  child.unref();
  child.stdin?.on('error', () => undefined);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!isReady(folder, port)) {
    if (Date.now() > deadline || child.exitCode !== null) {
      throw new Error(`PostgreSQL did not start:\n${readLog(folder).slice(-4_000)}`);
    }
    await wait(20);
  }
  return child;
}

/**
 * Whether the running server reports that it accepts connections; a killed server left its PID file
 * behind.
 */
function isReady(folder: string, port: number): boolean {
  const pid = readServerPid(folder);
  if (pid === null || !isRunning(pid)) return false;
  const lines = readFileSync(getPidPath(folder), 'utf8').split('\n');
  return Number(lines[3]) === port && lines[7]?.trim() === 'ready';
}

export function isServerRunning(folder: string): boolean {
  const pid = readServerPid(folder);
  return pid !== null && isRunning(pid);
}

/** Returns the PIDs of the server and of its child processes. */
export function listProcesses(folder: string): readonly number[] {
  const pid = readServerPid(folder);
  if (pid === null) return [];
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
}

export function signalServer(folder: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  for (const pid of listProcesses(folder)) sendSignal(pid, signal);
}

/** Kills all processes, as a power cut does. */
export async function killServer(folder: string): Promise<void> {
  const pids = listProcesses(folder);
  for (const pid of pids) sendSignal(pid, 'SIGKILL');
  while (pids.some(isRunning)) await wait(10);
  rmSync(getPidPath(folder), { force: true });
}

/** Shuts down properly: everything that was committed is on disk. */
export async function stopServer(folder: string): Promise<void> {
  if (readServerPid(folder) === null) return;
  runCommand([getProgramPath('pg_ctl'), 'stop', '-D', join(folder, 'data'), '-m', 'fast', '-w']);
}

/** Ends the script that runs beside the server, and with it the server in any state. */
export async function stopServerScript(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // Without the reference this process could end first.
  child.ref();
  child.stdin?.end();
  await exited;
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

/** A zombie, which nobody has waited for, no longer runs. */
function isRunning(pid: number): boolean {
  if (!sendSignal(pid, 0)) return false;
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    // Without /proc the signal's result counts; with /proc, the process has ended since the signal.
    return !existsSync('/proc/self/stat');
  }
}

/** Returns false if the process has ended. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
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

/** Copies a running cluster into another folder; the copy follows the primary. */
export function copyAsStandby(primary: ClusterFiles, folder: string): void {
  giveToServer(folder);
  const data = join(folder, 'data');
  const { user, password } = primary.superuser;
  const connectionString = `host=127.0.0.1 port=${primary.port} user=${user} password=${password} sslmode=require`;
  runCommand([
    getProgramPath('pg_basebackup'),
    '-D',
    data,
    '-R',
    '-d',
    connectionString,
    '-c',
    'fast',
    '-X',
    'stream',
    '-N',
  ]);
}
