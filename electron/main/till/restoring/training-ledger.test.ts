import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEarlierLedger, testCodes } from '../../../ledger/testing/index.ts';
import { createVirtualClock, silentLog } from '../../../platform/index.ts';
import { openTrainingLedger } from './training-ledger.ts';

let folder: string;
let ledger: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-training-ledger-'));
  ledger = join(folder, 'ledger-training.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Leaves the ledger as a killed till does: the last payment is only in the journal. */
function createKilledLedger(): void {
  const running = join(folder, 'running.sqlite');
  createEarlierLedger(running);
  const database = new DatabaseSync(running);
  database.exec("INSERT INTO intents (id, external_id) VALUES ('last', '0192')");
  copyFileSync(running, ledger);
  copyFileSync(`${running}-wal`, `${ledger}-wal`);
  database.close();
  rmSync(running);
}

it('moves an old training ledger aside as one file that includes its journal', () => {
  createKilledLedger();
  const clock = createVirtualClock(Date.parse('2026-11-20T10:00:00.000Z'));
  openTrainingLedger({ profileFolder: folder, clock, log: silentLog }, ledger, testCodes).close();
  expect(existsSync(ledger)).toBe(true);
  const aside = readdirSync(folder).filter((name) => name.includes('.before-'));
  expect(aside).toEqual(['ledger-training.before-20261120T100000Z.sqlite']);
  const movedLedger = new DatabaseSync(join(folder, String(aside[0])), { readOnly: true });
  const ids = movedLedger.prepare('SELECT id FROM intents').all();
  movedLedger.close();
  expect(ids.map(({ id }) => id)).toContain('last');
});
