import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, StorageError, type StorageReason } from '../../electron/ledger/index.ts';
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
 * The disk under a till that is a process of its own: full, read-only, and with a damaged ledger.
 * It says so, sends nothing, and what is damaged stays as it is.
 */

const profiles = createProfileFolders();
const running: RealTill[] = [];
const whyNot = mountUnavailableReason();
let service: RecordingService;
/** A profile of a till that sold something and was closed in order. */
let used: string;

beforeAll(async () => {
  service = await startRecordingService();
  used = profiles.make();
  const { till, page } = await openCounter(used, service);
  await payOne(page, '8112345000');
  expect(await till.stop()).toBe(0);
});
afterEach(async () => {
  service.releaseAnswers();
  for (const till of running.splice(0)) await till.kill();
});
afterAll(async () => {
  await service.close();
  profiles.remove();
});

async function payOne(page: TillPage, accountNumber: string): Promise<void> {
  const order = await prepareOrder(page, accountNumber);
  const { id } = await page.get('payments.pay', createPayInput(order));
  expect(await waitForPayment(page, id, ({ state }) => state !== 'sending')).toMatchObject({
    state: 'paid',
  });
}

/** The till again, as after a night: no keys are provisioned, and nobody has signed in. */
async function startAgain(profile: string, through: readonly string[] = []): Promise<RealTill> {
  const till = await startTill(['--profile', profile], through);
  running.push(till);
  return till;
}

async function saysSoAndSellsNothing(page: TillPage, reason: StorageReason): Promise<void> {
  const sent = service.moneyRequests().length;
  const storage = { ok: false, problem: { kind: 'storage', reason, file: LEDGER_FILE } };
  const state = await page.get('till.state', {});
  expect(state).toMatchObject({ storageProblem: reason, storageFile: LEDGER_FILE, isSetUp: true });
  expect(await page.call('staff.signIn', OWNER)).toEqual(storage);
  // Nobody can sign in, and nothing is sold to nobody; nor is the till set up anew by anybody.
  const nobody = { ok: false, problem: { kind: 'not-signed-in' } };
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
  ]).toEqual([nobody, nobody, nobody, nobody]);
  expect(service.moneyRequests()).toHaveLength(sent);
}

