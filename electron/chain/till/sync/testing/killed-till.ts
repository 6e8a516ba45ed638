import { writeSync } from 'node:fs';
import { openLedgerDatabase } from '../../../../ledger/index.ts';
import { insertIntentRow } from '../../../../ledger/testing/index.ts';
import { createUuid, silentLog, systemClock } from '../../../../platform/index.ts';
import { connectToChain } from '../../../client/index.ts';
import { createChainSync } from '../index.ts';
import { createPlainStatus } from './status.ts';

/**
 * A program that pays and syncs with its chain as fast as it can until it is killed:
 * `killed-till.ts LEDGER ADDRESS`. It writes `paid ID` once a payment is on disk. Its timers run
 * 300 times faster.
 */
const [file = '', address = ''] = process.argv.slice(2);
const database = openLedgerDatabase(file);
const fastClock = {
  ...systemClock,
  after: (milliseconds: number, callback: () => void) =>
    systemClock.after(milliseconds / 300, callback),
};
const ledgerId = String(database.prepare('SELECT id FROM ledger_identity').get()?.id);
const chainSync = createChainSync({
  database,
  ledgerId: () => ledgerId,
  clock: fastClock,
  now: systemClock.now,
  log: silentLog,
  isChainConfigured: () => true,
  getChainKey: () => 'chain',
  connect: () =>
    connectToChain(JSON.parse(address), { connectTimeoutMs: 1_000, deadlineMs: 1_000 }),
  onSessionStarted: async () => {},
  onNotice: async () => true,
  buildStatus: (options) => createPlainStatus(options),
  onChange: () => {},
  random: Math.random,
});
chainSync.start();

const recordPayment = (): void => {
  const id = createUuid();
  const at = new Date().toISOString();
  database.commit(() => {
    insertIntentRow(database, { id, at });
    database.prepare(`INSERT INTO outcomes (intent_id, state) VALUES (?, 'sent')`).run(id);
  });
  chainSync.onLedgerChanged();
  database.commit(() => {
    database
      .prepare(`UPDATE outcomes SET state = 'paid', transaction_created_at = ? WHERE intent_id = ?`)
      .run(at, id);
  });
  chainSync.onLedgerChanged();
  writeSync(1, `paid ${id}\n`);
  setTimeout(recordPayment, 2);
};
recordPayment();
