import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresUnavailableReason } from './binaries.ts';
import { type Cluster, connectToCluster } from './cluster.ts';
import { createClusterFiles, startServer } from './server.ts';

const START_TIMEOUT_MS = 90_000;

/**
 * The cluster of this run. A run is a process that starts the tests: it has written its number into
 * the environment, and when it ends the cluster does. Without one the run is this process.
 */
export async function getSharedCluster(): Promise<Cluster> {
  const why = postgresUnavailableReason();
  if (why !== null) throw new Error(why);
  const pid = Number(process.env.TILL_TEST_RUN ?? process.pid);
  const folder = join(tmpdir(), `till-postgres-run-${pid}`);
  if (claimFolder(folder)) await startSharedCluster(folder, pid);
  return connectToCluster(await waitForInfo(folder));
}

/** A folder can be made once: whoever makes it starts the cluster, and the others wait for it. */
function claimFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function startSharedCluster(folder: string, pid: number): Promise<void> {
  try {
    const server = await createClusterFiles(folder, { isSynced: false });
    await startServer(server, { pid });
    writeInfo(folder, 'ready', JSON.stringify(server));
  } catch (error) {
    writeInfo(folder, 'failed', String(error));
    throw error;
  }
}

function writeInfo(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(folder, 0o711);
  renameSync(`${file}.new`, file);
}

async function waitForInfo(folder: string): Promise<Parameters<typeof connectToCluster>[0]> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (!existsSync(join(folder, 'ready'))) {
    const failed = join(folder, 'failed');
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
    if (Date.now() > end) throw new Error(`PostgreSQL did not start in ${folder}`);
    await wait(50);
  }
  return JSON.parse(readFileSync(join(folder, 'ready'), 'utf8'));
}
