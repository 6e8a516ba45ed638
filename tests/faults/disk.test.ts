import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  openLedgerDatabase,
  StorageError,
  type StorageProblemReason,
} from '../../electron/ledger/index.ts';
import type { CallInput, CallName, CallOutput } from '../../shared/contract/index.ts';
import { toDay } from '../../shared/dates/index.ts';
import { createRandom } from '../support/random.ts';
import { createNamedRandom, getSampleSize } from '../support/sampling.ts';
import {
  createReadOnlyDiskCommand,
  createSmallDiskCommand,
  fillDisk,
  freeDisk,
  hasReserve,
  mountUnavailableReason,
} from './support/broken-disks.ts';
import {
  countRows,
  createPayInput,
  createProfileFolders,
  createProvisionArguments,
  LEDGER_FILE,
  openCounter,
  prepareOrder,
  waitForPayment,
} from './support/counter-actions.ts';
import { type RealTill, startMain, startTill, type TillPage } from './support/real-till.ts';
import {
  OWNER,
  type RecordingService,
  startRecordingService,
} from './support/recording-service.ts';
import { skipUnlessAvailable } from './support/skip-unless.ts';

/**
 * The disk under a till in its own process: full, read-only, and with a damaged ledger. The till
 * reports it and sends nothing, and a damaged file does not change.
 */

const profiles = createProfileFolders();
const runningTills: RealTill[] = [];
const unavailableReason = mountUnavailableReason();
let service: RecordingService;
/** The profile of a till that sold something and was closed in order. */
let usedProfile: string;

beforeAll(async () => {
  service = await startRecordingService();
  usedProfile = profiles.make();
  const { till, page } = await openCounter(usedProfile, service);
  await payBill(page, '8112345000');
  expect(await till.stop()).toBe(0);
});
afterEach(async () => {
  service.releaseAnswers();
  for (const till of runningTills.splice(0)) await till.kill();
});
afterAll(async () => {
  await service.close();
  profiles.remove();
});

async function payBill(page: TillPage, accountNumber: string): Promise<void> {
  const order = await prepareOrder(page, accountNumber);
  const { id } = await page.get('payments.pay', createPayInput(order));
  expect(await waitForPayment(page, id, ({ state }) => state !== 'sending')).toMatchObject({
    state: 'paid',
  });
}

/** Starts the till again, as on the next day: without provisioning, and with nobody signed in. */
async function restartTill(
  profile: string,
  wrapperCommand: readonly string[] = [],
): Promise<RealTill> {
  const till = await startTill(['--profile', profile], wrapperCommand);
  runningTills.push(till);
  return till;
}

async function expectReportedAndNothingSold(
  page: TillPage,
  reason: StorageProblemReason,
): Promise<void> {
  const requestsBefore = service.moneyRequests().length;
  const storageProblem = { ok: false, problem: { kind: 'storage', reason, file: LEDGER_FILE } };
  const state = await page.get('till.state', {});
  expect(state).toMatchObject({ storageProblem: reason, storageFile: LEDGER_FILE, isSetUp: true });
  expect(await page.call('staff.signIn', OWNER)).toEqual(storageProblem);
  // Without a sign-in no call sells anything or sets the till up.
  const notSignedIn = { ok: false, problem: { kind: 'not-signed-in' } };
  const id = '5f0c1d9e-1111-4222-8333-444455556666';
  const amount = { amount: '150.00', currency: 'MXN' };
  expect([
    await page.call('payments.prepare', {
      kind: 'bill',
      billerId: 37,
      accountNumber: '8112345678',
      nameOnAccount: null,
      amount,
      balanceId: null,
    }),
    await page.call('payments.pay', { orderId: id, cash: amount, acknowledged: [] }),
    await page.call('payments.sendAgain', { paymentId: id }),
    await page.call('setup.startTraining', { language: 'es-MX' }),
  ]).toEqual([notSignedIn, notSignedIn, notSignedIn, notSignedIn]);
  expect(service.moneyRequests()).toHaveLength(requestsBefore);
}

