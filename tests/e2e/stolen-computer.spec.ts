import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Payment, Problem } from '../../shared/contract/index.ts';
import { describeProblem } from '../../shared/i18n/index.ts';
import { countFloat } from '../support/count-float.ts';
import { parseDailyFile } from '../support/read-daily-file.ts';
import { decodePrinted } from '../support/virtual-printer/index.ts';
import {
  createWizard,
  expect,
  expectScreenInOrder,
  getTextBeforePlaceholder,
  type LocaleFileKey,
  makeBackup,
  OWNER,
  openBackOfficePage,
  type Till,
  printerTest as test,
} from './support/index.ts';
import { createBrowserShell } from './support/shells.ts';
import { openTill } from './support/till.ts';

/**
 * A stolen computer, end to end: a till sells, makes its backup, sells more, and is gone. A new
 * till is restored with the backup and the owner's paper, and the file of the day is still correct.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A zone in which it is about noon now: the day has not ended while the first till sells. */
const HOURS_TO_NOON = 12 - new Date().getUTCHours();
const NOON_TIME_ZONE = `Etc/GMT${HOURS_TO_NOON > 0 ? '-' : '+'}${Math.abs(HOURS_TO_NOON)}`;
const CARD_CODE_PATTERN = /\d{4}-\d{4}-\d{4}-\d{4}/;
const approval = { cashierId: OWNER.id, pin: OWNER.pin };
const language = 'es-MX';
const getPageText = (key: LocaleFileKey): string => getTextBeforePlaceholder(language, key);
const describeProblemText = (problem: Problem): string => describeProblem(problem, language).title;

test.use({ shell: 'browser', serviceVersion: 'v1.6', provisioning: null });

