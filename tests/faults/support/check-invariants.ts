import type { Payment } from '../../../shared/contract/index.ts';
import { assertNothingSent, checkBaskets, endBaskets, finishBaskets } from './baskets.ts';
import { CONTRADICTION, closeByHand, isDoneByThisCancel, isPaid, listPayments } from './by-hand.ts';
import { confirmOutcomes } from './cashier.ts';
import { type FaultWorld, LUIS, LUIS_APPROVAL, MINUTE_MS } from './fault-world.ts';
import { checkMissingTexts, decideMissingText } from './missing-texts.ts';
import { checkRefunds, endRefunds } from './refunds.ts';
import type { Tally } from './tally.ts';

/**
 * Ends all faults of network, printer and program, and advances the time until everything is
 * resolved.
 */
export async function heal(world: FaultWorld): Promise<void> {
  world.network.money.length = 0;
  world.network.reads.length = 0;
  world.network.dates.length = 0;
  world.device.behaviours.length = 0;
  const remainingFaults = world.training.listFaults();
  world.training.setFaults(remainingFaults.map((fault) => ({ ...fault, times: 0 })));
  await assertNothingSent(world, async () => {
    await world.restart();
    await world.advance(MINUTE_MS);
  });
  await finishBaskets(world);
  await world.advance(20 * MINUTE_MS);
  // If a wrong clock dated a request to tomorrow, its outcome is certain only tomorrow.
  for (let attempt = 0; attempt < 4 && listOpenPayments(world).length > 0; attempt += 1) {
    const certainTimes = listOpenPayments(world).map((payment) =>
      Date.parse(payment.certainAt ?? ''),
    );
    const lastTime = Math.max(world.clock.now(), ...certainTimes.filter(Number.isFinite));
    await world.advance(lastTime - world.clock.now() + 10 * MINUTE_MS);
  }
  await closeByHand(world, ({ message }) => message === CONTRADICTION);
  await endRefunds(world);
  await endBaskets(world);
  for (const { id, state } of await confirmOutcomes(world, listPayments(world))) {
    world.violations.push({ what: 'outcomeNotAnnounced', words: `${state}, not announced: ${id}` });
  }
  await world.advance(5000);
  await printMissingPapers(world);
}

function listOpenPayments(world: FaultWorld): Payment[] {
  return listPayments(world).filter((payment) =>
    ['sending', 'unknown', 'unclear'].includes(payment.state),
  );
}

/** The cashier confirms each paper by what the printer produced, and reprints what is missing. */
async function printMissingPapers(world: FaultWorld): Promise<void> {
  const { printing, database } = world.till();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const jobs = database
      .prepare(
        "SELECT id, state FROM print_jobs WHERE state IN ('unconfirmed', 'refused', 'failed')",
      )
      .all()
      .map((row) => ({ id: String(row.id), state: String(row.state) }));
    if (jobs.length === 0) break;
    for (const job of jobs) {
      if (job.state !== 'unconfirmed') {
        await world.finish(() => printing.retryJob(job.id, LUIS_APPROVAL, null));
        continue;
      }
      const cameOut = world.device.papers.some((paper) => paper.jobId === job.id);
      printing.confirmJob(job.id, cameOut);
    }
    await world.advance(5000);
  }
  for (const payment of listPayments(world)) {
    // Every second one stays with the supervisor: it must not be handed over meanwhile.
    if (payment.externalId.charCodeAt(0) % 2 === 0) await decideMissingText(world, payment);
  }
  for (const payment of listPayments(world)) {
    if (payment.handOver === 'now') {
      world.attention.acknowledge(payment.id);
      world.till().payments.confirmHandOver({ paymentId: payment.id }, LUIS);
    }
  }
  world.recordShownPayments();
}

/**
 * After `heal`: compares the ledger, the service, the paper and what the cashier was shown. Returns
 * the faults in words, and counts them in the tally.
 */
