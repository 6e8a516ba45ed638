import { writeSync } from 'node:fs';
import { findOpenShift, insertShift } from '../../../electron/counter/cash/shift-queries.ts';
import {
  insertIntent,
  insertOutcome,
  insertPaymentEvent,
  insertSend,
} from '../../../electron/counter/payments/rows/index.ts';
import { upsertCashier } from '../../../electron/counter/staff/cashier-queries.ts';
import { type Database, openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { testCodes } from '../../../electron/ledger/testing/index.ts';

/**
 * A process of the kill loop: `FILE RUN`. It opens the ledger, commits intents one after the other
 * as a till does, and prints each one's name after its commit has returned. It ends only by
 * SIGKILL. A line is one write to a pipe, so it is printed completely or not at all.
 */

const FIXED_TIME = '2026-11-21T00:00:00.000Z';

/** Returns the body of the intent with this name, so that the checking process can compare it. */
export function createBody(name: string): string {
  return JSON.stringify({ external_id: name, amount: 150, note: 'x'.repeat(200) });
}

function run(file: string, runName: string): void {
  printLine('opening');
  const database = openLedgerDatabase(file, testCodes);
  printLine('open');
  const shiftId = database.commit(() => {
    upsertCashier(database, { id: 'ana', name: 'Ana', role: 'owner', pinHash: 'x' }, FIXED_TIME);
    const openShift = findOpenShift(database, '');
    if (openShift !== null) return openShift.id;
    const id = 'shift';
    insertShift(database, {
      id,
      drawer: '',
      openedAt: FIXED_TIME,
      openedBy: 'ana',
      isFloatCounted: false,
      takenOverFrom: null,
    });
    return id;
  });
  for (let number = 0; ; number += 1) {
    const name = `${runName}-${number}`;
    commitIntent(database, name, shiftId);
    printLine(name);
  }
}

function commitIntent(database: Database, name: string, shiftId: string): void {
  const amount = { amount: '150.00', currency: 'MXN' };
  database.commit(() => {
    insertIntent(database, {
      id: name,
      orderId: `order ${name}`,
      kind: 'bill',
      createdAt: FIXED_TIME,
      version: 'v3.mx',
      externalId: name,
      idempotencyKey: `key ${name}`,
      target: '/single/pay',
      body: Buffer.from(createBody(name)),
      billerId: 37,
      billerName: 'Telmex',
      billerKind: 'utility',
      billType: 'account_number',
      accountNumber: name,
      accountShown: name,
      nameOnAccount: null,
      billId: null,
      amount,
      fee: null,
      due: amount,
      cash: amount,
      change: { amount: '0.00', currency: 'MXN' },
      rate: null,
      cashierId: 'ana',
      cashierName: 'Ana',
      posNumber: '07',
      shiftId,
      isDrp: false,
      cancelledPaymentId: null,
      approvedBy: null,
      reason: null,
    });
    insertOutcome(database, name, 'intent');
    insertSend(database, {
      intentId: name,
      number: 1,
      requestDate: FIXED_TIME,
      startedAt: FIXED_TIME,
      cashierId: 'ana',
    });
    insertPaymentEvent(database, {
      intentId: name,
      at: FIXED_TIME,
      kind: 'intent',
      cashierId: 'ana',
      detail: {},
    });
  });
}

function printLine(line: string): void {
  writeSync(1, `${line}\n`);
}

if (import.meta.main) {
  const [file = '', runName = ''] = process.argv.slice(2);
  run(file, runName);
}
