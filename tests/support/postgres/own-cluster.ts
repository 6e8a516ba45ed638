import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  stopServerScript,
} from './server.ts';

/** A cluster to which a test may do anything. */
export interface OwnCluster extends Cluster {
  readonly server: ClusterFiles;
  /** Returns the server's log. */
  readLog(): string;
  /** Kills all processes of the cluster with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the cluster after `kill`, on the same port. */
  start(): Promise<void>;
  /** Shuts the cluster down properly and starts it. */
  restart(): Promise<void>;
  /** Until `thaw`, the operating system accepts connections and the server does not answer. */
  freeze(): void;
  thaw(): void;
  /** Makes a standby the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /**
   * Moves a database to the small disk, if the cluster was started with one. A kill deletes what is
   * on that disk.
   */
  moveToSmallDisk(database: string): Promise<void>;
  fillDisk(): void;
  freeDisk(): void;
  stop(): Promise<void>;
}

const SMALL_DISK_MB = 32;
const READY_TIMEOUT_MS = 60_000;

export async function startPostgres(
  options: {
    /** Lines of the configuration; they override the default lines. */
    readonly config?: readonly string[];
    /** Adds a disk of 32 MB, for `moveToSmallDisk`. */
    readonly hasSmallDisk?: boolean;
    /** A folder that stays when the cluster stops; a cluster that is in it starts again as it was. */
    readonly keptFolder?: string | null;
  } = {},
): Promise<OwnCluster> {
  const { config = [], hasSmallDisk = false, keptFolder = null } = options;
  if (hasSmallDisk) {
    const reason = smallDiskUnavailableReason();
    if (reason !== null) throw new Error(reason);
  }
  if (keptFolder !== null) {
    const server = await openKeptFiles(keptFolder, config);
    return createOwnCluster(server, { hasSmallDisk, isKept: true });
  }
  const folder = mkdtempSync(join(tmpdir(), 'till-postgres-own-'));
  const server = await createClusterFiles(folder, { isSynced: true, config });
  return createOwnCluster(server, { hasSmallDisk });
}

/** Creates the files of a kept cluster, or reads where they are. */
async function openKeptFiles(folder: string, config: readonly string[]): Promise<ClusterFiles> {
  const file = join(folder, 'cluster.json');
  if (existsSync(file)) {
    const files: ClusterFiles = JSON.parse(readFileSync(file, 'utf8'));
    return { ...files, port: await findFreePort() };
  }
  mkdirSync(folder, { recursive: true });
  const files = await createClusterFiles(folder, { isSynced: true, config });
  writeFileSync(file, JSON.stringify(files), { mode: 0o600 });
  return files;
}

/**
 * Starts a standby that follows `primary`, answers reads, and takes over by `promote`. If it is
 * synchronous, the primary answers no commit that the standby has not written.
 */
export async function startStandby(
  primary: OwnCluster,
  { isSynchronous }: { readonly isSynchronous: boolean },
): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'till-postgres-own-'));
  copyAsStandby(primary.server, folder);
  const server = { ...primary.server, folder, port: await findFreePort() };
  const standby = await createOwnCluster(server);
  if (isSynchronous) {
    await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.sql('SELECT pg_reload_conf()');
  }
  const expectedSyncState = isSynchronous ? 'sync' : 'async';
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (Date.now() > deadline)
      throw new Error(`the standby does not follow:\n${standby.readLog()}`);
    const [row] = await primary.sql('SELECT sync_state FROM pg_stat_replication');
    if (row?.sync_state === expectedSyncState) return standby;
    await wait(50);
  }
}

async function createOwnCluster(
  server: ClusterFiles,
  {
    hasSmallDisk = false,
    isKept = false,
  }: { readonly hasSmallDisk?: boolean; readonly isKept?: boolean } = {},
): Promise<OwnCluster> {
  const { folder } = server;
  const disk = join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  giveToServer(disk);
  // The disk is in the server's own mount namespace: other processes do not see it, and it ends
  // with the server.
  const wrapperCommand = hasSmallDisk
    ? ['unshare', '-m', 'sh', '-c', createMountScript(disk), 'small-disk']
    : [];
  let child = await startServer(server, 'this process', wrapperCommand);
  const cluster = connectToCluster(server);
  const start = async (): Promise<void> => {
    await stopServerScript(child);
    child = await startServer(server, 'this process', wrapperCommand);
  };
  const getBallastPath = (): string =>
    join('/proc', String(listProcesses(folder)[0]), 'root', disk, 'ballast');
  return {
    ...cluster,
    server,
    readLog: () => readLog(folder),
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
      for (const size of [1_000_000, 4_096]) appendToFile(getBallastPath(), Buffer.alloc(size));
    },
    freeDisk: () => rmSync(getBallastPath()),
    stop: async () => {
      await (isKept ? stopServer(folder) : killServer(folder));
      await stopServerScript(child);
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The script also runs at the start after a kill. The disk is empty then, which its tests must
 * expect.
 */
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
