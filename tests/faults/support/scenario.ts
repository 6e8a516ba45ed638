import type { PaymentKind, ServiceVersion } from '../../../shared/contract/index.ts';
import { createRandom } from '../../support/random.ts';
import { handleBaskets, sellBasket } from './baskets.ts';
import { cancel, createSale, handOver, listOpenPayments, resend, sell } from './cashier.ts';
import { checkInvariants, heal } from './check-invariants.ts';
import { STATUS_LEFT_OUT } from './draw-faults.ts';
import { createWorld, type FaultWorld } from './fault-world.ts';
import type { StepMode } from './port-steps.ts';
import { createTally, isClean, type Tally } from './tally.ts';

/** A payment, or several with one tender. */
export type Scenario = PaymentKind | 'basket';

/**
 * A basket whose first item is lost and sent again, and whose other items follow after another F12.
 */
async function playBasket(world: FaultWorld): Promise<void> {
  world.network.money.push({ kind: 'request-lost', how: 'silence' });
  await sellBasket(world, [
    createSale(world, 'bill', 1),
    createSale(world, 'top-up', 2),
    createSale(world, 'gift-card', 3),
  ]);
  await world.advance(70_000);
  for (const payment of listOpenPayments(world)) {
    if (payment.canResend) await resend(world, payment.id);
  }
  await world.advance(2000);
  await handleBaskets(world, () => false);
  await world.advance(3000);
  await handleBaskets(world, () => false);
}

/**
 * Sells one payment of a kind, whose request or answer is lost, which is looked up and sent again,
 * and a second one without a fault; then hands out the money. For a cancel the look-up rows carry
 * no status, so only sending it again resolves it. Tests break each step of this scenario in turn.
 */
async function playScenario(world: FaultWorld, kind: Scenario): Promise<void> {
  if (kind === 'basket') return await playBasket(world);
  if (kind === 'cancel') {
    const payment = await sell(world, createSale(world, 'bill', 1));
    await world.advance(500);
    world.training.setFaults([STATUS_LEFT_OUT]);
    world.network.money.push({ kind: 'answer-lost', how: 'reset' });
    if (payment) await cancel(world, payment.id);
  } else {
    world.network.money.push({ kind: 'request-lost', how: 'silence' });
    await sell(world, createSale(world, kind, 1));
  }
  await world.advance(70_000);
  for (const payment of listOpenPayments(world)) {
    if (payment.canResend) await resend(world, payment.id);
  }
  await world.advance(2000);
  await sell(world, createSale(world, kind === 'cancel' ? 'bill' : kind, 2));
  await world.advance(2000);
  // The money of a cancel, and of both cash-outs.
  for (const payment of listOpenPayments(world)) {
    if (payment.handOver === 'now') await handOver(world, payment.id);
  }
}

export interface BrokenRun {
  readonly calls: number;
  readonly names: readonly string[];
  readonly wasBroken: boolean;
  /** The number of requests that were sent again with the same key. */
  readonly resendCount: number;
  readonly tally: Tally;
  readonly faults: readonly string[];
}

/** Runs the scenario with its n-th call broken; 0 breaks none. */
export async function runBrokenScenario(
  version: ServiceVersion,
  kind: Scenario,
  brokenCall: number,
  mode: StepMode,
): Promise<BrokenRun> {
  const random = createRandom(`${version}/${kind}`);
  const world = await createWorld({ version, random, recordsSteps: brokenCall === 0 });
  try {
    const { steps } = world.till();
    if (brokenCall > 0) steps.arm(brokenCall, mode);
    await playScenario(world, kind);
    const { count: calls, wasBroken, names } = steps;
    const recordedNames = [...names];
    const { sentRequests } = world.network;
    const resendCount = sentRequests.length - new Set(sentRequests.map(({ key }) => key)).size;
    await heal(world);
    const tally = createTally();
    const faults = checkInvariants(world, tally);
    if (!isClean(tally) && faults.length === 0) throw new Error('unclean, and nobody says why');
    return { calls, names: recordedNames, wasBroken, resendCount, tally, faults };
  } finally {
    world.close();
  }
}
