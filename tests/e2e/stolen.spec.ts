import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Payment, Problem } from '../../shared/contract/index.ts';
import { describeProblem } from '../../shared/i18n/index.ts';
import { readDailyFile } from '../support/read-daily-file.ts';
import { decodePrinted } from '../support/virtual-printer/index.ts';
import {
  createWizard,
  expect,
  expectScreenInOrder,
  getText,
  makeBackup,
  OWNER,
  openBackOfficePage,
  type PageKey,
  type Till,
  printerTest as test,
} from './support/index.ts';
import { createBrowserShell } from './support/shells.ts';
import { openTill } from './support/till.ts';

/**
 * The stolen computer, end to end: a till sells, makes its backup, sells more, and is gone. An empty
 * one takes its place by the backup and the owner's paper, and the day's file is right all the same.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where it is about noon, whenever this runs: the day goes on while the first till sells. */
const AHEAD = 12 - new Date().getUTCHours();
const ZONE = `Etc/GMT${AHEAD > 0 ? '-' : '+'}${Math.abs(AHEAD)}`;
const CODE = /\d{4}-\d{4}-\d{4}-\d{4}/;
const approval = { cashierId: OWNER.id, pin: OWNER.pin };
const language = 'es-MX';
const words = (key: PageKey): string => getText(language, key);
const said = (problem: Problem): string => describeProblem(problem, language).happened;

test.use({ shell: 'browser', serviceVersion: 'v1.6', provisioning: null });

