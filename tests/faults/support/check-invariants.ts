import type { Payment } from '../../../shared/contract/index.ts';
import { assertNothingSent, checkBaskets, finishBaskets } from './baskets.ts';
import { checkRefunds, endRefunds } from './refunds.ts';
import { type FaultWorld, LUIS, LUIS_APPROVAL, MINUTE_MS } from './world.ts';

/** What a run came to, in the words of the command's last line. */
export interface Tally {
  attempts: number;
  paidAtService: number;
  paidInLedger: number;
  paidTwice: number;
  lost: number;
  unresolved: number;
  ticketsMissing: number;
  ticketsDoubled: number;
  /** What the service gave back after it was paid, and what of it the till knows. */
  givenBack: number;
  givenBackInLedger: number;
  refundsLost: number;
  /** Noticed or handed back more than once, or though nothing was given back. */
  refundsTwice: number;
  /** The cashier was told something that did not hold. */
  toldWrong: number;
  /** What the ledger has and the chain has not, has twice, or has otherwise; 0 without a chain. */
  missingInChain: number;
  doubledInChain: number;
  differingInChain: number;
}

export function createTally(): Tally {
  return {
    attempts: 0,
    paidAtService: 0,
    paidInLedger: 0,
    paidTwice: 0,
    lost: 0,
    unresolved: 0,
    ticketsMissing: 0,
    ticketsDoubled: 0,
    givenBack: 0,
    givenBackInLedger: 0,
    refundsLost: 0,
    refundsTwice: 0,
    toldWrong: 0,
    missingInChain: 0,
    doubledInChain: 0,
    differingInChain: 0,
  };
}

/** True where nothing of the unforgivable happened. */
export function isClean(tally: Tally): boolean {
  const { paidTwice, lost, unresolved, ticketsMissing, ticketsDoubled, toldWrong } = tally;
  const { refundsLost, refundsTwice } = tally;
  const tickets = ticketsMissing + ticketsDoubled;
  const inChain = tally.missingInChain + tally.doubledInChain + tally.differingInChain;
  const here = paidTwice + lost + unresolved + tickets + refundsLost + refundsTwice + toldWrong;
  return here + inChain === 0;
}

/** The storm is over: network, printer and program are well again, and time goes on. */
export async function heal(world: FaultWorld): Promise<void> {
  world.network.money.length = 0;
  world.network.reads.length = 0;
  world.network.dates.length = 0;
  world.device.behaviours.length = 0;
  const left = world.training.faults();
  world.training.setFaults(left.map((fault) => ({ ...fault, times: 0 })));
  await assertNothingSent(world, async () => {
    await world.restart();
    await world.advance(MINUTE_MS);
  });
  await finishBaskets(world);
  await world.advance(20 * MINUTE_MS);
  // A request that carried a wrong clock's Date of tomorrow is certain tomorrow.
  for (let turn = 0; turn < 4 && listOpenPayments(world).length > 0; turn += 1) {
    const moments = listOpenPayments(world).map((one) => Date.parse(one.certainAt ?? ''));
    const latest = Math.max(world.clock.now(), ...moments.filter(Number.isFinite));
    await world.advance(latest - world.clock.now() + 10 * MINUTE_MS);
  }
  await endRefunds(world);
  await printMissingPapers(world);
}

function listOpenPayments(world: FaultWorld): Payment[] {
  return listPayments(world).filter((one) => ['sending', 'unknown', 'unclear'].includes(one.state));
}

function listPayments(world: FaultWorld): Payment[] {
  const { database, payments } = world.till();
  const ids = database.prepare('SELECT id FROM intents ORDER BY created_at').all();
  return payments.views(ids.map((row) => String(row.id)));
}

/** The cashier answers for each paper by what lies on the counter, and prints what is missing. */
async function printMissingPapers(world: FaultWorld): Promise<void> {
  const { printing, database } = world.till();
  for (let turn = 0; turn < 5; turn += 1) {
    const jobs = database
      .prepare(
        "SELECT id, state FROM print_jobs WHERE state IN ('unconfirmed', 'refused', 'failed')",
      )
      .all()
      .map((row) => ({ id: String(row.id), state: String(row.state) }));
    if (jobs.length === 0) break;
    for (const job of jobs) {
      if (job.state !== 'unconfirmed') {
        await world.finish(() => printing.retry(job.id, LUIS_APPROVAL, null));
        continue;
      }
      const cameOut = world.device.papers.some((paper) => paper.jobId === job.id);
      printing.confirm(job.id, cameOut);
    }
    await world.advance(5000);
  }
  for (const payment of listPayments(world)) {
    if (payment.handOver === 'now') {
      world.till().payments.handedOver({ paymentId: payment.id }, LUIS);
    }
  }
  world.look();
}

