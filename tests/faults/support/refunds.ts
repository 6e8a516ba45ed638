import type { Payment } from '../../../shared/contract/index.ts';
import type { Random } from '../../support/random.ts';
import type { Tally } from './check-invariants.ts';
import { ANA, type FaultWorld, LUIS, LUIS_APPROVAL } from './world.ts';

/** What the service gives back later, what the cashier does about it, and what must hold then. */

const HOUR_MS = 60 * 60_000;

/** By chance, one that the service has performed. */
export function refundRandomPayment(world: FaultWorld, random: Random): void {
  const performed = world.performed();
  if (performed.length === 0) return;
  const { externalId } = random.pick(performed);
  const payment = listPayments(world).find((one) => one.externalId === externalId);
  if (payment === undefined) return;
  // A guard of the service that met a payment which is gone is for a person to decide.
  const isAlone = listPayments(world).every(
    (one) => one.id === payment.id || one.kind === 'cancel' || !isSameAccount(one, payment),
  );
  if (!isAlone) return;
  // One that ends as never performed, before the till has heard that it was, is no refund.
  const mayCrash = isPaid(payment);
  if (!mayCrash && payment.kind === 'cash-out') return;
  const statuses = ['refunded', 'reversed', ...(mayCrash ? (['crashed'] as const) : [])] as const;
  world.giveBack(externalId, random.pick(statuses));
}

/** Whether a payment of this account was given back. */
export function isRefunded(world: FaultWorld, sale: Account): boolean {
  return listPayments(world).some(
    (one) => world.givenBack.has(one.externalId) && isSameAccount(one, sale),
  );
}

type Account = Pick<Payment, 'billerId' | 'accountNumber'>;

function isSameAccount(one: Account, other: Account): boolean {
  return one.billerId === other.billerId && one.accountNumber === other.accountNumber;
}

/** The cashier asks for a payment's row, and hands back what is owed, or has it decided. */
export async function handleRefunds(world: FaultWorld, random: Random): Promise<void> {
  const paid = listPayments(world).filter((one) => isPaid(one) && one.kind !== 'cancel');
  if (paid.length > 0 && random.isLikely(0.4)) {
    const { id } = random.pick(paid);
    await world.finish(() => world.till().refunds.readNow({ paymentId: id }, ANA));
  }
  for (const { id } of listOwedRefunds(world)) {
    if (random.isLikely(0.2)) await decide(world, id);
    else if (random.isLikely(0.6)) await settle(world, id, random.isLikely(0.3) ? 3 : 1);
  }
}

/** Everything turns up, by the till's own reading or by the day's comparison, and is settled. */
export async function endRefunds(world: FaultWorld): Promise<void> {
  const isToCome = [...world.givenBack].some((externalId) => !isKnown(world, externalId));
  if (isToCome && world.random.isLikely(0.5)) await world.advance(76 * HOUR_MS);
  await compare(world);
  for (const { id } of listOwedRefunds(world)) await settle(world, id, 2);
  // A cash-out whose cash was not handed over.
  for (const { id } of listOwedRefunds(world)) await decide(world, id);
  await world.advance(5000);
}

/** The whole list, as the comparison of the day reads it. */
async function compare(world: FaultWorld): Promise<void> {
  for (let page = 1; page < 20; page += 1) {
    const { service, refunds } = world.till();
    const list = await world.finish(() => service.listTransactions(page));
    if (!list?.ok) throw new Error('the list of a well service could not be read');
    await world.finish(() => refunds.recordRows(list.value.transactions));
    if (!list.value.hasNext) return;
  }
}

async function settle(world: FaultWorld, paymentId: string, times: number): Promise<void> {
  const answers = await world.finish(() =>
    Promise.all(
      Array.from({ length: times }, async (_, index) =>
        world.till().refunds.settle({ paymentId, approval: null }, index % 2 === 0 ? ANA : LUIS),
      ),
    ),
  );
  if ((answers ?? []).filter((one) => one.ok).length <= 1) return;
  world.violations.push({ what: 'refundsTwice', words: `settled twice: ${paymentId}` });
}

