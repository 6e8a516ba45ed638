import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/index.ts';

/** A quarter: by then a person has copied any file they need. */
const EXPORT_TTL_MS = 90 * 86_400_000;

/**
 * The names of the files that the till exports: the history and the audit log, the support bundle,
 * the provisioning file for the next till, a daily file, the DRP file, and the partial files that a
 * power cut leaves.
 */
const EXPORT_FILE_PATTERNS = [
  /^mostrador-.+\.(csv|zip)$/,
  /^till-[A-Za-z0-9_-]+(\.json|-ca\.pem|-logo\.png)$/,
  /^[A-Za-z0-9_-]{1,40}_\d{8}\.txt$/,
  /^[A-Za-z0-9_-]{1,40}-drp-\d{4}-\d\d-\d\d\.csv$/,
  /\.[0-9a-f]{8}\.part$/,
];

/**
 * Deletes exported files after 90 days, because they contain customers' data. All can be exported
 * again from the ledger. Files that a person added or renamed stay.
 */
export async function deleteOldExports(folder: string, now: number, log: Log): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  let deletedCount = 0;
  for (const name of names.filter((entry) =>
    EXPORT_FILE_PATTERNS.some((pattern) => pattern.test(entry)),
  )) {
    const file = join(folder, name);
    try {
      const fileStats = await lstat(file);
      if (!fileStats.isFile() || now - fileStats.mtimeMs <= EXPORT_TTL_MS) continue;
      await rm(file, { force: true });
      deletedCount += 1;
    } catch (error) {
      log.warn({ err: error }, 'exports: deleting expired file failed');
    }
  }
  if (deletedCount > 0) log.info({ files: deletedCount }, 'exports: expired files deleted');
}
