import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  getProgramPath,
  giveToServer,
  runCommand,
  smallDiskUnavailableReason,
} from './binaries.ts';
import { type Cluster, connectToCluster } from './cluster.ts';
import {
  type ClusterFiles,
  copyAsStandby,
  createClusterFiles,
  findFreePort,
  killServer,
  listProcesses,
  readLog,
  signalServer,
  startServer,
  stopServer,
  waitForEnd,
} from './server.ts';

/** A cluster that one may do anything to. */
export interface OwnCluster extends Cluster {
  readonly server: ClusterFiles;
  /** What it has written into its log. */
  logged(): string;
  /** `kill -9` of all of its processes. */
  kill(): Promise<void>;
  /** Again after `kill`, on the same port. */
  start(): Promise<void>;
  /** In order, and at once again. */
  restart(): Promise<void>;
  /** Connections are taken by the system, and nothing answers; until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** A standby takes over; resolves once it takes writes. */
  promote(): Promise<void>;
  /** Where the cluster was started with one. After a kill, what lies there is gone. */
  moveToSmallDisk(database: string): Promise<void>;
  fillDisk(): void;
  freeDisk(): void;
  stop(): Promise<void>;
}

const SMALL_DISK_MB = 32;
const READY_TIMEOUT_MS = 60_000;

export async function startPostgres(
  options: {
    /** Lines of its configuration; they hold against its own. */
    readonly config?: readonly string[];
    /** With a disk of 32 MB beside its own, for `moveToSmallDisk`. */
    readonly hasSmallDisk?: boolean;
  } = {},
): Promise<OwnCluster> {
  const { config = [], hasSmallDisk = false } = options;
  if (hasSmallDisk) {
    const why = smallDiskUnavailableReason();
    if (why !== null) throw new Error(why);
  }
  const folder = mkdtempSync(join(tmpdir(), 'till-postgres-own-'));
  const server = await createClusterFiles(folder, { isSynced: true, config });
  return createOwnCluster(server, hasSmallDisk);
}

/**
 * Follows `primary`, answers reads, and takes over by `promote`. Where it is synchronous, the
 * primary answers no commit that the standby has not written.
 */
export async function startStandby(
  primary: OwnCluster,
  { isSynchronous }: { readonly isSynchronous: boolean },
): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'till-postgres-own-'));
  copyAsStandby(primary.server, folder);
  const server = { ...primary.server, folder, port: await findFreePort() };
  const standby = await createOwnCluster(server, false);
  if (isSynchronous) {
    await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.sql('SELECT pg_reload_conf()');
  }
  const wanted = isSynchronous ? 'sync' : 'async';
  const end = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (Date.now() > end) throw new Error(`the standby does not follow:\n${standby.logged()}`);
    const [row] = await primary.sql('SELECT sync_state FROM pg_stat_replication');
    if (row?.sync_state === wanted) return standby;
    await wait(50);
  }
}

async function createOwnCluster(server: ClusterFiles, hasSmallDisk: boolean): Promise<OwnCluster> {
  const { folder } = server;
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  giveToServer(disk);
  // In a name space of the server's own: nobody else sees it, and it goes with the server.
  const through = hasSmallDisk
    ? ['unshare', '-m', 'sh', '-c', createMountScript(disk), 'small-disk']
    : [];
  let child = await startServer(server, 'this process', through);
  const cluster = connectToCluster(server);
  const start = async (): Promise<void> => {
    await waitForEnd(child);
    child = await startServer(server, 'this process', through);
  };
  const ballast = (): string =>
    join('/proc', String(listProcesses(folder)[0]), 'root', disk, 'ballast');
  return {
    ...cluster,
    server,
    logged: () => readLog(folder),
    kill: async () => killServer(folder),
    start,
    restart: async () => {
      await stopServer(folder);
      await start();
    },
    freeze: () => signalServer(folder, 'SIGSTOP'),
    thaw: () => signalServer(folder, 'SIGCONT'),
    promote: async () => {
      runCommand([getProgramPath('pg_ctl'), 'promote', '-D', join(folder, 'data'), '-w']);
    },
    moveToSmallDisk: async (database) => {
      await cluster.sql(`CREATE TABLESPACE small LOCATION '${join(disk, 'tables')}'`);
      await cluster.sql(`ALTER DATABASE "${database}" SET TABLESPACE small`);
    },
    fillDisk: () => {
      for (const size of [1_000_000, 4_096]) appendToFile(ballast(), Buffer.alloc(size));
    },
    freeDisk: () => rmSync(ballast()),
    stop: async () => {
      await killServer(folder);
      await waitForEnd(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Again after a kill as well: what was on such a disk is then gone, as its tests have to know. */
function createMountScript(disk: string): string {
  return `mount -t tmpfs -o size=${SMALL_DISK_MB}m,mode=777 small "${disk}" &&
    mkdir "${disk}/tables" && chown postgres: "${disk}/tables" && exec "$@"`;
}

function appendToFile(file: string, bytes: Buffer): void {
  try {
    for (;;) appendFileSync(file, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
