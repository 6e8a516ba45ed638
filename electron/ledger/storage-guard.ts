import { fail, type Problem, type Result } from '../../shared/contract/index.ts';
import type { Log } from '../platform/index.ts';
import { toStorageError, toStorageProblem } from './storage-error.ts';

/**
 * A ledger that cannot be read or written is a `storage` problem, which the log hears of as well; any
 * other error is the program's, and is thrown on.
 */
export interface StorageGuard {
  withStorage<Value>(work: () => Result<Value>): Result<Value>;
  /** The same for work that waits. */
  withStorageAsync<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>>;
  problemOf(error: unknown): Problem;
}

export function createStorageGuard(ports: {
  readonly database: { readonly file: string };
  readonly log: Log;
}): StorageGuard {
  const problemOf = (error: unknown): Problem => {
    const storage = toStorageError(error, ports.database);
    if (!storage) throw error;
    ports.log.error({ err: storage }, 'ledger: read or write failed');
    return toStorageProblem(storage);
  };
  return {
    withStorage: (work) => {
      try {
        return work();
      } catch (error) {
        return fail(problemOf(error));
      }
    },
    withStorageAsync: async (work) => {
      try {
        return await work();
      } catch (error) {
        return fail(problemOf(error));
      }
    },
    problemOf,
  };
}
