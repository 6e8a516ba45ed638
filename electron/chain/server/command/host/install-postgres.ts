import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { HostComputer } from './host-computer.ts';

/** The chain's schema needs at least this version. */
const MIN_VERSION = 15;
/** How long another installation, such as the system's daily one, is waited for. */
const LOCK_TIMEOUT_MS = 600_000;
const LOCK_RETRY_DELAY_MS = 5_000;

export const NEWER_POSTGRES_ADVICE =
  "Run /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh, which adds PostgreSQL's own packages, then apt-get install postgresql, and then this again.";

/** Returns the version of the server that is installed; installs the system's if there is none. */
export async function installPostgres(
  computer: HostComputer,
  write: (text: string) => void,
  lockRetryDelayMs = LOCK_RETRY_DELAY_MS,
): Promise<number> {
  // Left by an interrupted run, it would apply to all later packages.
  await rm(getNoClusterFile(computer), { force: true });
  const installed = findNewestVersion(computer);
  if (installed !== null && installed >= MIN_VERSION) return installed;
  write("Installing PostgreSQL from the system's packages. This takes some minutes.\n");
  try {
    await installPackages(computer, lockRetryDelayMs);
  } catch (error) {
    throw new Error(
      `PostgreSQL could not be installed (${toMessage(error)}). Check the connection to the internet and the space on the disk, run apt-get install postgresql, and then this again.`,
    );
  }
  const version = findNewestVersion(computer);
  if (version !== null && version >= MIN_VERSION) return version;
  throw new Error(
    `The chain needs PostgreSQL ${MIN_VERSION} or newer, and this system offers ${version ?? 'none'}. ${NEWER_POSTGRES_ADVICE}`,
  );
}

function findNewestVersion({ postgresFolder }: HostComputer): number | null {
  const versions = globSync(`${postgresFolder}/*/bin/postgres`).map((file) =>
    Number(/(\d+)\/bin\/postgres$/.exec(file)?.[1] ?? 0),
  );
  return versions.toSorted((a, b) => b - a)[0] ?? null;
}

async function installPackages(computer: HostComputer, lockRetryDelayMs: number): Promise<void> {
  const { run, clusterDefaultsFolder } = computer;
  const runApt = (...args: readonly string[]): Promise<void> =>
    retryWhileLocked(() => run(['apt-get', ...args]), lockRetryDelayMs);
  const install = ['install', '-y', '--no-install-recommends'];
  const noClusterFile = getNoClusterFile(computer);
  // PostgreSQL may come from another source of packages than the one that failed.
  const updateProblem = await runApt('update').then(() => null, toMessage);
  try {
    await runApt(...install, 'postgresql-common');
    await run(['install', '-d', clusterDefaultsFolder]);
    await writeFile(noClusterFile, 'create_main_cluster = false\n');
    await runApt(...install, 'postgresql');
  } catch (error) {
    throw new Error([updateProblem, toMessage(error)].filter((text) => text !== null).join('\n'));
  } finally {
    await rm(noClusterFile, { force: true });
  }
}

/** apt-get has a timeout of its own only for the lock of dpkg, and not for those of its lists and downloads. */
async function retryWhileLocked(run: () => Promise<unknown>, delayMs: number): Promise<void> {
  const endsAt = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (!toMessage(error).includes('Could not get lock') || Date.now() > endsAt) throw error;
      await wait(delayMs);
    }
  }
}

/** Keeps the package from creating and starting a cluster that nobody needs. */
function getNoClusterFile({ clusterDefaultsFolder }: HostComputer): string {
  return join(clusterDefaultsFolder, 'mostrador.conf');
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