describe('a full disk', () => {
  it('rejects a payment with reason "full" on a full disk, and pays once by the same F12 after space was freed', async (context) => {
    skipUnlessAvailable(context, unavailableReason);
    const profile = profiles.make(usedProfile);
    const { till, page } = await openCounter(profile, service, createSmallDiskCommand());
    runningTills.push(till);
    const order = await prepareOrder(page, '8112345001');
    const requestsBefore = service.moneyRequests().length;
    fillDisk(till, profile);
    const fullProblem = {
      ok: false,
      problem: { kind: 'storage', reason: 'full', file: LEDGER_FILE },
    };
    expect(await page.call('payments.pay', createPayInput(order))).toEqual(fullProblem);
    expect(await page.call('payments.pay', createPayInput(order))).toEqual(fullProblem);
    expect(service.moneyRequests()).toHaveLength(requestsBefore);
    freeDisk(till, profile);
    const payment = await page.get('payments.pay', createPayInput(order));
    const endedPayment = await waitForPayment(page, payment.id, ({ state }) => state !== 'sending');
    expect(endedPayment.state).toBe('paid');
    expect(service.moneyRequests()).toHaveLength(requestsBefore + 1);
    expect(await page.get('payments.recent', { limit: 9 })).toHaveLength(2);
  });

  it('stores an answer in the reserve if the disk fills up meanwhile, and then sends nothing more', async (context) => {
    skipUnlessAvailable(context, unavailableReason);
    const profile = profiles.make(usedProfile);
    const { till, page } = await openCounter(profile, service, createSmallDiskCommand());
    runningTills.push(till);
    const order = await prepareOrder(page, '8112345002');
    const requestsBefore = service.moneyRequests().length;
    service.holdAnswers();
    const { id } = await page.get('payments.pay', createPayInput(order));
    await expect.poll(() => hasReserve(till, profile, LEDGER_FILE)).toBe(true);
    fillDisk(till, profile);
    service.releaseAnswers();
    const paidPayment = await waitForPayment(
      page,
      id,
      ({ state }) => !['sending', 'unknown'].includes(state),
    );
    expect(paidPayment.state).toBe('paid');
    await waitForPayment(page, id, ({ paper }) => paper === 'printed');
    expect(service.moneyRequests()).toHaveLength(requestsBefore + 1);
    // The reserve is used up: nothing more is sent until space is freed.
    const second = await prepareOrder(page, '8112345004');
    fillDisk(till, profile);
    const fullProblem = {
      ok: false,
      problem: { kind: 'storage', reason: 'full', file: LEDGER_FILE },
    };
    expect(await page.call('payments.pay', createPayInput(second))).toEqual(fullProblem);
    expect(await page.get('till.status', {})).toMatchObject({ disk: { light: 'full' } });
    expect(service.moneyRequests()).toHaveLength(requestsBefore + 1);
    freeDisk(till, profile);
    expect(await page.call('payments.pay', createPayInput(second))).toMatchObject({ ok: true });
  });

  it('performs every other action once: on the full disk, or after space was freed', {
    timeout: 120_000,
  }, async (context) => {
    skipUnlessAvailable(context, unavailableReason);
    const profile = profiles.make(usedProfile);
    const { till, page } = await openCounter(profile, service, createSmallDiskCommand());
    runningTills.push(till);
    await payBill(page, '8112345005');
    const [payment] = await page.get('payments.recent', { limit: 1 });
    const paymentId = payment?.id ?? '';
    /** The result of every call on the full disk: done, or its problem. */
    const results: string[] = [];
    async function callOnFullDisk<Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      isDone: (value: CallOutput<Name>) => boolean = () => true,
    ): Promise<CallOutput<Name>> {
      fillDisk(till, profile);
      const answer = await page.call(name, input);
      results.push(answer.ok ? 'done' : JSON.stringify(answer.problem));
      freeDisk(till, profile);
      if (answer.ok && isDone(answer.value)) return answer.value;
      return await page.get(name, input);
    }
    const day = toDay(Date.now() - 86_400_000, 'America/Chicago');
    const folder = profile;
    const copy = await callOnFullDisk('printing.printCopy', { paymentId, approval: null });
    const saved = await callOnFullDisk('reconciliation.save', { day, folder });
    const lists = await callOnFullDisk(
      'catalog.refresh',
      {},
      ({ lastFailure }) => lastFailure === null,
    );
    const { shift } = await page.get('cash.state', {});
    const shiftId = shift?.id ?? '';
    const counts = [{ currency: 'MXN', pieces: [], other: '0.00' }];
    const countResult = await callOnFullDisk('cash.count', { shiftId, counts, approval: null });
    const close = { shiftId, countId: countResult.countId, explanation: 'disco lleno' };
    const closeResult = await callOnFullDisk('cash.close', close);

    for (const result of results) expect(result).toMatch(/^done$|"kind":"storage","reason":"full"/);
    expect(copy.kind).toBe('copy');
    expect(saved.file).toContain(profile);
    expect(lists.lists.every(({ count }) => count > 0)).toBe(true);
    expect(closeResult.jobId).not.toBe('');
    const papers = await page.get('printing.forPayment', { paymentId });
    expect(papers.map(({ kind }) => kind)).toEqual(['original', 'copy']);
    expect(await page.get('cash.zReports', { before: null, approval: null })).toHaveLength(1);
    expect(await page.get('payments.recent', { limit: 9 })).toHaveLength(2);
    // A backup needs space for a copy of the ledger; the lack is reported before the copy begins.
    fillDisk(till, profile);
    expect(await page.call('backup.create', {})).toMatchObject({ problem: { reason: 'full' } });
    freeDisk(till, profile);
    await payBill(page, '8112345006');
    expect(await till.stop()).toBe(0);
  });

  it('opens on a disk that is already full, and shows the existing payments', async (context) => {
    skipUnlessAvailable(context, unavailableReason);
    const till = await restartTill(
      profiles.make(usedProfile),
      createSmallDiskCommand({ isFull: true }),
    );
    const page = await till.openPage();
    await page.get('staff.signIn', OWNER);
    expect(await page.get('payments.recent', { limit: 9 })).toHaveLength(1);
    expect(await till.stop()).toBe(0);
  });
});

