import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../electron/ledger/index.ts';
import { openTestLedger, testCodes } from '../../../electron/ledger/testing/index.ts';

/**
 * One new ledger for many runs, one after the other, because a run takes a sixth less processor time if
 * it neither opens a ledger nor prepares its statements. All that a run writes is one transaction, which
 * is rolled back before the next run; a commit in it is a savepoint. Killed runs, and runs with a ledger
 * of their own, commit as the product does.
 */
export interface ReusedLedger {
  /** Returns a new ledger; the ledger of the previous run must not be used any more. */
  begin(): Database;
  close(): void;
}

export function openReusedLedger(): ReusedLedger {
  const folder = createLedgerFolder();
  const ledger = openTestLedger(join(folder, 'ledger.sqlite'), testCodes);
  const execute = (sql: string): void => void ledger.prepare(sql).run();
  let hasBegun = false;
  return {
    begin: () => {
      if (hasBegun) execute('ROLLBACK');
      execute('BEGIN IMMEDIATE');
      hasBegun = true;
      return { ...ledger, commit: createCommit(execute), close: () => {} };
    },
    close: () => {
      ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In memory, if the system has a folder for that. */
export function createLedgerFolder(): string {
  const baseFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return mkdtempSync(join(baseFolder, 'mostrador-faults-'));
}

function createCommit(execute: (sql: string) => void): Database['commit'] {
  let isInCommit = false;
  return (work) => {
    if (isInCommit) throw new Error('a commit inside a commit');
    isInCommit = true;
    execute('SAVEPOINT run');
    try {
      const value = work();
      execute('RELEASE run');
      return value;
    } catch (error) {
      execute('ROLLBACK TO run');
      execute('RELEASE run');
      throw error;
    } finally {
      isInCommit = false;
    }
  };
}
