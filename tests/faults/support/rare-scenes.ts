import type { Payment } from '../../../shared/contract/index.ts';
import { isOutcomeUnknown, isTicketTextMissing } from '../../../shared/rules/index.ts';
import type { Random } from '../../support/random.ts';
import { CONTRADICTION, closeByHand } from './by-hand.ts';
import {
  cancel,
  createSale,
  handOver,
  listFlows,
  listOpenPayments,
  resend,
  sell,
} from './cashier.ts';
import type { NetworkFault } from './fake-network.ts';
import { ANA, type FaultWorld, LUIS_APPROVAL, MINUTE_MS } from './fault-world.ts';
import { decideMissingText } from './missing-texts.ts';
import { refundPayment } from './refunds.ts';

/** Situations into which drawn faults hardly ever lead. */

const DAY_MS = 24 * 60 * MINUTE_MS;
/** More than a start reads: its account and one payment, each with its retries. */
const READS_OF_START = 12;
/** No copy of a request can still be performed. */
const EXPIRED_MS = 31 * MINUTE_MS;

/** Serves a customer in one of the scenes. */
export async function playRareScene(
  world: FaultWorld,
  random: Random,
  number: number,
): Promise<void> {
  await random.pick([sellBeforeServiceDies, sellAgainstContradiction, sellBeforeFailedStart])(
    world,
    random,
    number,
  );
}

/**
 * Payments whose answers are lost; then nothing reaches the service for more than a day. A supervisor
 * decides about them by hand, and the service gives one of them back later.
 */
async function sellBeforeServiceDies(
  world: FaultWorld,
  random: Random,
  number: number,
): Promise<void> {
  const { network } = world;
  const flows = listFlows(world.version);
  const payments: (Payment | null)[] = [];
  for (const index of [1, 2]) {
    const sale = createSale(world, random.pick(flows), number * 100 + 50 + index);
    const isCancelled =
      world.version === 'v1.6' && sale.kind !== 'cash-out' && random.isLikely(0.4);
    if (!isCancelled) network.money.unshift({ kind: 'answer-lost', how: 'reset' });
    const payment = await sell(world, sale);
    payments.push(payment);
    if (payment === null || !isCancelled) continue;
    await world.advance(1000);
    network.money.unshift({ kind: 'answer-lost', how: 'reset' });
    await cancel(world, payment.id);
  }
  network.director = async () => ({ kind: 'not-sent', reason: 'refused' });
  // The computer sleeps meanwhile: a day of look-ups in vain takes as long as a hundred payments.
  world.clock.sleep(DAY_MS);
  await world.advance(EXPIRED_MS);
  await closeByHand(world);
  network.director = null;
  await world.advance(5000);
  for (const payment of listOpenPayments(world)) {
    if (isTicketTextMissing(payment) && random.isLikely(0.7))
      await decideMissingText(world, payment);
  }
  for (const payment of listOpenPayments(world)) {
    if (payment.handOver === 'now' && random.isLikely(0.7)) await handOver(world, payment.id);
  }
  const given = random.pick(payments);
  if (given !== null && random.isLikely(0.6)) refundPayment(world, random, given.externalId);
}

/** The service says that it has the payment, and lists nothing: only a person can decide. */
async function sellAgainstContradiction(
  world: FaultWorld,
  random: Random,
  number: number,
): Promise<void> {
  const { network } = world;
  const flow = random.pick(listFlows(world.version));
  network.money.unshift({ kind: 'request-lost', how: 'reset' });
  const payment = await sell(world, createSale(world, flow, number * 100 + 60));
  if (payment === null) return;
  await world.advance(70_000);
  const body = JSON.stringify({ code: random.pick(['R12', 'R49']), message: CONTRADICTION });
  network.money.unshift({ kind: 'answers', status: 422, body, isDone: false });
  await resend(world, payment.id);
  await world.advance(EXPIRED_MS);
  await closeByHand(world);
}

/** The program ends while it sends, and the next start cannot mark the payment. */
async function sellBeforeFailedStart(
  world: FaultWorld,
  random: Random,
  number: number,
): Promise<void> {
  const { network, training } = world;
  const flow = random.pick(listFlows(world.version));
  network.money.unshift({
    kind: random.pick(['request-lost', 'answer-lost'] as const),
    how: 'silence',
  });
  await sell(world, createSale(world, flow, number * 100 + 70));
  network.reads.length = 0;
  const fault = random.pick(['none', 'request-lost', 'page-repeats', 'filter-ignored'] as const);
  if (fault === 'request-lost')
    network.reads.push(...Array<NetworkFault>(READS_OF_START).fill({ kind: fault, how: 'reset' }));
  else if (fault === 'page-repeats')
    network.reads.push(...Array<NetworkFault>(READS_OF_START).fill({ kind: fault }));
  else if (fault === 'filter-ignored') {
    training.setFaults([{ operation: 'transactions', times: 2, fault: { kind: fault } }]);
  }
  await world.restart({ failsAtStart: true });
  await world.advance(5000);
}

/** Prints a copy of a random payment's receipt, or a slip that says how it ended. */
export async function printAgain(world: FaultWorld, random: Random): Promise<void> {
  const { database, printing, payments } = world.till();
  const rows = database.prepare('SELECT id, kind FROM intents ORDER BY id').all();
  if (rows.length === 0) return;
  const kind = random.pick([...new Set(rows.map((row) => row.kind))]);
  const id = String(random.pick(rows.filter((row) => row.kind === kind)).id);
  await world.finish(async () => {
    const payment = payments.get({ paymentId: id }, ANA);
    // Whoever has not seen its outcome yet confirms that first.
    if (!payment.ok || payment.value.toConfirm !== 'none') return;
    const isCertain = payment.value.state !== 'sending' && !isOutcomeUnknown(payment.value);
    if (isCertain) world.attention.acknowledge(id);
    const slip = printing.printStateSlip(id, ANA);
    if (!slip.ok) await printing.printCopy(id, ANA, LUIS_APPROVAL);
  });
}
