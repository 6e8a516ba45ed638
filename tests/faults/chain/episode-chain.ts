import type { VirtualClock } from '../../../electron/platform/index.ts';
import { createRandom } from '../../support/random.ts';
import type { Till } from '../support/fault-till.ts';
import type { FaultWorld } from '../support/fault-world.ts';
import type { Tally } from '../support/tally.ts';
import { checkChain } from './check-chain.ts';
import { type FaultyChain, openFaultyTillConnection } from './faulty-chain.ts';
import { openReporter, type Reporter } from './reporter.ts';

/**
 * The chain's part in a run in virtual time. The till syncs with a real database; the faults of its
 * calls are drawn from a separate generator, so that the rest of the run is the same as without a
 * chain.
 */
export interface EpisodeChain {
  openReporter(till: Till, clock: VirtualClock): Reporter;
  /** Draws the next faults between till and database. */
  drawFaults(): Promise<void>;
  /** Often lets calls in transit arrive, and then often runs some more syncs. */
  syncRandomly(world: FaultWorld): Promise<void>;
  endFaults(): Promise<void>;
  /** After all faults have ended: advances the time until everything is synced. */
  finish(world: FaultWorld): Promise<void>;
  checkChain(world: FaultWorld, tally: Tally): Promise<string[]>;
}

const ROUND_MS = 20_000;
/** Failed syncs are retried after at most five minutes. */
const MAX_ROUNDS = 90;

export async function openEpisodeChain(chain: FaultyChain, seed: string): Promise<EpisodeChain> {
  const random = createRandom(`${seed}/chain`);
  const { address, line, drawFaults, endFaults } = await openFaultyTillConnection(chain, random);
  const advanceRounds = async (
    world: FaultWorld,
    maxRounds: number,
    isDone: () => boolean,
  ): Promise<void> => {
    for (let round = 0; round < maxRounds && !isDone(); round += 1) {
      await world.advance(ROUND_MS);
      await line.waitUntilIdle();
    }
  };
  return {
    openReporter: (till, clock) => openReporter(till, clock, line.connect, random),
    drawFaults,
    syncRandomly: async (world) => {
      // Often a call is in transit when the program ends.
      if (random.isLikely(0.3)) return;
      await line.waitUntilIdle();
      if (random.isLikely(0.5)) await advanceRounds(world, random.between(1, 4), () => false);
    },
    endFaults,
    finish: (world) =>
      advanceRounds(world, MAX_ROUNDS, () => world.reporter()?.isAllSent() ?? false),
    checkChain: (world, tally) => checkChain(chain, address.user, world.till().database, tally),
  };
}
