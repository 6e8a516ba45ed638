import type { TrainingFault } from '../../../shared/contract/index.ts';
import { isOutcomeUnknown } from '../../../shared/rules/index.ts';
import type { Random } from '../../support/random.ts';
import { CONTRADICTION, closeByHand } from './by-hand.ts';
import {
  cancel,
  confirmAnnounced,
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

/** More than a start reads: its account and one payment, each with its retries. */
const READS_OF_START = 12;
const EXTERNAL_IDS_LEFT_OUT: TrainingFault = {
  operation: 'transactions',
  times: 1000,
  fault: { kind: 'external-id-left-out' },
};
/** No copy of a request can still be performed. */
const EXPIRED_MS = 31 * MINUTE_MS;

const repeatRead = (fault: NetworkFault): NetworkFault[] =>
  Array<NetworkFault>(READS_OF_START).fill(fault);

/** Serves a customer in one of the scenes. */
export async function playRareScene(
  world: FaultWorld,
  random: Random,
  number: number,
): Promise<void> {
  await random.pick([sellToDeadService, sellAgainstContradiction, sellBeforeFailedStart])(
    world,
    random,
    number,
  );
}

/**
 * The answer is lost, and no look-up reaches the service, for so long that a supervisor decides by
 * hand. The service may give the payment back later.
 */
async function sellToDeadService(world: FaultWorld, random: Random, number: number): Promise<void> {
  const { network, version } = world;
  const flow = random.pick(['cash-out', 'gift-card', random.pick(listFlows(version))] as const);
  const isCancel = version === 'v1.6' && random.isLikely(0.3);
  const original = isCancel
    ? await sell(world, createSale(world, 'bill', number * 100 + 50))
    : null;
  await world.advance(1000);
  const isDelivered = random.isLikely(0.8);
  let isDead = false;
  network.director = async ({ isMoney }, deliver) => {
    // Some flows read before they send.
    if (!isMoney) return isDead ? { kind: 'not-sent', reason: 'refused' } : await deliver();
    isDead = true;
    if (isDelivered) await deliver();
    return { kind: 'unknown', reason: 'connection-lost', status: null };
  };
  const payment =
    original === null
      ? await sell(world, createSale(world, flow, number * 100 + 51))
      : await cancel(world, original.id);
  await world.advance(EXPIRED_MS);
  // The till has locked itself.
  world.attention.leaveAll();
  world.till().payments.handleSessionChange();
  await closeByHand(world);
  network.director = null;
  if (random.isLikely(0.7)) await confirmAnnounced(world);
  await world.advance(5000);
  for (const open of listOpenPayments(world)) {
    if (random.isLikely(0.7)) await decideMissingText(world, open);
  }
  for (const { id, handOver: state } of listOpenPayments(world)) {
    if (state === 'now' && random.isLikely(0.7)) await handOver(world, id);
  }
  if (payment !== null && random.isLikely(0.6)) refundPayment(world, random, payment.externalId);
}

/**
 * The service says that it has the payment, and lists nothing, or a row that names no payment: only a
 * person can decide.
 */
async function sellAgainstContradiction(
  world: FaultWorld,
  random: Random,
  number: number,
): Promise<void> {
  const { network, training } = world;
  const flow = random.pick(listFlows(world.version));
  const isListed = random.isLikely(0.3);
  if (isListed) network.reads.unshift(...repeatRead({ kind: 'not-listed-yet' }));
  network.money.unshift({ kind: isListed ? 'answer-lost' : 'request-lost', how: 'reset' });
  const payment = await sell(world, createSale(world, flow, number * 100 + 60));
  if (payment === null) return;
  await world.advance(70_000);
  const body = JSON.stringify({ code: random.pick(['R12', 'R49']), message: CONTRADICTION });
  network.money.unshift({ kind: 'answers', status: 422, body, isDone: false });
  await resend(world, payment.id);
  network.reads.length = 0;
  if (isListed) training.setFaults([EXTERNAL_IDS_LEFT_OUT]);
  await world.advance(EXPIRED_MS);
  await closeByHand(world);
  if (isListed) training.setFaults([]);
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
  const fault = random.pick([
    'none',
    'request-lost',
    'page-repeats',
    'external-id-left-out',
  ] as const);
  if (fault === 'request-lost') network.reads.push(...repeatRead({ kind: fault, how: 'reset' }));
  else if (fault === 'page-repeats') network.reads.push(...repeatRead({ kind: fault }));
  else if (fault === 'external-id-left-out') {
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
