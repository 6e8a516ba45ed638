import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openLedgerDatabase } from './database.ts';

const runtime = vi.hoisted(() => ({ hasBackup: true }));
vi.mock('node:sqlite', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:sqlite')>();
  return {
    ...original,
    get backup() {
      return runtime.hasBackup ? original.backup : undefined;
    },
  };
});

let folder: string;
let ledger: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-copy-'));
  ledger = openLedgerDatabase(join(folder, 'ledger.sqlite'));
  ledger.commit(() => {
    ledger.prepare("INSERT INTO kept_bills (bill_id, kept_at) VALUES ('a', '1'), ('b', '2')").run();
  });
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true });
});

function startReading(): Iterator<unknown> {
  const rows = ledger.prepare('SELECT * FROM kept_bills').iterate();
  rows.next();
  return rows;
}

function countCopiedRows(file: string): unknown {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    expect(copy.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
    return copy.prepare('SELECT count(*) AS n FROM kept_bills').get()?.n;
  } finally {
    copy.close();
  }
}

describe('a ledger of which a statement still reads', () => {
  it('copies it at once where the runtime has backup()', async () => {
    runtime.hasBackup = true;
    const rows = startReading();
    await ledger.copyTo(join(folder, 'copy'), () => {});
    expect(countCopiedRows(join(folder, 'copy'))).toBe(2);
    rows.return?.();
  });

  it('copies it after the statement has ended where the runtime lacks backup()', async () => {
    runtime.hasBackup = false;
    const rows = startReading();
    let calls = 0;
    await ledger.copyTo(join(folder, 'copy'), () => {
      calls += 1;
      if (calls === 2) rows.return?.();
    });
    expect(calls).toBeGreaterThan(2);
    expect(countCopiedRows(join(folder, 'copy'))).toBe(2);
  });

  it('stops waiting for the statement if the caller stops, without backup()', async () => {
    runtime.hasBackup = false;
    const rows = startReading();
    const stop = () => {
      throw new Error('stopped');
    };
    await expect(ledger.copyTo(join(folder, 'copy'), stop)).rejects.toThrow('stopped');
    rows.return?.();
  });
});
