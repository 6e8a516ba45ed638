import fc from 'fast-check';
import { it } from 'vitest';
import { getNumericSeed, getSampleSize } from '../../../../tests/support/sampling.ts';
import { createFakeChain, type EpisodeChain, episodeStep, playEpisode } from './testing/index.ts';

function createMemoryChain(): EpisodeChain {
  const chain = createFakeChain();
  return {
    connect: chain.connect,
    readPayments: async () =>
      [...chain.rows.values()]
        .filter(({ change }) => change === 'payment')
        .map(({ id, state }) => ({ id: String(id), state: String(state) })),
    takeSnapshot: async () => {
      const restore = chain.takeSnapshot();
      return async () => restore();
    },
  };
}

it('holds the union of the ledgers after any sequence of faults', async () => {
  const steps = fc.array(episodeStep, { minLength: 5, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, (episode) => playEpisode(createMemoryChain(), episode)),
    { seed: getNumericSeed('chain'), numRuns: Math.ceil(getSampleSize('commands') / 3) },
  );
}, 600_000);