test("restores the till of a stolen computer and completes the day's file from the service", async ({
  till,
  counter,
  service,
  printer,
  chromium,
}) => {
  test.setTimeout(120_000);
  const disk = await mkdtemp(join(tmpdir(), 'till-e2e-other-disk-'));
  const lostTill = await openTill(createBrowserShell(chromium), {
    ...service.provisioning('v1.6'),
    printer: { kind: 'network', address: printer.address, model: 'epson', columns: 42 },
    cashOutBillers: [20001],
    backup: { folder: disk },
    reconciliation: {
      timeZone: NOON_TIME_ZONE,
      uploadTime: '04:00',
      uploadZone: NOON_TIME_ZONE,
      host: '127.0.0.1',
      port: 9,
      user: 'lupita',
      password: 'gone with the computer',
      uploads: true,
    },
  });
  const { recoveryKey, otherShopKey, paymentsInBackup, giftCard, paymentsAfterBackup } =
    await sellUntilTheft(lostTill, service.reverseTransaction);
  const [code = ''] = CARD_CODE_PATTERN.exec(readPrintedText(printer.jobs)) ?? [];
  expect(code).not.toBe('');
  // The computer and its files are gone; a day passes.
  await lostTill.remove();
  service.advanceClock(DAY_MS);
  const backup = join(disk, (await readdir(disk)).find((name) => name.endsWith('.age')) ?? '');

  // The new computer, from its first screen.
  const { page } = till;
  const wizard = createWizard(page, language);
  await wizard.choose('setup.start', 'setup.start.restore');
  const fillRestoreForm = async (file: string, key: string): Promise<void> =>
    await wizard.fill('setup.restore', { 'setup.restore.file': file, 'setup.restore.key': key });
  const expectRefused = async (file: string, key: string, problem: Problem): Promise<void> => {
    await fillRestoreForm(file, key);
    await expect(page.getByRole('alert')).toContainText(describeProblemText(problem));
    await wizard.expectQuestion('setup.restore');
    expect(await till.callTill('till.state', {})).toMatchObject({ isSetUp: false });
  };
  const mistyped = `${recoveryKey.slice(0, -1)}${recoveryKey.endsWith('Q') ? 'P' : 'Q'}`;
  await expectRefused(backup, mistyped, { kind: 'recovery-key', reason: 'not-a-key' });
  await expectRefused(backup, otherShopKey, { kind: 'restore', reason: 'other-key' });
  const missingFile = join(disk, 'no-such-file.tar.zst.age');
  await expectRefused(missingFile, recoveryKey, { kind: 'restore', reason: 'not-there' });
  const damaged = join(disk, 'damaged.tar.zst.age');
  const bytes = await readFile(backup);
  const middleIndex = Math.floor(bytes.length / 2);
  bytes[middleIndex] = 255 - (bytes[middleIndex] ?? 0);
  await writeFile(damaged, bytes);
  await copyFile(`${backup}.json`, `${damaged}.json`);
  await expectRefused(damaged, recoveryKey, { kind: 'restore', reason: 'damaged' });
  const newerLedger = join(disk, 'newer.sqlite');
  const newerDatabase = new DatabaseSync(newerLedger);
  newerDatabase.exec(
    'PRAGMA application_id = 0x4d4f5354; PRAGMA user_version = 9999; CREATE TABLE a (b)',
  );
  newerDatabase.close();
  await expectRefused(newerLedger, recoveryKey, { kind: 'restore', reason: 'newer-version' });
  const unsealedFile = join(disk, 'alone.tar.zst.age');
  await copyFile(backup, unsealedFile);
  await expectRefused(unsealedFile, recoveryKey, { kind: 'restore', reason: 'unsealed' });
  await fillRestoreForm(backup, recoveryKey.toLowerCase());
  await page.getByRole('option', { name: OWNER.name }).waitFor();

  // All PINs are unchanged, and a code sold before the backup can be printed again.
  await counter.signIn(OWNER.name, OWNER.pin);
  expect(await till.callTill('till.state', {})).toMatchObject({
    posNumber: '07',
    environment: 'sandbox',
  });
  const printedJobCount = printer.jobs.length;
  await till.callTill('printing.printCopy', { paymentId: giftCard.id, approval });
  await expect.poll(() => readPrintedText(printer.jobs.slice(printedJobCount))).toContain(code);

  // Only the lost computer had the service's keys.
  await openBackOfficePage(counter, language, 'settings');
  await chooseOption(page, getPageText('settings.section.service'));
  for (const question of [
    'setup.service',
    'setup.version',
    'settings.deadline.title',
    'settings.network',
  ] as const) {
    await counter.expectQuestion(getPageText(question));
    await counter.press('Enter');
  }
  await counter.expectQuestion(getPageText('setup.keys'));
  await counter.type(service.apiKey);
  await counter.press('Tab');
  await counter.type(service.secretKey);
  await counter.press('Enter');
  await counter.expectText(getPageText('settings.saved'));
  await counter.press('F2');

  // The payments that the ledger lacks, from the service's own list.
  await openBackOfficePage(counter, language, 'daily-file');
  const missingRow = page
    .getByRole('option')
    .filter({ hasText: getPageText('dailyFile.state.missing') });
  await expect(missingRow).toHaveCount(1);
  await missingRow.focus();
  await counter.press('Enter');
  await counter.press('F1');
  const missingPayments = page
    .getByRole('listitem')
    .filter({ hasText: getPageText('dailyFile.kind.unknown-here') });
  await expect(missingPayments).toHaveCount(paymentsAfterBackup.length);
  await expectScreenInOrder(page, language);
  // Each needs its own decision; the last one belongs to another till, and is not added.
  const ownPayments = paymentsAfterBackup.slice(0, -1);
  const [otherTillPayment] = paymentsAfterBackup.slice(-1);
  const dialog = page.getByRole('dialog');
  await counter.press('Insert');
  await dialog.getByLabel(getPageText('dailyFile.addTransactionAuthorization')).fill('999999999');
  await dialog
    .getByLabel(getPageText('dailyFile.addTransactionReason'))
    .fill('el papel de la tarde');
  await counter.press('Enter');
  await expect(dialog).toContainText(describeProblemText({ kind: 'not-found', what: 'payment' }));
  await expectScreenInOrder(page, language);
  await counter.press('Escape');
  for (const [index, payment] of ownPayments.entries()) {
    await counter.press('Insert');
    await dialog
      .getByLabel(getPageText('dailyFile.addTransactionAuthorization'))
      .fill(payment.authorization ?? '');
    await counter.press('Enter');
    // Without a reason nothing is decided.
    await expect(dialog).toBeVisible();
    await dialog
      .getByLabel(getPageText('dailyFile.addTransactionReason'))
      .fill('el papel de la tarde');
    await counter.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(missingPayments).toHaveCount(paymentsAfterBackup.length - index - 1);
  }
  await expectScreenInOrder(page, language);
  const addedList = page.getByRole('list', {
    name: getPageText('dailyFile.addedTransactionsTitle'),
  });
  await expect(addedList.getByRole('listitem')).toHaveCount(ownPayments.length);
  await expect(addedList).toContainText(OWNER.name);
  await expect(addedList).toContainText('el papel de la tarde');

  // The day's file: what the service performed for this till, and nothing else.
  await counter.press('Control+g');
  await dialog.waitFor();
  await counter.press('Enter');
  await counter.expectText(getPageText('dailyFile.saved'));
  const [name = ''] = (await readdir(join(till.profile, 'exports'))).filter((exportName) =>
    exportName.startsWith('lupita_'),
  );
  const file = parseDailyFile(await readFile(join(till.profile, 'exports', name)));
  const { transactions } = await service.inspect();
  const expectedRegisters = transactions
    .filter(({ externalId }) => externalId !== otherTillPayment?.externalId)
    .map((transaction) => ({
      createdAt: transaction.createdAt.slice(0, 19),
      billerId: String(transaction.billerId),
      authorization: String(transaction.id),
      accountNumber: transaction.accountNumber,
      amount: transaction.amount,
      externalId: transaction.externalId,
    }));
  const registers = file.registers.map(({ posNumber, currency: _, ...register }) => {
    expect(posNumber).toBe('07');
    return register;
  });
  expect(registers.sort(compareAuthorizations)).toEqual(
    expectedRegisters.sort(compareAuthorizations),
  );
  expect(registers).toHaveLength(paymentsInBackup.length + ownPayments.length);
  // The refund in the meantime is owed, and shown.
  await expect.poll(() => till.callTill('till.status', {})).toMatchObject({ owed: 1 });
  await rm(disk, { recursive: true });
});

