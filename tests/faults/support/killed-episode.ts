import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Order,
  Payment,
  ServiceVersion,
  TrainingFault,
} from '../../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import { startService } from '../../e2e/support/service.ts';
import { createRandom } from '../../support/random.ts';
import type { BrokenChain } from '../chain/chain.ts';
import { openKilledShare } from '../chain/killed-share.ts';
import { createTally } from './check-invariants.ts';
import { checkKilledTill, type KilledTillRun } from './check-killed-till.ts';
import type { EpisodeResult } from './episode.ts';
import {
  compareBaskets,
  fillBasket,
  finishBaskets,
  getNextItemNumber,
  leaveBasket,
  listSentItems,
} from './killed-baskets.ts';
import { prepareRandomOrder } from './killed-orders.ts';
import { type RealTill, startTill, type TillPage } from './real-till.ts';

/**
 * A run in which the till is a process of its own, on a ledger file and over HTTPS, and dies by
 * SIGKILL at moments drawn by chance while its payments are on their way. The seed draws the
 * moments; what they hit is the machine's.
 */

/** What moves money once the seed says so; it dies on the way. */
type MoneyAction = () => Promise<unknown>;

/** v1.6 twice: it alone takes payments back. */
const VERSIONS: readonly ServiceVersion[] = ['v1.6', ...SERVICE_VERSIONS];
/** A request that was cut off is certain after so long: its signature has died by then. */
const NOT_PERFORMED_AFTER_MS = 17 * 60_000;
const ROUND_COUNT = 4;
const REQUEST_TIMEOUT_MS = 65_000;
const CASH_OUT_BILLER = 20001;
const OWNER = { cashierId: 'ana', pin: '1234' };

const FAULTS: readonly (TrainingFault['fault'] | null)[] = [
  null,
  null,
  { kind: 'commit-and-cut' },
  { kind: 'cut-before-commit' },
  { kind: 'answer-late', milliseconds: 120 },
  { kind: 'commit-late', milliseconds: 150 },
];

interface SoldBaskets {
  readonly ids: string[];
  /** What went out between a start and the cashier's F12. */
  readonly early: string[];
}

interface RunningTill {
  readonly till: RealTill;
  readonly page: TillPage;
}

export async function runKilledEpisode(
  seed: string,
  chain: BrokenChain | null = null,
): Promise<EpisodeResult> {
  const random = createRandom(`killed/${seed}`);
  const version = random.pick(VERSIONS);
  const service = await startService();
  const profile = mkdtempSync(join(tmpdir(), 'mostrador-killed-'));
  const share = chain && (await openKilledShare(chain, seed));
  const shop: KilledTillRun = {
    ...{ service, version, profile, random, givenBack: new Set<string>() },
    chain: share,
  };
  let open = await openTill(shop);
  const baskets: SoldBaskets = { ids: [], early: [] };
  try {
    const customers = random.between(2, 3);
    for (let number = 1; number <= customers; number += 1) {
      open = await reopenTill(shop, open);
      if (random.isLikely(0.4)) {
        open = await serveBasket(shop, open, number, baskets);
      } else {
        const order = await prepareRandomOrder(shop, open.page, number);
        await drawFaults(shop);
        open = await actAndKill(shop, open, createPayAction(open, order));
      }
      open = await resendAndKill(shop, open);
      open = await refundAndKill(shop, open);
      const taken = await pickPaymentToCancel(shop, open.page);
      if (taken === null) continue;
      await drawFaults(shop);
      open = await actAndKill(shop, open, createCancelAction(open, taken));
    }
    await service.setFaults([]);
    // The last run knows of no send: what it finds empty now, it has to find empty once more.
    await waitUntilOnlyTimeIsMissing(open.page);
    await resolveAll(shop, open);
    await finishBaskets(open.page);
    await resolveAll(shop, open);
    await settleAll(open.page);
    const tally = createTally();
    const wrong = await checkKilledTill(shop, open.page, tally);
    await compareBaskets(shop, open.page, baskets.ids, tally, wrong);
    // She had been told that they were not sent.
    tally.toldWrong += baskets.early.length;
    wrong.push(...baskets.early);
    if (share !== null) {
      await open.till.stop();
      const openAgain = async (): Promise<RealTill> => (await openTill(shop)).till;
      wrong.push(...(await share.judge(profile, openAgain, tally)));
    }
    return { version, tally, wrong };
  } finally {
    await open.till.kill();
    await share?.mend();
    await service.close();
    await service.remove();
    rmSync(profile, { recursive: true, force: true });
  }
}

