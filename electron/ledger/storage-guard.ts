import { fail, type Problem, type Result } from '../../shared/contract/index.ts';
import type { Log } from '../platform/index.ts';
import { toStorageError, toStorageProblem } from './storage-error.ts';

/**
 * Converts a ledger that cannot be read or written to a `storage` problem, and logs it. Any other
 * error is a programming error, and is rethrown.
 */
export interface StorageGuard {
  catchStorageError<Value>(work: () => Result<Value>): Result<Value>;
  /** The same for asynchronous work. */
  catchStorageErrorAsync<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>>;
  toLoggedProblem(error: unknown): Problem;
}

export function createStorageGuard(ports: {
  readonly database: { readonly file: string };
  readonly log: Log;
}): StorageGuard {
  const toLoggedProblem = (error: unknown): Problem => {
    const storageError = toStorageError(error, ports.database);
    if (!storageError) throw error;
    ports.log.error({ err: storageError }, 'ledger: read or write failed');
    return toStorageProblem(storageError);
  };
  return {
    catchStorageError: (work) => {
      try {
        return work();
      } catch (error) {
        return fail(toLoggedProblem(error));
      }
    },
    catchStorageErrorAsync: async (work) => {
      try {
        return await work();
      } catch (error) {
        return fail(toLoggedProblem(error));
      }
    },
    toLoggedProblem,
  };
}
