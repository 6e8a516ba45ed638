import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { testCodes } from '../../../electron/ledger/testing/index.ts';
import {
  billerKindSchema,
  type CallInput,
  type Order,
  type Payment,
} from '../../../shared/contract/index.ts';
import { type RealTill, startTill, type TillPage } from './real-till.ts';
import { OWNER, type RecordingService } from './recording-service.ts';

/** A cashier's actions at a till in its own process. */

const TELMEX_BILLER_ID = 37;
export const LEDGER_FILE = 'ledger-sandbox.sqlite';

/** Profile folders of a test file, all deleted at its end. */
export interface ProfileFolders {
  /** Creates an empty folder, or a copy of another profile. */
  make(template?: string): string;
  remove(): void;
}

export function createProfileFolders(): ProfileFolders {
  const folders: string[] = [];
  return {
    make: (template) => {
      const folder = mkdtempSync(join(tmpdir(), 'mostrador-till-'));
      folders.push(folder);
      if (template !== undefined) cpSync(template, folder, { recursive: true });
      return folder;
    },
    remove: () => {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the arguments that provision a profile for this service. */
export function createProvisionArguments(
  profile: string,
  service: RecordingService,
): readonly string[] {
  const file = join(profile, 'provisioning.json');
  writeFileSync(file, JSON.stringify(service.provisioning));
  return ['--profile', profile, '--provision', file];
}

/** Starts a till of this service with its owner signed in. */
export async function openCounter(
  profile: string,
  service: RecordingService,
  wrapperCommand: readonly string[] = [],
): Promise<{ readonly till: RealTill; readonly page: TillPage }> {
  const till = await startTill(createProvisionArguments(profile, service), wrapperCommand);
  const page = await till.openPage();
  await signIn(page);
  return { till, page };
}

/**
 * Signs in and waits until the lists are loaded: after that the till sends no request by itself.
 */
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

/** Prepares an order of 150 pesos to Telmex. */
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

/** Returns the input that the page sends at F12. */
export function createPayInput(order: Order): CallInput<'payments.pay'> {
  return { orderId: order.id, cash: order.due, acknowledged: [] };
}

/** Polls a payment until `isRight` accepts it. */
export async function waitForPayment(
  page: TillPage,
  paymentId: string,
  isExpected: (payment: Payment) => boolean,
): Promise<Payment> {
  for (;;) {
    const payment = await page.get('payments.get', { paymentId });
    if (isExpected(payment)) return payment;
    await pause(20);
  }
}

/** Returns the number of rows of a table in the ledger of a till that has ended. */
export function countRows(profile: string, table: 'intents' | 'sends'): number {
  const database = openLedgerDatabase(join(profile, LEDGER_FILE), testCodes);
  try {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  } finally {
    database.close();
  }
}
