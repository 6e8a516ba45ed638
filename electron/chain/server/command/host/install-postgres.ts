import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { HostComputer } from './host-computer.ts';

/** The chain's schema needs at least this version. */
const MIN_VERSION = 15;

/** Returns the version of the server that is installed; installs the system's if there is none. */
export async function installPostgres(
  computer: HostComputer,
  write: (text: string) => void,
): Promise<number> {
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

/** The package would also create and start a cluster that nobody needs. */
async function installPackages({ run }: HostComputer): Promise<void> {
  const install = ['apt-get', 'install', '-y', '--no-install-recommends'];
  const noClusterFile = '/etc/postgresql-common/createcluster.d/mostrador.conf';
  await run(['apt-get', 'update']);
  await run([...install, 'postgresql-common']);
  await run(['install', '-d', '/etc/postgresql-common/createcluster.d']);
  await writeFile(noClusterFile, 'create_main_cluster = false\n');
  try {
    await run([...install, 'postgresql']);
  } finally {
    await run(['rm', '-f', noClusterFile]);
  }
}
