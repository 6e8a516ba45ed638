import type { Payment } from '../../../shared/contract/index.ts';
import type { Random } from '../../support/random.ts';
import { ANA, type FaultWorld, LUIS, LUIS_APPROVAL } from './fault-world.ts';
import type { Tally } from './tally.ts';

/** Later refunds by the service, the cashier's actions about them, and what must hold then. */

const HOUR_MS = 60 * 60_000;

/** Lets the service refund a random performed payment. */
export function refundRandomPayment(world: FaultWorld, random: Random): void {
  const performed = world.performed();
  if (performed.length > 0) refundPayment(world, random, random.pick(performed).externalId);
}

/** Lets the service refund this payment, if it performed it. */
export function refundPayment(world: FaultWorld, random: Random, externalId: string): void {
  if (world.performed().every((performed) => performed.externalId !== externalId)) return;
  const payment = listPayments(world).find((candidate) => candidate.externalId === externalId);
  if (payment === undefined) return;
  // If another payment of the account exists, a duplicate guard of the service may have met the
  // refunded payment, which needs a person's decision.
  const isAlone = listPayments(world).every(
    (first) => first.id === payment.id || first.kind === 'cancel' || !isSameAccount(first, payment),
  );
  if (!isAlone) return;
  // A payment that crashes before the till knows that it was performed is not a refund.
  const canCrash = isPaid(payment);
  if (!canCrash && payment.kind === 'cash-out') return;
  const statuses = ['refunded', 'reversed', ...(canCrash ? (['crashed'] as const) : [])] as const;
  world.giveBack(externalId, random.pick(statuses));
}

/** Whether a payment of this account was refunded. */
export function isRefunded(world: FaultWorld, sale: Account): boolean {
  return listPayments(world).some(
    (first) => world.givenBack.has(first.externalId) && isSameAccount(first, sale),
  );
}

/**
 * Whether a cancel of a payment of this account is open. A duplicate guard may then meet a payment
 * that the cancel gives back before the request is sent again, which needs a person's decision.
 */
export function isBeingCancelled(world: FaultWorld, sale: Account): boolean {
  const payments = listPayments(world);
  return payments.some(
    ({ id, cancelledBy, ...account }) =>
      cancelledBy !== null &&
      isSameAccount(account, sale) &&
      payments.some(({ cancels, state }) => cancels === id && OPEN_STATES.includes(state)),
  );
}

const OPEN_STATES: readonly Payment['state'][] = ['sending', 'unknown', 'unclear'];

type Account = Pick<Payment, 'billerId' | 'accountNumber'>;

function isSameAccount(first: Account, second: Account): boolean {
  return first.billerId === second.billerId && first.accountNumber === second.accountNumber;
}

/**
 * The cashier reads a payment's row again, and hands back what is owed, or lets a supervisor
 * decide.
 */
export async function handleRefunds(world: FaultWorld, random: Random): Promise<void> {
  const paid = listPayments(world).filter(
    (candidate) => isPaid(candidate) && candidate.kind !== 'cancel',
  );
  if (paid.length > 0 && random.isLikely(0.4)) {
    const { id } = random.pick(paid);
    await world.finish(() => world.till().refunds.checkNow({ paymentId: id }, ANA));
  }
  for (const { id } of listOwedRefunds(world)) {
    if (random.isLikely(0.2)) await decide(world, id);
    else if (random.isLikely(0.6)) await settle(world, id, random.isLikely(0.3) ? 3 : 1);
  }
}

/** Every refund is found, by the till's own reading or by the daily comparison, and settled. */
export async function endRefunds(world: FaultWorld): Promise<void> {
  const hasUnknownRefund = [...world.givenBack].some(
    (externalId) => !isInLedger(world, externalId),
  );
  // Seldom: three idle days take as long as two thirds of a run.
  if (hasUnknownRefund && world.random.isLikely(0.1)) await world.advance(76 * HOUR_MS);
  await compare(world);
  for (const { id } of listOwedRefunds(world)) await settle(world, id, 2);
  // Cash-outs whose cash was not handed over.
  for (const { id } of listOwedRefunds(world)) await decide(world, id);
  await world.advance(5000);
}

/** Reads the whole list, as the daily comparison does. */
async function compare(world: FaultWorld): Promise<void> {
  for (let page = 1; page < 20; page += 1) {
    const { service, refunds } = world.till();
    const list = await world.finish(() => service.listTransactions(page));
    if (!list?.ok) throw new Error('the list of a well service could not be read');
    await world.finish(() => refunds.recordRefundsOfTransactions(list.value.transactions));
    if (!list.value.hasNext) return;
  }
}

