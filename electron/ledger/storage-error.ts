import { basename } from 'node:path';
import type { Problem } from '../../shared/contract/index.ts';

export type StorageProblemReason = Extract<Problem, { kind: 'storage' }>['reason'];

/** The ledger could not be opened or written. The file is unchanged. */
export class StorageError extends Error {
  readonly reason: StorageProblemReason;
  readonly file: string;
  constructor(reason: StorageProblemReason, file: string, cause: unknown) {
    super(`ledger ${basename(file)}: ${reason}`, { cause });
    this.name = 'StorageError';
    this.reason = reason;
    this.file = file;
  }
}

export function toStorageProblem(error: StorageError): Problem {
  return { kind: 'storage', reason: error.reason, file: basename(error.file) };
}

/**
 * Converts an error of SQLite to a `StorageError` of that file; null for any other error.
 */
export function toStorageError(
  error: unknown,
  database: { readonly file: string },
): StorageError | null {
  if (error instanceof StorageError) return error;
  return isSqliteError(error)
    ? new StorageError(toStorageProblemReason(error), database.file, error)
    : null;
}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}

export function toStorageProblemReason(error: unknown): StorageProblemReason {
  const code = isSqliteError(error) ? error.errcode & 0xff : 0;
  switch (code) {
    case 5:
    case 6:
      return 'in-use';
    case 8:
    case 14:
    case 3:
      return 'read-only';
    case 11:
    case 26:
      return 'damaged';
    case 13:
      return 'full';
    default:
      return 'failed';
  }
}