test('a stolen computer: its backup, the paper and the service make the day whole again', async ({
  till,
  counter,
  service,
  printer,
  chromium,
}) => {
  test.setTimeout(120_000);
  const disk = await mkdtemp(join(tmpdir(), 'till-e2e-other-disk-'));
  const lost = await openTill(createBrowserShell(chromium), {
    ...service.provisioning('v1.6'),
    printer: { kind: 'network', address: printer.address, model: 'epson', columns: 42 },
    cashOutBillers: [20001],
    backup: { folder: disk },
    reconciliation: {
      timeZone: ZONE,
      uploadTime: '04:00',
      uploadZone: ZONE,
      host: '127.0.0.1',
      port: 9,
      user: 'lupita',
      password: 'gone with the computer',
      uploads: true,
    },
  });
  const { recoveryKey, strangersKey, inBackup, card, others } = await theLastDay(
    lost,
    service.giveBack,
  );
  const [code = ''] = CODE.exec(wordsOn(printer.jobs)) ?? [];
  expect(code).not.toBe('');
  // The computer is gone, and its files with it; a day passes.
  await lost.remove();
  service.advanceClock(DAY_MS);
  const backup = join(disk, (await readdir(disk)).find((name) => name.endsWith('.age')) ?? '');

  // The new computer, from its first screen.
  const { page } = till;
  const wizard = createWizard(page, language);
  await wizard.choose('setup.start', 'setup.start.restore');
  const ask = async (file: string, key: string): Promise<void> =>
    await wizard.fill('setup.restore', { 'setup.restore.file': file, 'setup.restore.key': key });
  const refuses = async (file: string, key: string, problem: Problem): Promise<void> => {
    await ask(file, key);
    await expect(page.getByRole('alert')).toContainText(said(problem));
    await wizard.expectQuestion('setup.restore');
    expect(await till.callTill('till.state', {})).toMatchObject({ isSetUp: false });
  };
  const mistyped = `${recoveryKey.slice(0, -1)}${recoveryKey.endsWith('Q') ? 'P' : 'Q'}`;
  await refuses(backup, mistyped, { kind: 'recovery-key', reason: 'not-a-key' });
  await refuses(backup, strangersKey, { kind: 'restore', reason: 'other-key' });
  const gone = join(disk, 'no-such-file.tar.zst.age');
  await refuses(gone, recoveryKey, { kind: 'restore', reason: 'not-there' });
  const damaged = join(disk, 'damaged.tar.zst.age');
  const bytes = await readFile(backup);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = 255 - (bytes[middle] ?? 0);
  await writeFile(damaged, bytes);
  await copyFile(`${backup}.json`, `${damaged}.json`);
  await refuses(damaged, recoveryKey, { kind: 'restore', reason: 'damaged' });
  const newer = join(disk, 'newer.sqlite');
  const later = new DatabaseSync(newer);
  later.exec('PRAGMA application_id = 0x4d4f5354; PRAGMA user_version = 9999; CREATE TABLE a (b)');
  later.close();
  await refuses(newer, recoveryKey, { kind: 'restore', reason: 'newer-version' });
  const alone = join(disk, 'alone.tar.zst.age');
  await copyFile(backup, alone);
  await refuses(alone, recoveryKey, { kind: 'restore', reason: 'unsealed' });
  await ask(backup, recoveryKey.toLowerCase());
  await page.getByRole('option', { name: OWNER.name }).waitFor();

  // Everybody's PIN is as it was, and a code that was sold before the backup comes out again.
  await counter.signIn(OWNER.name, OWNER.pin);
  expect(await till.callTill('till.state', {})).toMatchObject({
    posNumber: '07',
    environment: 'sandbox',
  });
  const printed = printer.jobs.length;
  await till.callTill('printing.copy', { paymentId: card.id, approval });
  await expect.poll(() => wordsOn(printer.jobs.slice(printed))).toContain(code);

  // The service's keys were on the lost computer alone.
  await openBackOfficePage(counter, language, 'settings');
  await chooseOption(page, words('settings.of.service'));
  for (const question of [
    'setup.service',
    'setup.version',
    'settings.deadline.title',
    'settings.network',
  ] as const) {
    await counter.expectQuestion(words(question));
    await counter.press('Enter');
  }
  await counter.expectQuestion(words('setup.keys'));
  await counter.type(service.apiKey);
  await counter.press('Tab');
  await counter.type(service.secretKey);
  await counter.press('Enter');
  await counter.expectText(words('settings.kept'));
  await counter.press('F2');

  // What the ledger lacks, from the service's own list.
  await openBackOfficePage(counter, language, 'daily-file');
  const missing = page.getByRole('option').filter({ hasText: words('dailyFile.state.missing') });
  await expect(missing).toHaveCount(1);
  await missing.focus();
  await counter.press('Enter');
  await counter.press('F1');
  const lacking = page
    .getByRole('listitem')
    .filter({ hasText: words('dailyFile.kind.unknown-here') });
  await expect(lacking).toHaveCount(others.length);
  await expectScreenInOrder(page, language);
  // Each by its own decision; the last one was another till's, and stays out.
  const ours = others.slice(0, -1);
  const [theirs] = others.slice(-1);
  const dialog = page.getByRole('dialog');
  await counter.press('Insert');
  await dialog.getByLabel(words('dailyFile.takeInAuthorization')).fill('999999999');
  await dialog.getByLabel(words('dailyFile.takeInReason')).fill('el papel de la tarde');
  await counter.press('Enter');
  await expect(dialog).toContainText(said({ kind: 'not-found', what: 'payment' }));
  await expectScreenInOrder(page, language);
  await counter.press('Escape');
  for (const [index, one] of ours.entries()) {
    await counter.press('Insert');
    await dialog.getByLabel(words('dailyFile.takeInAuthorization')).fill(one.authorization ?? '');
    await counter.press('Enter');
    // Without a word on how she knows it, nothing is decided.
    await expect(dialog).toBeVisible();
    await dialog.getByLabel(words('dailyFile.takeInReason')).fill('el papel de la tarde');
    await counter.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(lacking).toHaveCount(others.length - index - 1);
  }
  await expectScreenInOrder(page, language);
  const decided = page.getByRole('list', { name: words('dailyFile.takenInTitle') });
  await expect(decided.getByRole('listitem')).toHaveCount(ours.length);
  await expect(decided).toContainText(OWNER.name);
  await expect(decided).toContainText('el papel de la tarde');

  // The day's file: what the service performed for this till, and nothing else.
  await counter.press('Control+g');
  await dialog.waitFor();
  await counter.press('Enter');
  await counter.expectText(words('dailyFile.saved'));
  const [name = ''] = (await readdir(join(till.profile, 'exports'))).filter((one) =>
    one.startsWith('lupita_'),
  );
  const file = readDailyFile(await readFile(join(till.profile, 'exports', name)));
  const { transactions } = await service.inspect();
  const performed = transactions
    .filter(({ externalId }) => externalId !== theirs?.externalId)
    .map((one) => ({
      createdAt: one.createdAt.slice(0, 19),
      billerId: String(one.billerId),
      authorization: String(one.id),
      accountNumber: one.accountNumber,
      amount: one.amount,
      externalId: one.externalId,
    }));
  const inFile = file.registers.map(({ posNumber, currency: _, ...one }) => {
    expect(posNumber).toBe('07');
    return one;
  });
  expect(inFile.sort(byAuthorization)).toEqual(performed.sort(byAuthorization));
  expect(inFile).toHaveLength(inBackup.length + ours.length);
  // What was given back meanwhile is owed, and said.
  await expect.poll(() => till.callTill('till.status', {})).toMatchObject({ owed: 1 });
  await rm(disk, { recursive: true });
});