async function settle(world: FaultWorld, paymentId: string, times: number): Promise<void> {
  world.attention.acknowledge(paymentId);
  const answers = await world.finish(() =>
    Promise.all(
      Array.from({ length: times }, async (_, index) =>
        world.till().refunds.settle({ paymentId, approval: null }, index % 2 === 0 ? ANA : LUIS),
      ),
    ),
  );
  if ((answers ?? []).filter((answer) => answer.ok).length <= 1) return;
  world.violations.push({ what: 'refundsTwice', words: `settled twice: ${paymentId}` });
}

async function decide(world: FaultWorld, paymentId: string): Promise<void> {
  const input = { paymentId, reason: 'the customer never came', approval: LUIS_APPROVAL };
  world.attention.acknowledge(paymentId);
  await world.finish(() => world.till().refunds.decide(input, ANA));
}

/** Returns an empty list if the till cannot answer. */
function listOwedRefunds(world: FaultWorld): readonly Payment[] {
  try {
    const answer = world.till().refunds.unsettled({}, ANA);
    return answer.ok ? answer.value : [];
  } catch {
    return [];
  }
}

function isInLedger(world: FaultWorld, externalId: string): boolean {
  return listPayments(world).some(
    (candidate) => candidate.externalId === externalId && candidate.refund !== null,
  );
}

/**
 * Each refund was recorded once, is owed in one way only (as a refund, or by a cancel of the till
 * that was answered so), and its money moved at most once, with its slip.
 */
export function checkRefunds(world: FaultWorld, tally: Tally, faults: string[]): void {
  const recordFault = (
    tallyKey: 'refundsLost' | 'refundsTwice' | 'ticketsMissing',
    text: string,
  ): void => {
    tally[tallyKey] += 1;
    faults.push(text);
  };
  const payments = listPayments(world);
  const { database } = world.till();
  const events = database
    .prepare("SELECT intent_id FROM payment_events WHERE kind = 'refund-found'")
    .all()
    .map((row) => String(row.intent_id));
  const movements = database
    .prepare("SELECT intent_id, amount FROM cash_movements WHERE kind IN ('hand-back', 'take-in')")
    .all()
    .map((row) => ({ id: String(row.intent_id), amount: String(row.amount) }));
  tally.givenBack += world.givenBack.size;

  for (const payment of payments.filter(
    (candidate) => isPaid(candidate) && candidate.kind !== 'cancel',
  )) {
    const name = `${payment.kind} ${payment.externalId}`;
    const cancels = payments.filter(
      (candidate) => candidate.cancels === payment.id && isPaid(candidate),
    ).length;
    const isGivenBack = world.givenBack.has(payment.externalId);
    const wayCount = cancels + (payment.refund === null ? 0 : 1);
    if (isGivenBack && wayCount > 0) tally.givenBackInLedger += 1;
    if (isGivenBack && wayCount === 0)
      recordFault('refundsLost', `given back, seen by nobody: ${name}`);
    if (wayCount > 1) recordFault('refundsTwice', `given back by two ways: ${name}`);
    if (!isGivenBack && payment.refund !== null)
      recordFault('refundsTwice', `not given back: ${name}`);
    const eventCount = events.filter((id) => id === payment.id).length;
    if (eventCount !== (payment.refund === null ? 0 : 1)) {
      recordFault('refundsTwice', `found ${eventCount} times: ${name}`);
    }
    const settlement = payment.refund?.settled ?? null;
    if (payment.refund !== null && settlement === null)
      recordFault('refundsLost', `still owed: ${name}`);
    const sign = settlement?.how === 'handed-back' ? '-' : '';
    const expectedAmounts =
      settlement === null || settlement.how === 'decided' ? [] : [`${sign}${payment.due.amount}`];
    const movedAmounts = movements
      .filter(({ id }) => id === payment.id)
      .map(({ amount }) => amount);
    if (`${movedAmounts}` !== `${expectedAmounts}`)
      recordFault('refundsTwice', `moved ${movedAmounts}, not ${expectedAmounts}: ${name}`);
  }
  const slipCount = world.device.papers.filter(({ kind }) => kind === 'report').length;
  const settlementCount = payments.filter((candidate) => candidate.refund?.settled).length;
  if (slipCount < settlementCount)
    recordFault('ticketsMissing', `${slipCount} slips of ${settlementCount} refunds`);
}

function listPayments(world: FaultWorld): readonly Payment[] {
  try {
    const { database, payments } = world.till();
    const ids = database.prepare('SELECT id FROM intents ORDER BY created_at').all();
    return payments.listViews(ids.map((row) => String(row.id)));
  } catch {
    // A till that ends meanwhile shows nothing.
    return [];
  }
}

function isPaid(payment: Payment): boolean {
  return payment.state === 'paid' || payment.state === 'by-hand-paid';
}
