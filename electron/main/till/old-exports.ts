import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/index.ts';

/** A quarter: by then, what somebody needs has been put elsewhere. */
const EXPORT_TTL_MS = 90 * 86_400_000;

/**
 * The names that the till gives to what it exports: the history and the audit log, the help line's
 * zip, the file for the next till, a day's file, the one of DRP; and what a power cut left of them.
 */
const EXPORT_FILE_PATTERNS = [
  /^mostrador-.+\.(csv|zip)$/,
  /^till-[A-Za-z0-9_-]+(\.json|-ca\.pem|-logo\.png)$/,
  /^[A-Za-z0-9_-]{1,40}_\d{8}\.txt$/,
  /^[A-Za-z0-9_-]{1,40}-drp-\d{4}-\d\d-\d\d\.csv$/,
  /\.[0-9a-f]{8}\.part$/,
];

/**
 * Files of customers' data do not pile up: what the till exported goes after 90 days. All of it can be
 * made again, since the ledger keeps what it was made of. What a person put there, or renamed, stays.
 */
export async function deleteOldExports(folder: string, now: number, log: Log): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  let dropped = 0;
  for (const name of names.filter((one) => EXPORT_FILE_PATTERNS.some((shape) => shape.test(one)))) {
    const file = join(folder, name);
    try {
      const found = await lstat(file);
      if (!found.isFile() || now - found.mtimeMs <= EXPORT_TTL_MS) continue;
      await rm(file, { force: true });
      dropped += 1;
    } catch (error) {
      log.warn({ err: error }, 'exports: deleting expired file failed');
    }
  }
  if (dropped > 0) log.info({ files: dropped }, 'exports: expired files deleted');
}