/** After `heal`: what the ledger, the service, the paper and the cashier's memory say together. */
export function checkInvariants(world: FaultWorld, tally: Tally): string[] {
  const wrong: string[] = [];
  for (const { what, words } of world.violations) {
    tally[what] += 1;
    wrong.push(words);
  }
  const payments = listPayments(world);
  const performed = world.performed();
  const byExternalId = new Map<string, number>();
  for (const row of performed) {
    byExternalId.set(row.externalId, (byExternalId.get(row.externalId) ?? 0) + 1);
  }
  tally.attempts += payments.length;
  tally.paidAtService += performed.length;
  tally.paidInLedger += payments.filter((one) => isPaid(one) && one.kind !== 'cancel').length;

  for (const [externalId, times] of byExternalId) {
    const payment = payments.find((one) => one.externalId === externalId);
    if (times > 1) {
      tally.paidTwice += 1;
      wrong.push(`paid twice: ${externalId}`);
    }
    if (!payment || !isPaid(payment)) {
      tally.lost += 1;
      wrong.push(`lost: ${externalId}, ${payment?.state ?? 'not in the ledger'}`);
    }
  }
  const cancels = payments.filter((one) => one.kind === 'cancel' && isPaid(one));
  if (new Set(cancels.map((one) => one.cancels)).size < cancels.length) {
    tally.paidTwice += 1;
    wrong.push('a payment was given back twice');
  }
  for (const payment of payments) checkPayment(world, payment, byExternalId, tally, wrong);
  checkDrawer(world, payments, tally, wrong);
  checkRefunds(world, tally, wrong);
  checkBaskets(world, tally, wrong);
  return wrong;
}

/** What moved in the drawer is what was paid, and the money that was handed over: each once. */
function checkDrawer(
  world: FaultWorld,
  payments: readonly Payment[],
  tally: Tally,
  wrong: string[],
): void {
  const { database } = world.till();
  const rows = database
    .prepare(
      "SELECT intent_id, amount FROM cash_movements WHERE kind NOT IN ('hand-back', 'take-in')",
    )
    .all();
  const moved = new Map(rows.map((row) => [String(row.intent_id), String(row.amount)]));
  for (const payment of payments) {
    const isOut = payment.kind === 'cash-out' || payment.kind === 'cancel';
    const should = isOut
      ? payment.handOver === 'done' && `-${payment.due.amount}`
      : isPaid(payment) && payment.due.amount;
    const does = moved.get(payment.id) ?? false;
    if (does === should) continue;
    tally.lost += 1;
    wrong.push(`the drawer says ${does} and not ${should}: ${payment.kind} ${payment.externalId}`);
  }
}

function checkPayment(
  world: FaultWorld,
  payment: Payment,
  byExternalId: ReadonlyMap<string, number>,
  tally: Tally,
  wrong: string[],
): void {
  const name = `${payment.kind} ${payment.externalId}`;
  const isDone =
    payment.kind === 'cancel'
      ? wasThisCancel(world, payment)
      : byExternalId.has(payment.externalId);
  if (['sending', 'unknown', 'unclear'].includes(payment.state)) {
    tally.unresolved += 1;
    wrong.push(`unresolved: ${name}, ${payment.state}`);
  } else if (isPaid(payment) !== isDone && payment.kind === 'cancel') {
    tally.lost += 1;
    wrong.push(`a cancel is ${payment.state}, done at the service: ${isDone}`);
  } else if (isPaid(payment) && !isDone) {
    tally.toldWrong += 1;
    wrong.push(`paid in the ledger alone: ${name}`);
  }
  for (const before of world.shownPayments.get(payment.id) ?? []) {
    const wasWrong =
      (isPaid(before) && !isDone) ||
      (['rejected', 'not-performed'].includes(before.state) && isDone) ||
      (['now', 'done'].includes(before.handOver) && !isDone);
    if (!wasWrong) continue;
    tally.toldWrong += 1;
    wrong.push(`told ${before.state}, ${before.handOver}: ${name}, done: ${isDone}`);
  }
  const originals = world.device.papers.filter(
    (paper) => paper.paymentId === payment.id && paper.kind === 'original',
  ).length;
  if (isPaid(payment) && originals === 0) {
    tally.ticketsMissing += 1;
    wrong.push(`no ticket: ${name}`);
  }
  if (originals > 1 || (!isPaid(payment) && originals > 0)) {
    tally.ticketsDoubled += 1;
    wrong.push(`${originals} tickets: ${name}, ${payment.state}`);
  }
}

/** One cancel has taken the payment back; another that came to nothing has not. */
function wasThisCancel(world: FaultWorld, cancel: Payment): boolean {
  if (!isTakenBack(world, cancel)) return false;
  // By the service itself: a cancel that is told so hands the money back, one that is not does not.
  if (world.givenBack.has(findOriginal(world, cancel)?.externalId ?? '')) return isPaid(cancel);
  const paid = listPayments(world).filter((one) => one.cancels === cancel.cancels && isPaid(one));
  return paid.length === 0 || paid.some((one) => one.id === cancel.id);
}

function isTakenBack(world: FaultWorld, cancel: Payment): boolean {
  const original = findOriginal(world, cancel);
  const row = world.performed().find((one) => one.externalId === original?.externalId);
  return row?.status === 'refunded' || row?.status === 'reversed';
}

function findOriginal(world: FaultWorld, cancel: Payment): Payment | undefined {
  return world.till().payments.views(cancel.cancels === null ? [] : [cancel.cancels])[0];
}

function isPaid(payment: Payment): boolean {
  return payment.state === 'paid' || payment.state === 'by-hand-paid';
}