describe('a full disk', () => {
  it('takes no payment and says so; with room again the same F12 pays once', async (context) => {
    skipUnlessAvailable(context, whyNot);
    const profile = profiles.make(used);
    const { till, page } = await openCounter(profile, service, createSmallDiskCommand());
    running.push(till);
    const order = await prepareOrder(page, '8112345001');
    const sent = service.moneyRequests().length;
    fillDisk(till, profile);
    const full = { ok: false, problem: { kind: 'storage', reason: 'full', file: LEDGER_FILE } };
    expect(await page.call('payments.pay', createPayInput(order))).toEqual(full);
    expect(await page.call('payments.pay', createPayInput(order))).toEqual(full);
    expect(service.moneyRequests()).toHaveLength(sent);
    freeDisk(till, profile);
    const payment = await page.get('payments.pay', createPayInput(order));
    const ended = await waitForPayment(page, payment.id, ({ state }) => state !== 'sending');
    expect(ended.state).toBe('paid');
    expect(service.moneyRequests()).toHaveLength(sent + 1);
    expect(await page.get('payments.recent', { limit: 9 })).toHaveLength(2);
  });

  it('that fills up under an answer: it is written into the room that was set aside', async (context) => {
    skipUnlessAvailable(context, whyNot);
    const profile = profiles.make(used);
    const { till, page } = await openCounter(profile, service, createSmallDiskCommand());
    running.push(till);
    const order = await prepareOrder(page, '8112345002');
    const sent = service.moneyRequests().length;
    service.holdAnswers();
    const { id } = await page.get('payments.pay', createPayInput(order));
    await expect.poll(() => hasReserve(till, profile, LEDGER_FILE)).toBe(true);
    fillDisk(till, profile);
    service.releaseAnswers();
    const paid = await waitForPayment(
      page,
      id,
      ({ state }) => !['sending', 'unknown'].includes(state),
    );
    expect(paid.state).toBe('paid');
    await waitForPayment(page, id, ({ paper }) => paper === 'printed');
    expect(service.moneyRequests()).toHaveLength(sent + 1);
    // The room is used up: nothing more goes out until there is some again.
    const second = await prepareOrder(page, '8112345004');
    fillDisk(till, profile);
    const full = { ok: false, problem: { kind: 'storage', reason: 'full', file: LEDGER_FILE } };
    expect(await page.call('payments.pay', createPayInput(second))).toEqual(full);
    expect(await page.get('till.status', {})).toMatchObject({ disk: { light: 'full' } });
    expect(service.moneyRequests()).toHaveLength(sent + 1);
    freeDisk(till, profile);
    expect(await page.call('payments.pay', createPayInput(second))).toMatchObject({ ok: true });
  });

  it('in every other act: it says so, and with room again it is done once', {
    timeout: 120_000,
  }, async (context) => {
    skipUnlessAvailable(context, whyNot);
    const profile = profiles.make(used);
    const { till, page } = await openCounter(profile, service, createSmallDiskCommand());
    running.push(till);
    await payOne(page, '8112345005');
    const [payment] = await page.get('payments.recent', { limit: 1 });
    const paymentId = payment?.id ?? '';
    /** Every answer on the full disk: done all the same, or the disk's own words. */
    const said: string[] = [];
    async function onFullDisk<Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      isDone: (value: CallOutput<Name>) => boolean = () => true,
    ): Promise<CallOutput<Name>> {
      fillDisk(till, profile);
      const answer = await page.call(name, input);
      said.push(answer.ok ? 'done' : JSON.stringify(answer.problem));
      freeDisk(till, profile);
      if (answer.ok && isDone(answer.value)) return answer.value;
      return await page.get(name, input);
    }
    const day = toDay(Date.now() - 86_400_000, 'America/Chicago');
    const folder = profile;
    const copy = await onFullDisk('printing.copy', { paymentId, approval: null });
    const saved = await onFullDisk('reconciliation.save', { day, folder });
    const lists = await onFullDisk(
      'catalog.refresh',
      {},
      ({ lastFailure }) => lastFailure === null,
    );
    const { shift } = await page.get('cash.state', {});
    const shiftId = shift?.id ?? '';
    const counts = [{ currency: 'MXN', pieces: [], other: '0.00' }];
    const counted = await onFullDisk('cash.count', { shiftId, counts, approval: null });
    const close = { shiftId, countId: counted.countId, explanation: 'disco lleno' };
    const closed = await onFullDisk('cash.close', close);

    for (const words of said) expect(words).toMatch(/^done$|"kind":"storage","reason":"full"/);
    expect(copy.kind).toBe('copy');
    expect(saved.file).toContain(profile);
    expect(lists.lists.every(({ count }) => count > 0)).toBe(true);
    expect(closed.jobId).not.toBe('');
    const papers = await page.get('printing.ofPayment', { paymentId });
    expect(papers.map(({ kind }) => kind)).toEqual(['original', 'copy']);
    expect(await page.get('cash.zReports', { before: null, approval: null })).toHaveLength(1);
    expect(await page.get('payments.recent', { limit: 9 })).toHaveLength(2);
    // There is no room for a copy of the ledger beside it, which is said before one is begun.
    fillDisk(till, profile);
    expect(await page.call('backup.make', {})).toMatchObject({ problem: { reason: 'full' } });
    freeDisk(till, profile);
    await payOne(page, '8112345006');
    expect(await till.stop()).toBe(0);
  });

  it('at the start already: the till opens and shows what it has', async (context) => {
    skipUnlessAvailable(context, whyNot);
    const till = await startAgain(profiles.make(used), createSmallDiskCommand({ isFull: true }));
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
  ] as const)('%s: the till opens, says so and does not sell', async ([, isKilled], context) => {
    skipUnlessAvailable(context, whyNot);
    const profile = profiles.make(used);
    if (isKilled) writeFileSync(join(profile, 'instance.json'), '{"port":1,"secret":"gone"}');
    const before = readFileSync(join(profile, LEDGER_FILE));
    const till = await startAgain(profile, createReadOnlyDiskCommand());
    await saysSoAndSellsNothing(await till.openPage(), 'read-only');
    expect(await till.stop()).toBe(0);
    expect(readFileSync(join(profile, LEDGER_FILE)).equals(before)).toBe(true);
    const well = await startAgain(profile);
    const page = await well.openPage();
    await page.get('staff.signIn', OWNER);
    expect(await page.get('payments.recent', { limit: 9 })).toHaveLength(1);
  });
});

