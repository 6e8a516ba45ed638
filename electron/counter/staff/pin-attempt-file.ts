import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type EnvironmentName, instantSchema } from '../../../shared/contract/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { flushFolderToDiskSync } from '../../platform/index.ts';
import type { CashierRow } from './cashier-queries.ts';

/** The wrong PINs of a person in a row; the last two are times, ISO 8601 in UTC. */
export type PinFailures = Pick<CashierRow, 'failures' | 'lockedUntil' | 'lockedOutAt'>;

/**
 * Counts wrong PINs beside the key file, without which no PIN can be checked: the count in a ledger
 * is lost when a copy of the ledger is tried.
 */
export interface PinAttemptFile {
  read(cashierId: string): PinFailures | null;
  /** Writes and syncs. Throws a `StorageError` if the disk does not take it. */
  write(cashierId: string, failures: PinFailures): void;
}

const attemptsSchema = z.record(
  z.string(),
  z.strictObject({
    failures: z.number().int().min(0),
    lockedUntil: instantSchema.nullable(),
    lockedOutAt: instantSchema.nullable(),
  }),
);

/** Opens `pin-attempts-<environment>.json` of the profile; it need not exist. */
export function openPinAttemptFile(
  profileFolder: string,
  environment: EnvironmentName,
): PinAttemptFile {
  const file = join(profileFolder, `pin-attempts-${environment}.json`);
  const readAll = (): z.infer<typeof attemptsSchema> => {
    try {
      return attemptsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      // Missing or damaged: whoever can write it can delete it as well.
      return {};
    }
  };
  return {
    read: (cashierId) => readAll()[cashierId] ?? null,
    write: (cashierId, { failures, lockedUntil, lockedOutAt }) => {
      const { [cashierId]: previous, ...others } = readAll();
      if (failures === 0 && previous === undefined) return;
      const own = failures === 0 ? {} : { [cashierId]: { failures, lockedUntil, lockedOutAt } };
      try {
        writeSynced(file, `${JSON.stringify({ ...others, ...own })}\n`);
      } catch (error) {
        throw new StorageError('failed', file, error);
      }
    },
  };
}

/** Completely or not at all. */
function writeSynced(file: string, text: string): void {
  const temporaryFile = `${file}.part`;
  rmSync(temporaryFile, { force: true });
  const handle = openSync(temporaryFile, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporaryFile, file);
  flushFolderToDiskSync(dirname(file));
}
