import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { HostComputer } from './host-computer.ts';

/** The chain's schema needs at least this version. */
const MIN_VERSION = 15;
/** Keeps the package from creating and starting a cluster that nobody needs. */
const NO_CLUSTER_FILE = '/etc/postgresql-common/createcluster.d/mostrador.conf';

/** Returns the version of the server that is installed; installs the system's if there is none. */
export async function installPostgres(
  computer: HostComputer,
  write: (text: string) => void,
): Promise<number> {
  // Left by an interrupted run, it would apply to all later packages.
  await rm(NO_CLUSTER_FILE, { force: true });
  const installed = findNewestVersion(computer);
  if (installed !== null && installed >= MIN_VERSION) return installed;
  write("Installing PostgreSQL from the system's packages. This takes some minutes.\n");
  try {
    await installPackages(computer);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `PostgreSQL could not be installed (${reason}). Check the connection to the internet and the space on the disk, run apt-get install postgresql, and then this again.`,
    );
  }
  const version = findNewestVersion(computer);
  if (version !== null && version >= MIN_VERSION) return version;
  throw new Error(
    `The chain needs PostgreSQL ${MIN_VERSION} or newer, and this system offers ${version ?? 'none'}. Run /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh, which adds PostgreSQL's own packages, then apt-get install postgresql, and then this again.`,
  );
}

function findNewestVersion({ postgresFolder }: HostComputer): number | null {
  const versions = globSync(`${postgresFolder}/*/bin/postgres`).map((file) =>
    Number(/(\d+)\/bin\/postgres$/.exec(file)?.[1] ?? 0),
  );
  return versions.toSorted((a, b) => b - a)[0] ?? null;
}

async function installPackages({ run }: HostComputer): Promise<void> {
  const install = ['apt-get', 'install', '-y', '--no-install-recommends'];
  await run(['apt-get', 'update']);
  await run([...install, 'postgresql-common']);
  await run(['install', '-d', '/etc/postgresql-common/createcluster.d']);
  await writeFile(NO_CLUSTER_FILE, 'create_main_cluster = false\n');
  try {
    await run([...install, 'postgresql']);
  } finally {
    await rm(NO_CLUSTER_FILE, { force: true });
  }
}