describe('a read-only folder', () => {
  it.for([
    ['after it was closed in order', false],
    ['after kill -9, with the traces of the one before', true],
  ] as const)(
    'opens a read-only profile %s, reports it and sells nothing',
    async ([, isKilled], context) => {
      skipUnlessAvailable(context, unavailableReason);
      const profile = profiles.make(usedProfile);
      if (isKilled) writeFileSync(join(profile, 'instance.json'), '{"port":1,"secret":"gone"}');
      const ledgerBefore = readFileSync(join(profile, LEDGER_FILE));
      const till = await restartTill(profile, createReadOnlyDiskCommand());
      await expectReportedAndNothingSold(await till.openPage(), 'read-only');
      expect(await till.stop()).toBe(0);
      expect(readFileSync(join(profile, LEDGER_FILE)).equals(ledgerBefore)).toBe(true);
      const writableTill = await restartTill(profile);
      const page = await writableTill.openPage();
      await page.get('staff.signIn', OWNER);
      expect(await page.get('payments.recent', { limit: 9 })).toHaveLength(1);
    },
  );
});

const random = createRandom('a damaged ledger');
const createNoise = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, () => random.between(0, 255)));

type Damage = (content: Buffer) => Buffer;
const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['cut to a half', (content) => content.subarray(0, content.length >> 1)],
  ['cut in the middle of a page', (content) => content.subarray(0, content.length - 1000)],
  ['random in the middle', (content) => overwrite(content, content.length >> 1, createNoise(8192))],
  ['zero where its header was', (content) => overwrite(content, 0, Buffer.alloc(100))],
  ['not SQLite at all', () => Buffer.from('Estimado cliente: su archivo.\n'.repeat(900))],
];