/**
 * A customer with several things: the till dies on the way of one of them, and each F12 after that is
 * the cashier's. Between a start and her F12 nothing goes out for the first time.
 */
async function serveBasket(
  shop: KilledTillRun,
  before: RunningTill,
  number: number,
  sold: SoldBaskets,
): Promise<RunningTill> {
  const filled = await fillBasket(shop, before.page, number);
  sold.ids.push(filled.id);
  await drawFaults(shop);
  const act = async (on: RunningTill, run: MoneyAction): Promise<RunningTill> => {
    const open = await actAndKill(shop, on, run);
    if (open !== on) sold.early.push(...(await listEarlySends(open.page, filled.id)));
    return open;
  };
  let open = await act(before, () =>
    before.page.call('basket.pay', { basketId: filled.id, cash: filled.due }),
  );
  for (let press = 0; press < 4; press += 1) {
    const next = await getNextItemNumber(open.page, filled.id);
    if (next === null) break;
    await drawFaults(shop);
    const { page } = open;
    open = await act(open, () => page.call('basket.goOn', { basketId: filled.id, next }));
  }
  await leaveBasket(open.page, filled.id);
  return open;
}

/** The till was started anew: also once look-ups tell how the last item ended, F12 sends the next. */
async function listEarlySends(page: TillPage, basketId: string): Promise<readonly string[]> {
  const before = await listSentItems(page, basketId);
  await lookUpOnce(page);
  await getNextItemNumber(page, basketId);
  const early = (await listSentItems(page, basketId)).filter((item) => !before.includes(item));
  return early.map((item) => `basket ${basketId} sent item ${item} without F12 after a start`);
}

/** A till of a chain is closed before the next customer: it tells what it has, if it is let. */
async function reopenTill(shop: KilledTillRun, open: RunningTill): Promise<RunningTill> {
  if (shop.chain === null) return open;
  await shop.chain.brew();
  await shop.chain.closeAndDie(open.till);
  return await openTill(shop);
}

async function openTill({ service, version, profile, chain }: KilledTillRun): Promise<RunningTill> {
  const file = join(profile, 'provisioning.json');
  // Its clock jumps by a quarter of an hour: a till that is left alone for so long locks itself.
  const settings = {
    ...service.provisioning(version),
    ...chain?.settings,
    cashOutBillers: [CASH_OUT_BILLER],
    lockAfterMinutes: 0,
  };
  writeFileSync(file, JSON.stringify(settings));
  const till = await startTill(['--profile', profile, '--provision', file]);
  const page = await till.openPage();
  await page.get('staff.signIn', OWNER);
  return { till, page };
}

/** What the next requests meet. */
async function drawFaults({ service, random }: KilledTillRun): Promise<void> {
  const fault = random.pick(FAULTS);
  const faults: TrainingFault[] =
    fault === null
      ? []
      : (['pay', 'cash-out', 'cancel'] as const).map((operation) => ({
          operation,
          times: 1,
          fault,
        }));
  if (random.isLikely(0.3)) {
    faults.push({ operation: 'transactions', times: 1, fault: { kind: 'look-up-empty' } });
  }
  await service.setFaults(faults);
}

function createPayAction({ page }: RunningTill, order: Order): MoneyAction {
  const cash = order.kind === 'cash-out' ? null : order.due;
  return () => page.call('payments.pay', { orderId: order.id, cash, acknowledged: [] });
}

const MAX_ANSWER_TURNS = 20;

/** Often the newest payment, where it may be taken back: v1.6, paid, and no cash-out. */
async function pickPaymentToCancel(
  { random, version }: KilledTillRun,
  page: TillPage,
): Promise<Payment | null> {
  if (version !== 'v1.6' || !random.isLikely(0.8)) return null;
  for (let turn = 0; turn < MAX_ANSWER_TURNS; turn += 1) {
    const [payment] = await page.get('payments.recent', { limit: 1 });
    if (payment?.mayCancel) return payment;
    if (payment === undefined || payment.state === 'rejected') return null;
    await page.call('payments.lookUpNow', { paymentId: payment.id });
    await pause(50);
  }
  return null;
}

function createCancelAction({ page }: RunningTill, payment: Payment): MoneyAction {
  return () =>
    page.call('payments.cancel', {
      paymentId: payment.id,
      reason: 'the wrong account',
      approval: OWNER,
    });
}