async function decide(world: FaultWorld, paymentId: string): Promise<void> {
  const input = { paymentId, reason: 'the customer never came', approval: LUIS_APPROVAL };
  await world.finish(() => world.till().refunds.decide(input, ANA));
}

/** Empty where the till cannot say. */
function listOwedRefunds(world: FaultWorld): readonly Payment[] {
  try {
    const answer = world.till().refunds.owed({}, ANA);
    return answer.ok ? answer.value : [];
  } catch {
    return [];
  }
}

function isKnown(world: FaultWorld, externalId: string): boolean {
  return listPayments(world).some((one) => one.externalId === externalId && one.refund !== null);
}

/**
 * What was given back was noticed once, is owed by one way alone (as a refund, or by a cancel of
 * ours that was told so), and its money moved once at most, with its slip.
 */
export function checkRefunds(world: FaultWorld, tally: Tally, wrong: string[]): void {
  const note = (what: 'refundsLost' | 'refundsTwice' | 'ticketsMissing', words: string): void => {
    tally[what] += 1;
    wrong.push(words);
  };
  const payments = listPayments(world);
  const { database } = world.till();
  const events = database
    .prepare("SELECT intent_id FROM payment_events WHERE kind = 'refund-found'")
    .all()
    .map((row) => String(row.intent_id));
  const moved = database
    .prepare("SELECT intent_id, amount FROM cash_movements WHERE kind IN ('hand-back', 'take-in')")
    .all()
    .map((row) => ({ id: String(row.intent_id), amount: String(row.amount) }));
  tally.givenBack += world.givenBack.size;

  for (const payment of payments.filter((one) => isPaid(one) && one.kind !== 'cancel')) {
    const name = `${payment.kind} ${payment.externalId}`;
    const cancels = payments.filter((one) => one.cancels === payment.id && isPaid(one)).length;
    const isGivenBack = world.givenBack.has(payment.externalId);
    const ways = cancels + (payment.refund === null ? 0 : 1);
    if (isGivenBack && ways > 0) tally.givenBackInLedger += 1;
    if (isGivenBack && ways === 0) note('refundsLost', `given back, seen by nobody: ${name}`);
    if (ways > 1) note('refundsTwice', `given back by two ways: ${name}`);
    if (!isGivenBack && payment.refund !== null) note('refundsTwice', `not given back: ${name}`);
    const found = events.filter((id) => id === payment.id).length;
    if (found !== (payment.refund === null ? 0 : 1)) {
      note('refundsTwice', `found ${found} times: ${name}`);
    }
    const settled = payment.refund?.settled ?? null;
    if (payment.refund !== null && settled === null) note('refundsLost', `still owed: ${name}`);
    const sign = settled?.how === 'handed-back' ? '-' : '';
    const should =
      settled === null || settled.how === 'decided' ? [] : [`${sign}${payment.due.amount}`];
    const does = moved.filter(({ id }) => id === payment.id).map(({ amount }) => amount);
    if (`${does}` !== `${should}`) note('refundsTwice', `moved ${does}, not ${should}: ${name}`);
  }
  const slips = world.device.papers.filter(({ kind }) => kind === 'report').length;
  const settlements = payments.filter((one) => one.refund?.settled).length;
  if (slips < settlements) note('ticketsMissing', `${slips} slips of ${settlements} refunds`);
}

function listPayments(world: FaultWorld): readonly Payment[] {
  try {
    const { database, payments } = world.till();
    const ids = database.prepare('SELECT id FROM intents ORDER BY created_at').all();
    return payments.views(ids.map((row) => String(row.id)));
  } catch {
    // A till that ends meanwhile shows nothing.
    return [];
  }
}

function isPaid(payment: Payment): boolean {
  return payment.state === 'paid' || payment.state === 'by-hand-paid';
}
