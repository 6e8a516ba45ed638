import fc from 'fast-check';
import { expect } from 'vitest';
import type { ChainConnectResult } from '../index.ts';
import { type ChainShop, createChainShop } from './chain-shop.ts';
import { type CallFate, createFaultyConnection } from './faulty-connection.ts';

/**
 * Episodes in virtual time: payments are made and resolved while calls are lost, doubled or not
 * answered, the till is switched off, a backup is restored, and the database is set back or loses
 * its last rows in a failover. At the end the connection works, and then the chain must hold the
 * union of the ledgers: each payment of the current ledger with its state, and each payment of an
 * earlier ledger as it was sent.
 */

/** The time step: every pending call is answered within it. */
const STEP_SECONDS = 15;
const OPEN_STATES: readonly string[] = ['intent', 'sent', 'unknown', 'unclear'];

export const episodeStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pay' as const), many: fc.nat({ max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'pay' as const, many: 130 }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      which: fc.nat({ max: 20 }),
      state: fc.constantFrom('unknown', 'paid', 'rejected', 'by-hand-paid', 'by-hand-not-paid'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 400 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('line' as const),
      fates: fc.array(
        fc.constantFrom<CallFate>(
          'works',
          'works',
          'never-arrives',
          'answer-lost',
          'doubled',
          'throws',
          'late',
        ),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'back-up' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restore' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'keep' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'set-back' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('chain' as const), isSet: fc.boolean() }) },
);
export type EpisodeStep = typeof episodeStep extends fc.Arbitrary<infer Value> ? Value : never;

/** All states that each payment has had, in any of the ledgers. */
type StatesByPayment = Map<string, Set<string>>;

/** The database of an episode, with one till. */
export interface EpisodeChain {
  connect(): Promise<ChainConnectResult>;
  /** The payments in the database. */
  readPayments(): Promise<readonly { readonly id: string; readonly state: string }[]>;
  /** Takes a snapshot of everything; the returned function restores it. */
  takeSnapshot(): Promise<() => Promise<void>>;
}

export async function playEpisode(
  chain: EpisodeChain,
  steps: readonly EpisodeStep[],
): Promise<void> {
  const line = createFaultyConnection(chain.connect);
  const shop = createChainShop(line.connect);
  const advance = async (seconds: number): Promise<void> => {
    for (let elapsed = 0; elapsed < seconds; elapsed += STEP_SECONDS) {
      await shop.advance(STEP_SECONDS * 1_000);
      await line.waitUntilIdle();
    }
  };
  const statesByPayment: StatesByPayment = new Map();
  let restoreLedger = (): void => {};
  let restoreChain = async (): Promise<void> => {};
  const recordStates = (): void => {
    for (const [id, state] of Object.entries(shop.readStates())) {
      statesByPayment.set(id, (statesByPayment.get(id) ?? new Set()).add(state));
    }
  };
  try {
    for (const step of steps) {
      switch (step.do) {
        case 'pay':
          for (let count = 0; count <= step.many; count += 1) shop.pay();
          break;
        case 'resolve': {
          const open = Object.entries(shop.readStates()).filter(([, state]) =>
            OPEN_STATES.includes(state),
          );
          const id = open[step.which % Math.max(1, open.length)]?.[0];
          if (id !== undefined) shop.resolve(id, step.state);
          break;
        }
        case 'wait':
          await advance(step.seconds);
          break;
        case 'line': {
          const fates = [...step.fates];
          line.fate = () => fates.shift() ?? 'works';
          break;
        }
        case 'restart':
          shop.restart();
          break;
        case 'back-up':
          restoreLedger = shop.backUp();
          break;
        case 'restore':
          restoreLedger();
          break;
        case 'keep':
          restoreChain = await chain.takeSnapshot();
          break;
        case 'set-back':
          await restoreChain();
          break;
        case 'chain':
          shop.isSet = step.isSet;
          shop.till.wake();
          break;
      }
      recordStates();
    }
    line.fate = () => 'works';
    shop.isSet = true;
    shop.till.wake();
    await advance(1_800);
    expectUnion(shop, await chain.readPayments(), statesByPayment);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
  } finally {
    await shop.close();
  }
}

/** The ranks of the database: of two ledgers, the more advanced state holds. */
const RANKS: Readonly<Record<string, number>> = {
  nothing: 0,
  sent: 1,
  unknown: 2,
  rejected: 3,
  'by-hand-not-paid': 3,
};
const getRank = (state: string): number => RANKS[state] ?? 4;

function expectUnion(
  shop: ChainShop,
  payments: readonly { readonly id: string; readonly state: string }[],
  statesByPayment: StatesByPayment,
): void {
  const chainStates = new Map(payments.map(({ id, state }) => [id, state]));
  for (const [id, state] of Object.entries(shop.readStates())) {
    const chainState = chainStates.get(id) ?? 'nothing';
    // An earlier ledger may have had a more advanced state; otherwise the current ledger's state
    // holds.
    if (getRank(chainState) <= getRank(state)) expect([id, chainState]).toEqual([id, state]);
  }
  for (const [id, state] of chainStates) expect(statesByPayment.get(id)).toContain(state);
}
