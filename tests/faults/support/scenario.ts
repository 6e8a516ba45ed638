import type { PaymentKind, ServiceVersion } from '../../../shared/contract/index.ts';
import { createRandom } from '../../support/random.ts';
import { handleBaskets, sellTogether } from './baskets.ts';
import { cancel, createSale, handOver, openPayments, sell, sendAgain } from './cashier.ts';
import { checkInvariants, createTally, heal, isClean, type Tally } from './check-invariants.ts';
import { STATUS_LEFT_OUT } from './draw-faults.ts';
import type { StepMode } from './port-steps.ts';
import { createWorld, type FaultWorld } from './world.ts';

/** A payment, or several with one tender. */
export type Scenario = PaymentKind | 'basket';

/**
 * A basket whose first item is lost and sent again, and whose others go after another F12.
 */
async function playBasket(world: FaultWorld): Promise<void> {
  world.network.money.push({ kind: 'request-lost', how: 'silence' });
  await sellTogether(world, [
    createSale(world, 'bill', 1),
    createSale(world, 'top-up', 2),
    createSale(world, 'gift-card', 3),
  ]);
  await world.advance(70_000);
  for (const open of openPayments(world)) {
    if (open.maySendAgain) await sendAgain(world, open.id);
  }
  await world.advance(2000);
  await handleBaskets(world, () => false);
  await world.advance(3000);
  await handleBaskets(world, () => false);
}

/**
 * One payment of a kind whose answer is lost, is looked up and sent again, and a second one that
 * goes well; and the money that goes out. Of a cancel the rows of the look-ups say nothing, so that
 * only sending it again does. The way through which every step is broken in turn.
 */
async function playScenario(world: FaultWorld, kind: Scenario): Promise<void> {
  if (kind === 'basket') return await playBasket(world);
  if (kind === 'cancel') {
    const first = await sell(world, createSale(world, 'bill', 1));
    await world.advance(500);
    world.training.setFaults([STATUS_LEFT_OUT]);
    world.network.money.push({ kind: 'answer-lost', how: 'reset' });
    if (first) await cancel(world, first.id);
  } else {
    world.network.money.push({ kind: 'request-lost', how: 'silence' });
    await sell(world, createSale(world, kind, 1));
  }
  await world.advance(70_000);
  for (const open of openPayments(world)) {
    if (open.maySendAgain) await sendAgain(world, open.id);
  }
  await world.advance(2000);
  await sell(world, createSale(world, kind === 'cancel' ? 'bill' : kind, 2));
  await world.advance(2000);
  // The money of a cancel, and of both cash-outs.
  for (const open of openPayments(world)) {
    if (open.handOver === 'now') await handOver(world, open.id);
  }
}

export interface BrokenRun {
  readonly calls: number;
  readonly names: readonly string[];
  readonly wasBroken: boolean;
  /** Requests that went out once more, with the key of another. */
  readonly sentAgain: number;
  readonly tally: Tally;
  readonly wrong: readonly string[];
}

/** Plays the scenario with its n-th call broken; 0 breaks none. */
export async function playBrokenScenario(
  version: ServiceVersion,
  kind: Scenario,
  at: number,
  mode: StepMode,
): Promise<BrokenRun> {
  const random = createRandom(`${version}/${kind}`);
  const world = await createWorld({ version, random, recordsSteps: at === 0 });
  try {
    const { steps } = world.till();
    if (at > 0) steps.arm(at, mode);
    await playScenario(world, kind);
    const { count: calls, wasBroken, names } = steps;
    const recorded = [...names];
    const { sent } = world.network;
    const sentAgain = sent.length - new Set(sent.map(({ key }) => key)).size;
    await heal(world);
    const tally = createTally();
    const wrong = checkInvariants(world, tally);
    if (!isClean(tally) && wrong.length === 0) throw new Error('unclean, and nobody says why');
    return { calls, names: recorded, wasBroken, sentAgain, tally, wrong };
  } finally {
    world.close();
  }
}
