import type { PaymentKind, ServiceVersion } from '../../../shared/contract/index.ts';
import { createRandom } from '../../support/random.ts';
import { cancel, handOver, openPayments, saleOf, sell, sendAgain } from './cashier.ts';
import { emptyTally, heal, isClean, judge, type Tally } from './judge.ts';
import type { StepMode } from './steps.ts';
import { createWorld, MINUTE, type World } from './world.ts';

/**
 * One payment of a kind whose answer is lost, is looked up and sent again where that is allowed,
 * and a second one that goes well; and the money that goes out. The way through which every step is
 * broken in turn.
 */
async function play(world: World, kind: PaymentKind): Promise<void> {
  if (kind === 'cancel') {
    const first = await sell(world, saleOf(world, 'bill', 1));
    await world.advance(500);
    world.network.money.push({ kind: 'answer-lost', how: 'reset' });
    if (first) await cancel(world, first.id);
  } else {
    world.network.money.push({ kind: 'request-lost', how: 'silence' });
    await sell(world, saleOf(world, kind, 1));
  }
  await world.advance(70_000);
  for (const open of openPayments(world)) {
    if (open.maySendAgain) await sendAgain(world, open.id);
  }
  await world.advance(2000);
  await sell(world, saleOf(world, kind === 'cancel' ? 'bill' : kind, 2));
  await world.advance(2000);
  // The money of a cancel, and of the cash-out that went well.
  for (const open of openPayments(world)) {
    if (open.handOver === 'now') await handOver(world, open.id);
  }
  // The one that was lost and is never sent again: until it is certain.
  if (kind === 'cash-out') await world.advance(17 * MINUTE);
}

export interface Broken {
  readonly calls: number;
  readonly names: readonly string[];
  readonly wasBroken: boolean;
  readonly tally: Tally;
  readonly wrong: readonly string[];
}

/** Plays the scenario with its n-th call broken; 0 breaks none. */
export async function playBroken(
  version: ServiceVersion,
  kind: PaymentKind,
  at: number,
  mode: StepMode,
): Promise<Broken> {
  const random = createRandom(`${version}/${kind}`);
  const world = await createWorld({ version, random, recordsSteps: at === 0 });
  try {
    const { steps } = world.till();
    if (at > 0) steps.arm(at, mode);
    await play(world, kind);
    const { count: calls, wasBroken, names } = steps;
    const recorded = [...names];
    await heal(world);
    const tally = emptyTally();
    const wrong = judge(world, tally);
    if (!isClean(tally) && wrong.length === 0) throw new Error('unclean, and nobody says why');
    return { calls, names: recorded, wasBroken, tally, wrong };
  } finally {
    world.close();
  }
}
