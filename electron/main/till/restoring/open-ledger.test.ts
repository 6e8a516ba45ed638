import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Database, setChainSyncTriggers } from '../../../ledger/index.ts';
import { testCodes } from '../../../ledger/testing/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { openLedger } from './open-ledger.ts';
import { createBackedUpLedger, LUIS } from './restore.fixture.ts';

const till = createBackedUpLedger();

const readEpoch = (database: Pick<Database, 'prepare'>): unknown =>
  database.prepare('SELECT epoch_key FROM chain_state').get()?.epoch_key;

it('starts a new chain epoch only if a backup has just been restored', async () => {
  const { ledger } = till;
  setChainSyncTriggers(ledger.database(), true);
  const before = readEpoch(ledger.database());
  const backup = await ledger.backup.makeBackup(null);
  if (!backup.ok) throw new Error('no backup');
  till.closeLedger();
  const openAndReadEpoch = (): unknown => {
    const ports = { profileFolder: ledger.folder, clock: ledger.clock, log: silentLog };
    const opened = openLedger(ports, 'sandbox', testCodes);
    if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
    const { database } = opened.value;
    try {
      return readEpoch(database);
    } finally {
      database.close();
    }
  };
  expect(openAndReadEpoch()).toBe(before);
  const file = join(ledger.folder, 'backups', backup.value.file);
  expect(await till.restore(LUIS, false, file)).toMatchObject({ ok: true });
  const after = openAndReadEpoch();
  expect(after).not.toBe(before);
  expect(openAndReadEpoch()).toBe(after);
});

it('marks the unfinished baskets of a restored backup only', async () => {
  const { ledger } = till;
  const database = ledger.database();
  database.commit(() => {
    database
      .prepare(
        `INSERT INTO baskets (id, number, created_at, cashier_id, cashier_name, shift_id, items, due,
           cash, shop_currency)
         SELECT 'b', 1, '2026-01-15T12:00:00.000Z', opened_by, 'Luis', id, '[]', '1', '1', 'MXN'
         FROM shifts LIMIT 1`,
      )
      .run();
  });
  const backup = await ledger.backup.makeBackup(null);
  if (!backup.ok) throw new Error('no backup');
  till.closeLedger();
  const openAndReadRestoredAt = (): unknown => {
    const ports = { profileFolder: ledger.folder, clock: ledger.clock, log: silentLog };
    const opened = openLedger(ports, 'sandbox', testCodes);
    if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
    const { database } = opened.value;
    try {
      return database.prepare('SELECT restored_at FROM baskets').get()?.restored_at;
    } finally {
      database.close();
    }
  };
  expect(openAndReadRestoredAt()).toBeNull();
  const file = join(ledger.folder, 'backups', backup.value.file);
  expect(await till.restore(LUIS, false, file)).toMatchObject({ ok: true });
  const at = openAndReadRestoredAt();
  expect(at).toEqual(expect.any(String));
  expect(openAndReadRestoredAt()).toBe(at);
});