function overwrite(content: Buffer, offset: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(content);
  bytes.copy(copy, offset);
  return copy;
}

describe('a damaged ledger', () => {
  it.each(DAMAGES)(
    'reports a ledger that is %s at every start, sells nothing and never overwrites it',
    async (_, damage) => {
      const profile = profiles.make(usedProfile);
      const file = join(profile, LEDGER_FILE);
      const damaged = damage(readFileSync(file));
      writeFileSync(file, damaged);
      const isUntouched = (): boolean => readFileSync(file).equals(damaged);

      const first = await restartTill(profile);
      await expectReportedAndNothingSold(await first.openPage(), 'damaged');
      expect(await first.stop()).toBe(0);
      expect(isUntouched()).toBe(true);

      const second = await restartTill(profile);
      await expectReportedAndNothingSold(await second.openPage(), 'damaged');
      await second.kill();
      expect(isUntouched()).toBe(true);
    },
  );

  it('does not overwrite a damaged ledger when provisioning, and ends with exit code 1 and its name', async () => {
    const profile = profiles.make(usedProfile);
    const file = join(profile, LEDGER_FILE);
    const damaged = overwrite(readFileSync(file), 0, Buffer.alloc(4096));
    writeFileSync(file, damaged);
    const till = await startMain(createProvisionArguments(profile, service));
    expect(await till.exited).toBe(1);
    expect(till.getOutput()).toContain('"reason":"damaged"');
    expect(till.getOutput()).toContain(LEDGER_FILE);
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  it('leaves a damaged ledger and its journal unchanged after kill -9', async () => {
    const profile = profiles.make(usedProfile);
    const { till, page } = await openCounter(profile, service);
    await payBill(page, '8112345003');
    await till.kill();
    const file = join(profile, LEDGER_FILE);
    const damaged = overwrite(readFileSync(file), 300_000, createNoise(65_536));
    const journal = readFileSync(`${file}-wal`);
    writeFileSync(file, damaged);
    expect(journal.length).toBeGreaterThan(0);
    for (let start = 0; start < 2; start += 1) {
      const restarted = await restartTill(profile);
      await expectReportedAndNothingSold(await restarted.openPage(), 'damaged');
      expect(await restarted.stop()).toBe(0);
      expect(readFileSync(file).equals(damaged)).toBe(true);
      expect(readFileSync(`${file}-wal`).equals(journal)).toBe(true);
    }
  });

  it('detects random content in any page of the ledger', () => {
    const content = readFileSync(join(usedProfile, LEDGER_FILE));
    const file = join(profiles.make(), LEDGER_FILE);
    const pages = content.length / 4096;
    const stride = getSampleSize('pages');
    const first = createNamedRandom('pages').between(0, stride - 1);
    const undetectedPages: number[] = [];
    for (let page = first; page < pages; page += stride) {
      const damaged = overwrite(content, page * 4096, createNoise(4096));
      writeFileSync(file, damaged);
      if (getOpeningReason(file) !== 'damaged') undetectedPages.push(page);
      expect(readFileSync(file).equals(damaged)).toBe(true);
    }
    expect(pages).toBeGreaterThan(100);
    expect(undetectedPages).toEqual([]);
  });

  it('opens the undamaged ledger, so the damage is that of these tests', () => {
    expect(existsSync(join(usedProfile, `${LEDGER_FILE}-wal`))).toBe(false);
    expect(countRows(usedProfile, 'intents')).toBe(1);
  });
});

function getOpeningReason(file: string): StorageProblemReason | null {
  rmSync(`${file}-wal`, { force: true });
  try {
    openLedgerDatabase(file).close();
    return null;
  } catch (error) {
    if (error instanceof StorageError) return error.reason;
    throw error;
  }
}
