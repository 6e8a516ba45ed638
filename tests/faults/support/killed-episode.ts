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
import { startService } from '../../e2e/support/service-under-test.ts';
import { countFloat } from '../../support/count-float.ts';
import { createRandom } from '../../support/random.ts';
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
import { createTally } from './tally.ts';

/**
 * A run in which the till is its own process, on a ledger file and over HTTPS, and is killed with
 * SIGKILL at random moments while its payments are in transit. The seed draws the moments; what
 * they interrupt depends on the machine.
 */

/** Moves money when it is called; the till may be killed during the call. */
type MoneyAction = () => Promise<unknown>;

/** v1.6 twice, because only it has cancels. */
const VERSIONS: readonly ServiceVersion[] = ['v1.6', ...SERVICE_VERSIONS];
/**
 * The outcome of an interrupted request is certain after this time, because its signature has
 * expired.
 */
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
  { kind: 'failed-status' },
];

interface SoldBaskets {
  readonly ids: string[];
  /** Sends between a start and the cashier's F12, in words. */
  readonly early: string[];
}

interface RunningTill {
  readonly till: RealTill;
  readonly page: TillPage;
}

export async function runKilledEpisode(seed: string): Promise<EpisodeResult> {
  const random = createRandom(`killed/${seed}`);
  const version = random.pick(VERSIONS);
  const service = await startService();
  const profile = mkdtempSync(join(tmpdir(), 'mostrador-killed-'));
  const run: KilledTillRun = { service, version, profile, random, refundedIds: new Set() };
  let runningTill = await openTill(run);
  const baskets: SoldBaskets = { ids: [], early: [] };
  try {
    const customers = random.between(2, 3);
    for (let number = 1; number <= customers; number += 1) {
      if (random.isLikely(0.4)) {
        runningTill = await serveBasket(run, runningTill, number, baskets);
      } else {
        const order = await prepareRandomOrder(run, runningTill.page, number);
        await drawFaults(run);
        runningTill = await actAndKill(run, runningTill, createPayAction(runningTill, order));
      }
      runningTill = await resendAndKill(run, runningTill);
      runningTill = await refundAndKill(run, runningTill);
      const payment = await pickPaymentToCancel(run, runningTill.page);
      if (payment === null) continue;
      await drawFaults(run);
      runningTill = await actAndKill(run, runningTill, createCancelAction(runningTill, payment));
    }
    await service.setFaults([]);
    // The last run has no record of its sends: an empty look-up must be repeated.
    await waitUntilOnlyTimeIsMissing(runningTill.page);
    await resolveAll(run, runningTill);
    await finishBaskets(runningTill.page);
    await resolveAll(run, runningTill);
    await settleAll(runningTill.page);
    const tally = createTally();
    const unannounced = await confirmOutcomes(runningTill.page);
    tally.outcomeNotAnnounced += unannounced.length;
    const faults = await checkKilledTill(run, runningTill.page, tally);
    await compareBaskets(run, runningTill.page, baskets.ids, tally, faults);
    // The cashier was shown that these items were not sent.
    tally.toldWrong += baskets.early.length;
    faults.push(...baskets.early, ...unannounced);
    return { version, tally, faults, situations: new Map() };
  } finally {
    await runningTill.till.kill();
    await service.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/**
 * Serves a customer with several items. The till is killed during one of them, and each later F12
 * is the cashier's. Between a start and her F12 nothing is sent for the first time.
 */
async function serveBasket(
  run: KilledTillRun,
  before: RunningTill,
  number: number,
  soldBaskets: SoldBaskets,
): Promise<RunningTill> {
  const basket = await fillBasket(run, before.page, number);
  soldBaskets.ids.push(basket.id);
  await drawFaults(run);
  const runAction = async (currentTill: RunningTill, action: MoneyAction): Promise<RunningTill> => {
    const nextTill = await actAndKill(run, currentTill, action);
    if (nextTill !== currentTill)
      soldBaskets.early.push(...(await listEarlySends(nextTill.page, basket.id)));
    return nextTill;
  };
  let runningTill = await runAction(before, () =>
    before.page.call('basket.pay', { basketId: basket.id, cash: basket.due }),
  );
  for (let press = 0; press < 4; press += 1) {
    const next = await getNextItemNumber(runningTill.page, basket.id);
    if (next === null) break;
    await drawFaults(run);
    const { page } = runningTill;
    runningTill = await runAction(runningTill, () =>
      page.call('basket.sendRest', { basketId: basket.id, next }),
    );
  }
  await leaveBasket(runningTill.page, basket.id);
  return runningTill;
}

/**
 * After a restart, only F12 sends the next item, also after look-ups have resolved the last one.
 */
async function listEarlySends(page: TillPage, basketId: string): Promise<readonly string[]> {
  const sentBefore = await listSentItems(page, basketId);
  await lookUpOnce(page);
  await getNextItemNumber(page, basketId);
  const earlyItems = (await listSentItems(page, basketId)).filter(
    (item) => !sentBefore.includes(item),
  );
  return earlyItems.map((item) => `basket ${basketId} sent item ${item} without F12 after a start`);
}

async function openTill({ service, version, profile }: KilledTillRun): Promise<RunningTill> {
  const file = join(profile, 'provisioning.json');
  // The clock jumps by a quarter of an hour, and a till that is idle for so long locks itself.
  const settings = {
    ...service.provisioning(version),
    cashOutBillers: [CASH_OUT_BILLER],
    lockAfterMinutes: 0,
  };
  writeFileSync(file, JSON.stringify(settings));
  const till = await startTill(['--profile', profile, '--provision', file]);
  const page = await till.openPage();
  await page.get('staff.signIn', OWNER);
  await countFloat(page.get);
  return { till, page };
}

/** Draws the faults of the next requests. */
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

/** Often returns the newest payment if it can be cancelled: v1.6, paid, not a cash-out. */
async function pickPaymentToCancel(
  { random, version }: KilledTillRun,
  page: TillPage,
): Promise<Payment | null> {
  if (version !== 'v1.6' || !random.isLikely(0.8)) return null;
  for (let attempt = 0; attempt < MAX_ANSWER_TURNS; attempt += 1) {
    const [payment] = await page.get('payments.recent', { limit: 1 });
    if (payment?.canCancel) return payment;
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

/**
 * Runs the action and often kills the till, at any moment from before the intent to long after the
 * answer.
 */
async function actAndKill(
  run: KilledTillRun,
  runningTill: RunningTill,
  action: MoneyAction,
): Promise<RunningTill> {
  const { random } = run;
  const isKilled = random.isLikely(0.7);
  const delayMs = random.pick([0, 1, 2, 4, 8, 16, 40, 120, 300]);
  const running = action().catch(() => null);
  if (!isKilled) {
    await running;
    return runningTill;
  }
  await pause(delayMs);
  await runningTill.till.kill();
  await running;
  return await openTill(run);
}

/**
 * Advances the service's clock first: look-ups between the two steps must not read a clock that is
 * behind.
 */
async function advanceClocks(
  { service }: KilledTillRun,
  { till }: RunningTill,
  milliseconds: number,
): Promise<void> {
  service.advanceClock(milliseconds);
  await till.sleep(milliseconds);
}

/** Often sends an unresolved payment again, after its timeout and an empty look-up. */
async function resendAndKill(run: KilledTillRun, runningTill: RunningTill): Promise<RunningTill> {
  if (!run.random.isLikely(0.6)) return runningTill;
  const [unresolved] = await listOpenPayments(runningTill.page);
  if (unresolved === undefined) return runningTill;
  await advanceClocks(run, runningTill, REQUEST_TIMEOUT_MS);
  const lookedUp = await lookUpOnce(runningTill.page);
  if (!lookedUp.some(({ id, canResend }) => id === unresolved.id && canResend)) return runningTill;
  await drawFaults(run);
  const { page } = runningTill;
  return await actAndKill(run, runningTill, () =>
    page.call('payments.sendAgain', { paymentId: unresolved.id }),
  );
}

/** Often lets the service refund the newest payment; reads its row and hands the money back. */
async function refundAndKill(run: KilledTillRun, before: RunningTill): Promise<RunningTill> {
  const { random, service } = run;
  if (!random.isLikely(0.5)) return before;
  const [payment] = await before.page.get('payments.recent', { limit: 1 });
  if (payment?.state !== 'paid' || payment.kind === 'cancel') return before;
  const status = random.pick(['refunded', 'reversed', 'crashed'] as const);
  if (await service.reverseTransaction(payment.externalId, status))
    run.refundedIds.add(payment.externalId);
  const paymentId = payment.id;
  const runningTill = await actAndKill(run, before, () =>
    before.page.call('refunds.checkNow', { paymentId }),
  );
  if (!random.isLikely(0.7)) return runningTill;
  return await actAndKill(run, runningTill, () =>
    runningTill.page.call('refunds.settle', { paymentId, approval: null }),
  );
}

/**
 * Reads every row again, as the cashier does by hand, and settles each owed refund once, however
 * often the key is pressed.
 */
async function settleAll(page: TillPage): Promise<void> {
  const payments = await page.get('payments.recent', { limit: 50 });
  for (const { id: paymentId, state, kind } of payments) {
    if (state === 'paid' && kind !== 'cancel') await page.call('refunds.checkNow', { paymentId });
  }
  for (const { id: paymentId } of await page.get('refunds.unsettled', {})) {
    const settlement = await page.call('refunds.settle', { paymentId, approval: null });
    if (settlement.ok) continue;
    const reason = 'the customer never came';
    await page.call('refunds.decide', { paymentId, reason, approval: OWNER });
  }
}

/**
 * A lock takes every result off the screen: each must then be announced. Confirms them, and ends the
 * baskets. Returns the payments that are not announced, in words.
 */
async function confirmOutcomes(page: TillPage): Promise<readonly string[]> {
  await page.get('staff.signIn', OWNER);
  const pending = await page.get('payments.unresolved', {});
  const pendingIds = new Set(pending.map(({ id }) => id));
  const payments = await page.get('payments.recent', { limit: 50 });
  for (const { id, toConfirm } of pending) {
    if (toConfirm !== 'none') await page.get('payments.confirm', { paymentId: id });
  }
  for (const { id, state } of await page.get('basket.unfinished', {})) {
    if (state === 'settled') await page.get('basket.end', { basketId: id });
  }
  return payments
    .filter(({ id, basket, handOver, refund }) => {
      // A refund that a person has settled or decided was seen.
      const isActedOn = handOver === 'done' || (refund !== null && refund.settled !== null);
      return basket === null && !isActedOn && !pendingIds.has(id);
    })
    .map(({ id, state }) => `${state}, not announced: ${id}`);
}

/**
 * Advances the time with a reachable service: everything unresolved must be resolved. A look-up
 * between the two steps of `advanceClocks` may have dated a request ahead, which is certain later.
 */
async function resolveAll(run: KilledTillRun, runningTill: RunningTill): Promise<void> {
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    await advanceClocks(run, runningTill, NOT_PERFORMED_AFTER_MS);
    for (let attempt = 0; attempt < 60; attempt += 1) {
      if ((await lookUpOnce(runningTill.page)).length === 0) return;
      await pause(50);
    }
  }
}

/** Waits until the till knows for each unresolved payment when it will be certain. */
async function waitUntilOnlyTimeIsMissing(page: TillPage): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await lookUpOnce(page)).every(({ certainAt }) => certainAt !== null)) return;
    await pause(50);
  }
}

/** Looks up every unresolved payment; returns those that are still unresolved. */
async function lookUpOnce(page: TillPage): Promise<readonly Payment[]> {
  for (const { id } of await listOpenPayments(page))
    await page.call('payments.lookUpNow', { paymentId: id });
  return await listOpenPayments(page);
}

async function listOpenPayments(page: TillPage): Promise<readonly Payment[]> {
  const payments = await page.get('payments.recent', { limit: 50 });
  return payments.filter((payment) => ['sending', 'unknown', 'unclear'].includes(payment.state));
}