/** The act, and then often the end, at any moment from before the intent to long after the answer. */
async function actAndKill(
  shop: KilledTillRun,
  open: RunningTill,
  act: MoneyAction,
): Promise<RunningTill> {
  const { random } = shop;
  const dies = random.isLikely(0.7);
  const after = random.pick([0, 1, 2, 4, 8, 16, 40, 120, 300]);
  const acting = act().catch(() => null);
  if (!dies) {
    await acting;
    return open;
  }
  await pause(after);
  await open.till.kill();
  await acting;
  return await openTill(shop);
}

/** The service first: look-ups between the two must not hear a clock that is behind. */
async function advanceClocks(
  { service }: KilledTillRun,
  { till }: RunningTill,
  milliseconds: number,
): Promise<void> {
  service.advanceClock(milliseconds);
  await till.sleep(milliseconds);
}

/** Often what is not known is sent again, once its time-out has passed and a look-up was empty. */
async function resendAndKill(shop: KilledTillRun, open: RunningTill): Promise<RunningTill> {
  if (!shop.random.isLikely(0.6)) return open;
  const [unknown] = await listOpenPayments(open.page);
  if (unknown === undefined) return open;
  await advanceClocks(shop, open, REQUEST_TIMEOUT_MS);
  const looked = await lookUpOnce(open.page);
  if (!looked.some(({ id, maySendAgain }) => id === unknown.id && maySendAgain)) return open;
  await drawFaults(shop);
  const { page } = open;
  return await actAndKill(shop, open, () =>
    page.call('payments.sendAgain', { paymentId: unknown.id }),
  );
}

/** Often the service gives the newest payment back; its row is read, and its money handed back. */
async function refundAndKill(shop: KilledTillRun, before: RunningTill): Promise<RunningTill> {
  const { random, service } = shop;
  if (!random.isLikely(0.5)) return before;
  const [payment] = await before.page.get('payments.recent', { limit: 1 });
  if (payment?.state !== 'paid' || payment.kind === 'cancel') return before;
  const status = random.pick(['refunded', 'reversed', 'crashed'] as const);
  if (await service.giveBack(payment.externalId, status)) shop.givenBack.add(payment.externalId);
  const paymentId = payment.id;
  const open = await actAndKill(shop, before, () =>
    before.page.call('refunds.readNow', { paymentId }),
  );
  if (!random.isLikely(0.7)) return open;
  return await actAndKill(shop, open, () =>
    open.page.call('refunds.settle', { paymentId, approval: null }),
  );
}

/** Every row is read as by hand, and what is owed is settled: once, however often it is pressed. */
async function settleAll(page: TillPage): Promise<void> {
  const payments = await page.get('payments.recent', { limit: 50 });
  for (const { id: paymentId, state, kind } of payments) {
    if (state === 'paid' && kind !== 'cancel') await page.call('refunds.readNow', { paymentId });
  }
  for (const { id: paymentId } of await page.get('refunds.owed', {})) {
    const settled = await page.call('refunds.settle', { paymentId, approval: null });
    if (settled.ok) continue;
    const reason = 'the customer never came';
    await page.call('refunds.decide', { paymentId, reason, approval: OWNER });
  }
}

/**
 * Time goes on and the service can be reached: whatever is open must come to its end. A look-up that
 * fell between the two clocks of `goOn` may have dated a request ahead, which is certain later.
 */
async function resolveAll(shop: KilledTillRun, open: RunningTill): Promise<void> {
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    await advanceClocks(shop, open, NOT_PERFORMED_AFTER_MS);
    for (let turn = 0; turn < 60; turn += 1) {
      if ((await lookUpOnce(open.page)).length === 0) return;
      await pause(50);
    }
  }
}

/** Until the till knows of everything that is open by when it will be certain. */
async function waitUntilOnlyTimeIsMissing(page: TillPage): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    if ((await lookUpOnce(page)).every(({ certainAt }) => certainAt !== null)) return;
    await pause(50);
  }
}

/** Looks up whatever is open; answers what still is. */
async function lookUpOnce(page: TillPage): Promise<readonly Payment[]> {
  for (const { id } of await listOpenPayments(page))
    await page.call('payments.lookUpNow', { paymentId: id });
  return await listOpenPayments(page);
}

async function listOpenPayments(page: TillPage): Promise<readonly Payment[]> {
  const payments = await page.get('payments.recent', { limit: 50 });
  return payments.filter((one) => ['sending', 'unknown', 'unclear'].includes(one.state));
}