const random = createRandom('a damaged ledger');
const noise = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, () => random.between(0, 255)));

type Damage = (whole: Buffer) => Buffer;
const KINDS: readonly (readonly [string, Damage])[] = [
  ['cut to a half', (whole) => whole.subarray(0, whole.length >> 1)],
  ['cut in the middle of a page', (whole) => whole.subarray(0, whole.length - 1000)],
  ['random in the middle', (whole) => over(whole, whole.length >> 1, noise(8192))],
  ['zero where its header was', (whole) => over(whole, 0, Buffer.alloc(100))],
  ['not SQLite at all', () => Buffer.from('Estimado cliente: su archivo.\n'.repeat(900))],
];

function over(whole: Buffer, at: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(whole);
  bytes.copy(copy, at);
  return copy;
}

describe('a damaged ledger', () => {
  it.each(KINDS)('%s: said at every start, sold nothing, never overwritten', async (_, damage) => {
    const profile = profiles.make(used);
    const file = join(profile, LEDGER_FILE);
    const damaged = damage(readFileSync(file));
    writeFileSync(file, damaged);
    const isUntouched = (): boolean => readFileSync(file).equals(damaged);

    const first = await startAgain(profile);
    await saysSoAndSellsNothing(await first.openPage(), 'damaged');
    expect(await first.stop()).toBe(0);
    expect(isUntouched()).toBe(true);

    const second = await startAgain(profile);
    await saysSoAndSellsNothing(await second.openPage(), 'damaged');
    await second.kill();
    expect(isUntouched()).toBe(true);
  });

  it('is not overwritten by setting the till up anew: that ends and names it', async () => {
    const profile = profiles.make(used);
    const file = join(profile, LEDGER_FILE);
    const damaged = over(readFileSync(file), 0, Buffer.alloc(4096));
    writeFileSync(file, damaged);
    const till = await startMain(createProvisionArguments(profile, service));
    expect(await till.exited).toBe(1);
    expect(till.getOutput()).toContain('"reason":"damaged"');
    expect(till.getOutput()).toContain(LEDGER_FILE);
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  it('after kill -9: neither it nor the journal beside it is touched', async () => {
    const profile = profiles.make(used);
    const { till, page } = await openCounter(profile, service);
    await payOne(page, '8112345003');
    await till.kill();
    const file = join(profile, LEDGER_FILE);
    const damaged = over(readFileSync(file), 300_000, noise(65_536));
    const journal = readFileSync(`${file}-wal`);
    writeFileSync(file, damaged);
    expect(journal.length).toBeGreaterThan(0);
    for (let start = 0; start < 2; start += 1) {
      const again = await startAgain(profile);
      await saysSoAndSellsNothing(await again.openPage(), 'damaged');
      expect(await again.stop()).toBe(0);
      expect(readFileSync(file).equals(damaged)).toBe(true);
      expect(readFileSync(`${file}-wal`).equals(journal)).toBe(true);
    }
  });

  it('is noticed wherever in it a page is random', () => {
    const whole = readFileSync(join(used, LEDGER_FILE));
    const file = join(profiles.make(), LEDGER_FILE);
    const pages = whole.length / 4096;
    const stride = getSampleSize('pages');
    const first = createNamedRandom('pages').between(0, stride - 1);
    const unnoticed: number[] = [];
    for (let page = first; page < pages; page += stride) {
      const damaged = over(whole, page * 4096, noise(4096));
      writeFileSync(file, damaged);
      if (reasonAtOpening(file) !== 'damaged') unnoticed.push(page);
      expect(readFileSync(file).equals(damaged)).toBe(true);
    }
    expect(pages).toBeGreaterThan(100);
    expect(unnoticed).toEqual([]);
  });

  it('is what these tests made of it: untouched, it is whole and opens', () => {
    expect(existsSync(join(used, `${LEDGER_FILE}-wal`))).toBe(false);
    expect(countRows(used, 'intents')).toBe(1);
  });
});

function reasonAtOpening(file: string): StorageReason | null {
  rmSync(`${file}-wal`, { force: true });
  try {
    openDatabase(file).close();
    return null;
  } catch (error) {
    if (error instanceof StorageError) return error.reason;
    throw error;
  }
}
