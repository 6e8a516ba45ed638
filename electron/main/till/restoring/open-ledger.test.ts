import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Database, setChainTriggers } from '../../../ledger/index.ts';
import { testCodes } from '../../../ledger/testing/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { openLedger } from './open-ledger.ts';
import { backedUpLedger, LUIS } from './restore.fixture.ts';

const till = backedUpLedger();

const epochOf = (database: Pick<Database, 'prepare'>): unknown =>
  database.prepare('SELECT epoch_key FROM chain_state').get()?.epoch_key;

it('begins another numbering for the chain where a backup has just been restored, and only then', async () => {
  const { ledger } = till;
  setChainTriggers(ledger.database(), true);
  const before = epochOf(ledger.database());
  const made = await ledger.backup.make(null);
  if (!made.ok) throw new Error('no backup');
  till.closed();
  const open = (): unknown => {
    const ports = { profileFolder: ledger.folder, clock: ledger.clock, log: silentLog };
    const opened = openLedger(ports, 'sandbox', testCodes);
    if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
    const { database } = opened.value;
    try {
      return epochOf(database);
    } finally {
      database.close();
    }
  };
  expect(open()).toBe(before);
  const file = join(ledger.folder, 'backups', made.value.file);
  expect(await till.start(LUIS, false, file)).toMatchObject({ ok: true });
  const after = open();
  expect(after).not.toBe(before);
  expect(open()).toBe(after);
});

it('stops what a backup holds of an unfinished basket, and only then', async () => {
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
  const made = await ledger.backup.make(null);
  if (!made.ok) throw new Error('no backup');
  till.closed();
  const restoredAt = (): unknown => {
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
  expect(restoredAt()).toBeNull();
  const file = join(ledger.folder, 'backups', made.value.file);
  expect(await till.start(LUIS, false, file)).toMatchObject({ ok: true });
  const at = restoredAt();
  expect(at).toEqual(expect.any(String));
  expect(restoredAt()).toBe(at);
});