interface Sold {
  readonly recoveryKey: string;
  readonly strangersKey: string;
  readonly inBackup: readonly Payment[];
  /** Sold before the backup. */
  readonly card: Payment;
  /** Sold after it; the first was cancelled. */
  readonly others: readonly Payment[];
}

async function theLastDay(
  lost: Till,
  giveBack: (externalId: string) => Promise<boolean>,
): Promise<Sold> {
  const { page } = lost;
  await page.getByRole('option', { name: OWNER.name }).waitFor();
  await lost.callTill('staff.signIn', { cashierId: OWNER.id, pin: OWNER.pin });
  await expect
    .poll(async () => (await lost.callTill('till.status', {})).missingLists, { timeout: 30_000 })
    .toEqual([]);
  // A paper of another shop: nothing of ours opens with it.
  const strangers = await lost.callTill('recovery.make', { approval });
  const { offer, shown } = await lost.callTill('recovery.make', { approval });
  await lost.callTill('recovery.confirm', { offer, end: shown.replaceAll(' ', '').slice(-8) });
  const inBackup = [await sell(lost, 'bill'), await sell(lost, 'gift-card')];
  const [bill, card] = inBackup;
  if (bill === undefined || card === undefined) throw new Error('nothing was sold');
  await makeBackup(lost);
  const others = [
    await sell(lost, 'bill'),
    await sell(lost, 'gift-card'),
    await sell(lost, 'cash-out'),
    await sell(lost, 'bill'),
  ];
  await lost.callTill('payments.cancel', {
    paymentId: others[0]?.id ?? '',
    reason: 'un error',
    approval,
  });
  expect(await giveBack(bill.externalId)).toBe(true);
  return { recoveryKey: shown, strangersKey: strangers.shown, inBackup, card, others };
}

let sold = 0;
async function sell(lost: Till, kind: 'bill' | 'gift-card' | 'cash-out'): Promise<Payment> {
  sold += 1;
  const tail = String(sold).padStart(4, '0');
  const { billerId, accountNumber } = {
    bill: { billerId: 35, accountNumber: `12345685${tail}` },
    'cash-out': { billerId: 20001, accountNumber: `123456781234${tail}` },
    'gift-card': { billerId: await cardBiller(lost), accountNumber: `559999${tail}` },
  }[kind];
  const asked = { billerId, accountNumber, nameOnAccount: null };
  const balance = kind === 'bill' ? await lost.callTill('payments.consult', asked) : null;
  const usual = { amount: kind === 'cash-out' ? '300.00' : '200.00', currency: 'MXN' };
  const order = await lost.callTill('payments.prepare', {
    kind,
    ...asked,
    balanceId: balance?.id ?? null,
    amount: balance?.amount ?? usual,
  });
  const { id } = await lost.callTill('payments.pay', {
    orderId: order.id,
    cash: kind === 'cash-out' ? null : order.due,
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  });
  await expect
    .poll(() => lost.callTill('payments.get', { paymentId: id }))
    .toMatchObject({ state: 'paid', paper: 'printed' });
  const payment = await lost.callTill('payments.get', { paymentId: id });
  if (payment === null) throw new Error('a payment that is not there');
  return payment;
}

async function cardBiller(lost: Till): Promise<number> {
  const asked = { text: 'steam', kinds: ['gift-card' as const], limit: 1 };
  await expect.poll(() => lost.callTill('catalog.search', asked)).toHaveLength(1);
  const [found] = await lost.callTill('catalog.search', asked);
  return found?.biller.id ?? 0;
}

async function chooseOption(page: Till['page'], name: string): Promise<void> {
  const option = page.getByRole('listbox').getByRole('option').filter({ hasText: name }).first();
  await option.focus();
  await page.keyboard.press('Enter');
}

function wordsOn(jobs: readonly Buffer[]): string {
  const lines = jobs.flatMap((job) => decodePrinted(job, 'epson').lines);
  return lines.map(({ text }) => text).join('\n');
}

function byAuthorization(a: { authorization: string }, b: { authorization: string }): number {
  return Number(a.authorization) - Number(b.authorization);
}
