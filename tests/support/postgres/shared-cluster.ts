import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresUnavailableReason } from './binaries.ts';
import { type Cluster, connectToCluster } from './cluster.ts';
import { createClusterFiles, startServer } from './server.ts';

const START_TIMEOUT_MS = 90_000;

/**
 * Returns the cluster of this run. A run is a process that starts the tests: it has set its PID in
 * `TILL_TEST_RUN`, and the cluster ends with it. Without the variable, the run is this process.
 */
export async function getSharedCluster(): Promise<Cluster> {
  const reason = postgresUnavailableReason();
  if (reason !== null) throw new Error(reason);
  const pid = Number(process.env.TILL_TEST_RUN ?? process.pid);
  const folder = join(tmpdir(), `till-postgres-run-${pid}`);
  if (claimFolder(folder)) await startSharedCluster(folder, pid);
  return connectToCluster(await waitForInfo(folder));
}

/**
 * Creating a folder succeeds only once: the process that creates it starts the cluster, and the
 * others wait.
 */
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
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!existsSync(join(folder, 'ready'))) {
    const failureFile = join(folder, 'failed');
    if (existsSync(failureFile)) throw new Error(readFileSync(failureFile, 'utf8'));
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start in ${folder}`);
    await wait(50);
  }
  return JSON.parse(readFileSync(join(folder, 'ready'), 'utf8'));
}
