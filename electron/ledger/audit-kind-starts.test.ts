import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../platform/index.ts';
import { createAudit } from './audit/index.ts';
import { openLedgerDatabase } from './index.ts';
import { MIGRATIONS } from './testing/index.ts';

const EARLIER_MIGRATIONS = MIGRATIONS.slice(0, 13);
const AT = '2026-01-15T16:00:00.000Z';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-audit-kinds-'));
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function readStarts(): unknown[] {
  const database = openLedgerDatabase(file);
  const rows = database.prepare('SELECT kind, since FROM audit_kind_starts ORDER BY kind').all();
  database.close();
  return rows.map(({ kind, since }) => [kind, since]);
}

it('records later kinds of audit entries since the beginning of a new ledger', () => {
  expect(readStarts()).toEqual([
    ['reprint-receipt', ''],
    ['wrong-pin', ''],
  ]);
});

it('records later kinds of audit entries since the last entry of an earlier version', () => {
  const earlier = openLedgerDatabase(file, undefined, EARLIER_MIGRATIONS);
  createAudit({ database: earlier, clock: createVirtualClock(Date.parse(AT)) }).note({
    kind: 'signed-in',
    by: null,
    detail: {},
  });
  earlier.close();
  expect(readStarts()).toEqual([
    ['reprint-receipt', AT],
    ['wrong-pin', AT],
  ]);
});
