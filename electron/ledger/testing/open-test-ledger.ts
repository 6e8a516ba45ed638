import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodeSealer } from '../../settings/keys/index.ts';
import { type Database, openLedgerDatabase } from '../index.ts';

let newLedger: Uint8Array | null = null;

/**
 * Opens a ledger as the product does. A missing file begins as a copy of one new ledger, because its
 * migrations take longer than most tests.
 */
export function openTestLedger(file: string, codeSealer?: CodeSealer): Database {
  if (!existsSync(file)) {
    newLedger ??= createNewLedger();
    writeFileSync(file, newLedger);
  }
  return openLedgerDatabase(file, codeSealer);
}

function createNewLedger(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-new-ledger-'));
  try {
    const file = join(folder, 'ledger.sqlite');
    openLedgerDatabase(file).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
