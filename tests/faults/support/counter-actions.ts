import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../../electron/ledger/index.ts';
import { testCodes } from '../../../electron/ledger/testing/index.ts';
import {
  billerKindSchema,
  type CallInput,
  type Order,
  type Payment,
} from '../../../shared/contract/index.ts';
import { type RealTill, startTill, type TillPage } from './real-till.ts';
import { OWNER, type RecordingService } from './recording-service.ts';

/** What a cashier does at a till that is a process of its own. */

const TELMEX_BILLER_ID = 37;
export const LEDGER_FILE = 'ledger-sandbox.sqlite';

/** Profiles of a test file, all removed at its end. */
export interface ProfileFolders {
  /** An empty folder, or a copy of another profile. */
  make(like?: string): string;
  remove(): void;
}

export function createProfileFolders(): ProfileFolders {
  const made: string[] = [];
  return {
    make: (like) => {
      const folder = mkdtempSync(join(tmpdir(), 'mostrador-till-'));
      made.push(folder);
      if (like !== undefined) cpSync(like, folder, { recursive: true });
      return folder;
    },
    remove: () => {
      for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The words that set a profile up for this service; the secret key stays in the process. */
export function createProvisionArguments(
  profile: string,
  service: RecordingService,
): readonly string[] {
  const file = join(profile, 'provisioning.json');
  writeFileSync(file, JSON.stringify(service.provisioning));
  return ['--profile', profile, '--provision', file];
}

/** A till of this service with its owner at the counter. */
export async function openCounter(
  profile: string,
  service: RecordingService,
  through: readonly string[] = [],
): Promise<{ readonly till: RealTill; readonly page: TillPage }> {
  const till = await startTill(createProvisionArguments(profile, service), through);
  const page = await till.openPage();
  await signIn(page);
  return { till, page };
}

/** Signs in and waits until the lists are there: from then on the till asks for nothing itself. */
export async function signIn(page: TillPage): Promise<void> {
  await page.get('staff.signIn', OWNER);
  for (;;) {
    const { lists, ratesAt, refreshing } = await page.get('catalog.state', {});
    const isFetched = billerKindSchema.options.every((kind) =>
      lists.some((list) => list.kind === kind && list.refreshedAt !== null),
    );
    if (isFetched && ratesAt !== null && refreshing === null) return;
    await pause(20);
  }
}

/** An order of 150 pesos to Telmex, ready for F12. */
export async function prepareOrder(page: TillPage, accountNumber: string): Promise<Order> {
  const amount = { amount: '150.00', currency: 'MXN' };
  return await page.get('payments.prepare', {
    kind: 'bill',
    billerId: TELMEX_BILLER_ID,
    accountNumber,
    nameOnAccount: null,
    amount,
    balanceId: null,
  });
}

/** What the page sends at F12. */
export function createPayInput(order: Order): CallInput<'payments.pay'> {
  return { orderId: order.id, cash: order.due, acknowledged: [] };
}

/** Waits for a payment's end, or for any state that `isRight` names. */
export async function waitForPayment(
  page: TillPage,
  paymentId: string,
  isRight: (payment: Payment) => boolean,
): Promise<Payment> {
  for (;;) {
    const payment = await page.get('payments.get', { paymentId });
    if (isRight(payment)) return payment;
    await pause(20);
  }
}

/** How many rows the ledger of a till that has ended holds of this table. */
export function countRows(profile: string, table: 'intents' | 'sends'): number {
  const database = openDatabase(join(profile, LEDGER_FILE), testCodes);
  try {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  } finally {
    database.close();
  }
}
