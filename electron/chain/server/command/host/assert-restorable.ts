import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostComputer } from './host-computer.ts';
import { NEWER_POSTGRES_ADVICE } from './install-postgres.ts';

/** How much larger a database is than its archive: 100,000 payments have 66 MB, and 6 MB there. */
const MAX_EXPANSION = 12;
/** What a cluster has without them, with its first log. */
const EMPTY_CLUSTER_BYTES = 200_000_000;
const MEGABYTE = 1_000_000;

/** Throws if a disk has too little space for the archive's parts or for its database. */
export async function assertSpaceForRestore(
  { workFolder, clusterDataFolder }: HostComputer,
  archiveFile: string,
): Promise<void> {
  // An archive that cannot be read is reported when it is opened.
  const size = (await stat(archiveFile).catch(() => null))?.size ?? 0;
  const neededBytes = EMPTY_CLUSTER_BYTES + size * MAX_EXPANSION;
  for (const folder of [workFolder, clusterDataFolder]) {
    const { bavail, bsize } = await statfs(getExistingFolder(folder));
    const freeBytes = bavail * bsize;
    if (freeBytes >= neededBytes) continue;
    throw new Error(
      `${folder} has too little space for ${archiveFile}: it needs ${formatMegabytes(neededBytes)}, and ${formatMegabytes(freeBytes)} are free. Nothing was changed. Free or add disk space, and run this again.`,
    );
  }
}

/** Throws if this version of PostgreSQL cannot restore the dump, which is then of a newer one or damaged. */
export async function assertRestorable(
  { run, postgresFolder, databaseAccount }: HostComputer,
  version: number,
  dumpFile: string,
): Promise<void> {
  // Not by Debian's wrapper, which may choose another version than that of the new cluster.
  const program = join(postgresFolder, String(version), 'bin', 'pg_restore');
  const options = { inputFile: dumpFile, account: databaseAccount };
  let contents: string;
  try {
    contents = await run([program, '--list'], options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.includes('unsupported version')) throw toNewerBackup(version);
    throw new Error(
      `The database in the backup cannot be read (${reason}). Nothing was changed. Use another backup.`,
    );
  }
  const dumpedVersion = Number(/Dumped from database version: (\d+)/.exec(contents)?.[1] ?? 0);
  if (dumpedVersion > version) throw toNewerBackup(version);
}

function toNewerBackup(version: number): Error {
  return new Error(
    `The backup is of a newer version of PostgreSQL than ${version}, the newest on this computer. Nothing was changed. ${NEWER_POSTGRES_ADVICE}`,
  );
}

/** The folder itself, or the nearest one above it that is there. */
function getExistingFolder(folder: string): string {
  return existsSync(folder) ? folder : getExistingFolder(dirname(folder));
}

function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / MEGABYTE).toLocaleString('en')} MB`;
}
