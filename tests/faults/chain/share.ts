import type { VirtualClock } from '../../../electron/platform/index.ts';
import { createRandom } from '../../support/random.ts';
import type { Tally } from '../support/check-invariants.ts';
import type { Till } from '../support/fault-till.ts';
import type { FaultWorld } from '../support/world.ts';
import { type BrokenChain, openBrokenLine } from './chain.ts';
import { judgeChain } from './chain-judge.ts';
import { openReporter, type Reporter } from './reporter.ts';

/**
 * The share of a run in virtual time that a chain has. Its till tells a real database what it does; what
 * becomes of the calls is drawn by a chance of its own, so that the rest of the run is what it is without
 * a chain.
 */
export interface ChainShare {
  report(till: Till, clock: VirtualClock): Reporter;
  /** Draws what goes wrong between till and database from here on. */
  brew(): Promise<void>;
  /** Lets calls that are on their way arrive, and often some rounds more. */
  tell(world: FaultWorld): Promise<void>;
  mend(): Promise<void>;
  /** Once all is mended: time goes on until everything is told. */
  finish(world: FaultWorld): Promise<void>;
  judge(world: FaultWorld, tally: Tally): Promise<string[]>;
}

const ROUND_MS = 20_000;
/** Rounds that fail sleep for five minutes at most. */
const MAX_ROUNDS = 90;

export async function openShare(chain: BrokenChain, seed: string): Promise<ChainShare> {
  const random = createRandom(`${seed}/chain`);
  const { address, line, brew, mend } = await openBrokenLine(chain, random);
  const rounds = async (world: FaultWorld, most: number, isDone: () => boolean): Promise<void> => {
    for (let round = 0; round < most && !isDone(); round += 1) {
      await world.advance(ROUND_MS);
      await line.idle();
    }
  };
  return {
    report: (till, clock) => openReporter(till, clock, line.connect, random),
    brew,
    tell: async (world) => {
      // Often a call is on its way when the program ends.
      if (random.isLikely(0.3)) return;
      await line.idle();
      if (random.isLikely(0.5)) await rounds(world, random.between(1, 4), () => false);
    },
    mend,
    finish: (world) => rounds(world, MAX_ROUNDS, () => world.reporter()?.isAllSent() ?? false),
    judge: (world, tally) => judgeChain(chain, address.user, world.till().database, tally),
  };
}