interface SaleRecord {
  readonly recoveryKey: string;
  readonly otherShopKey: string;
  readonly paymentsInBackup: readonly Payment[];
  /** Sold before the backup. */
  readonly giftCard: Payment;
  /** Sold after the backup; the first was cancelled. */
  readonly paymentsAfterBackup: readonly Payment[];
}

async function sellUntilTheft(
  lostTill: Till,
  giveBack: (externalId: string) => Promise<boolean>,
): Promise<SaleRecord> {
  const { page } = lostTill;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  await lostTill.callTill('staff.signIn', { cashierId: OWNER.id, pin: OWNER.pin });
  await expect
    .poll(async () => (await lostTill.callTill('till.status', {})).missingLists, {
      timeout: 30_000,
    })
    .toEqual([]);
  // A paper of another shop, which opens none of these backups.
  const otherShopOffer = await lostTill.callTill('recovery.createKey', { approval });
  const { offer, shown: recoveryKey } = await lostTill.callTill('recovery.createKey', { approval });
  await lostTill.callTill('recovery.confirm', {
    offer,
    end: recoveryKey.replaceAll(' ', '').slice(-8),
  });
  const paymentsInBackup = [await sell(lostTill, 'bill'), await sell(lostTill, 'gift-card')];
  const [bill, giftCard] = paymentsInBackup;
  if (bill === undefined || giftCard === undefined) throw new Error('nothing was sold');
  await makeBackup(lostTill);
  const paymentsAfterBackup = [
    await sell(lostTill, 'bill'),
    await sell(lostTill, 'gift-card'),
    await sell(lostTill, 'cash-out'),
    await sell(lostTill, 'bill'),
  ];
  await lostTill.callTill('payments.cancel', {
    paymentId: paymentsAfterBackup[0]?.id ?? '',
    reason: 'un error',
    approval,
  });
  expect(await giveBack(bill.externalId)).toBe(true);
  return {
    recoveryKey,
    otherShopKey: otherShopOffer.shown,
    paymentsInBackup,
    giftCard,
    paymentsAfterBackup,
  };
}

let saleCount = 0;
async function sell(lostTill: Till, kind: 'bill' | 'gift-card' | 'cash-out'): Promise<Payment> {
  saleCount += 1;
  const accountSuffix = String(saleCount).padStart(4, '0');
  const { billerId, accountNumber } = {
    bill: { billerId: 35, accountNumber: `12345685${accountSuffix}` },
    'cash-out': { billerId: 20001, accountNumber: `123456781234${accountSuffix}` },
    'gift-card': {
      billerId: await findCardBiller(lostTill),
      accountNumber: `559999${accountSuffix}`,
    },
  }[kind];
  const account = { billerId, accountNumber, nameOnAccount: null };
  const balance = kind === 'bill' ? await lostTill.callTill('payments.consult', account) : null;
  const defaultAmount = { amount: kind === 'cash-out' ? '300.00' : '200.00', currency: 'MXN' };
  if (kind === 'cash-out') await countFloat(lostTill.callTill);
  const order = await lostTill.callTill('payments.prepare', {
    kind,
    ...account,
    balanceId: balance?.id ?? null,
    amount: balance?.amount ?? defaultAmount,
  });
  const { id } = await lostTill.callTill('payments.pay', {
    orderId: order.id,
    cash: kind === 'cash-out' ? null : order.due,
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  });
  await expect
    .poll(() => lostTill.callTill('payments.get', { paymentId: id }))
    .toMatchObject({ state: 'paid', paper: 'printed' });
  const payment = await lostTill.callTill('payments.get', { paymentId: id });
  if (payment === null) throw new Error('a payment that is not there');
  return payment;
}

async function findCardBiller(lostTill: Till): Promise<number> {
  const query = { text: 'steam', kinds: ['gift-card' as const], limit: 1 };
  await expect.poll(() => lostTill.callTill('catalog.search', query)).toHaveLength(1);
  const [match] = await lostTill.callTill('catalog.search', query);
  return match?.biller.id ?? 0;
}

async function chooseOption(page: Till['page'], name: string): Promise<void> {
  const option = page.getByRole('listbox').getByRole('option').filter({ hasText: name }).first();
  await option.focus();
  await page.keyboard.press('Enter');
}

function readPrintedText(jobs: readonly Buffer[]): string {
  const lines = jobs.flatMap((job) => decodePrinted(job, 'epson').lines);
  return lines.map(({ text }) => text).join('\n');
}

function compareAuthorizations(a: { authorization: string }, b: { authorization: string }): number {
  return Number(a.authorization) - Number(b.authorization);
}