export function checkInvariants(world: FaultWorld, tally: Tally): string[] {
  const faults: string[] = [];
  world.attention.check();
  for (const { what, words } of world.violations) {
    tally[what] += 1;
    faults.push(words);
  }
  const payments = listPayments(world);
  const performed = world.performed();
  const countByExternalId = new Map<string, number>();
  for (const row of performed) {
    countByExternalId.set(row.externalId, (countByExternalId.get(row.externalId) ?? 0) + 1);
  }
  tally.attempts += payments.length;
  tally.paidAtService += performed.length;
  tally.paidInLedger += payments.filter(
    (payment) => isPaid(payment) && payment.kind !== 'cancel',
  ).length;

  for (const [externalId, times] of countByExternalId) {
    const payment = payments.find((candidate) => candidate.externalId === externalId);
    if (times > 1) {
      tally.paidTwice += 1;
      faults.push(`paid twice: ${externalId}`);
    }
    if (!payment || !isPaid(payment)) {
      tally.lost += 1;
      faults.push(`lost: ${externalId}, ${payment?.state ?? 'not in the ledger'}`);
    }
  }
  const cancels = payments.filter((payment) => payment.kind === 'cancel' && isPaid(payment));
  if (new Set(cancels.map((cancel) => cancel.cancels)).size < cancels.length) {
    tally.paidTwice += 1;
    faults.push('a payment was given back twice');
  }
  for (const payment of payments) checkPayment(world, payment, countByExternalId, tally, faults);
  checkDrawer(world, payments, tally, faults);
  checkMissingTexts(world, payments, tally, faults);
  checkRefunds(world, tally, faults);
  checkBaskets(world, tally, faults);
  return faults;
}

/**
 * The movements of the drawer are exactly the paid payments and the money handed over, each once.
 */
function checkDrawer(
  world: FaultWorld,
  payments: readonly Payment[],
  tally: Tally,
  faults: string[],
): void {
  const { database } = world.till();
  const rows = database
    .prepare(
      "SELECT intent_id, amount FROM cash_movements WHERE kind NOT IN ('hand-back', 'take-in')",
    )
    .all();
  const movements = new Map(rows.map((row) => [String(row.intent_id), String(row.amount)]));
  for (const payment of payments) {
    const isPayingOut = payment.kind === 'cash-out' || payment.kind === 'cancel';
    const expectedAmount = isPayingOut
      ? payment.handOver === 'done' && `-${payment.due.amount}`
      : isPaid(payment) && payment.due.amount;
    const movedAmount = movements.get(payment.id) ?? false;
    if (movedAmount === expectedAmount) continue;
    tally.lost += 1;
    faults.push(
      `the drawer says ${movedAmount} and not ${expectedAmount}: ${payment.kind} ${payment.externalId}`,
    );
  }
}

function checkPayment(
  world: FaultWorld,
  payment: Payment,
  countByExternalId: ReadonlyMap<string, number>,
  tally: Tally,
  faults: string[],
): void {
  const name = `${payment.kind} ${payment.externalId}`;
  const isDone =
    payment.kind === 'cancel'
      ? isDoneByThisCancel(world, payment)
      : countByExternalId.has(payment.externalId);
  if (['sending', 'unknown', 'unclear'].includes(payment.state)) {
    tally.unresolved += 1;
    faults.push(`unresolved: ${name}, ${payment.state}`);
  } else if (isPaid(payment) !== isDone && payment.kind === 'cancel') {
    tally.lost += 1;
    faults.push(`a cancel is ${payment.state}, done at the service: ${isDone}`);
  } else if (isPaid(payment) && !isDone) {
    tally.toldWrong += 1;
    faults.push(`paid in the ledger alone: ${name}`);
  }
  for (const shownPayment of world.shownPayments.get(payment.id) ?? []) {
    const wasShownWrong =
      (isPaid(shownPayment) && !isDone) ||
      (['rejected', 'not-performed'].includes(shownPayment.state) && isDone) ||
      (['now', 'done'].includes(shownPayment.handOver) && !isDone);
    if (!wasShownWrong) continue;
    tally.toldWrong += 1;
    faults.push(`told ${shownPayment.state}, ${shownPayment.handOver}: ${name}, done: ${isDone}`);
  }
  const originals = world.device.papers.filter(
    (paper) => paper.paymentId === payment.id && paper.kind === 'original',
  ).length;
  if (isPaid(payment) && originals === 0) {
    tally.ticketsMissing += 1;
    faults.push(`no ticket: ${name}`);
  }
  if (originals > 1 || (!isPaid(payment) && originals > 0)) {
    tally.ticketsDoubled += 1;
    faults.push(`${originals} tickets: ${name}, ${payment.state}`);
  }
}
