import fc from 'fast-check';
import { expect } from 'vitest';
import type { ChainConnectResult } from '../index.ts';
import { type CallFate, lineTo } from './line.ts';
import { type ChainShop, chainShop } from './shop.ts';

/**
 * Episodes in virtual time: payments are made and resolved while calls are lost, doubled and answered in
 * vain, the till is switched off, a backup is restored, and the database is set back or loses its last
 * rows in a failover. At the end the line is good, and then the chain holds the union of the ledgers:
 * each payment of the ledger with its state, and of those that an earlier ledger had what it told.
 */

/** After so long whoever waits for an answer gets it. */
const STEP_SECONDS = 15;
const OPEN: readonly string[] = ['intent', 'sent', 'unknown', 'unclear'];

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
type Lives = Map<string, Set<string>>;

/** The database of an episode, with one till. */
export interface EpisodeChain {
  connect(): Promise<ChainConnectResult>;
  /** The payments that it has. */
  payments(): Promise<readonly { readonly id: string; readonly state: string }[]>;
  /** A picture of everything, to which it can be set back. */
  keep(): Promise<() => Promise<void>>;
}

export async function playEpisode(
  chain: EpisodeChain,
  steps: readonly EpisodeStep[],
): Promise<void> {
  const line = lineTo(chain.connect);
  const shop = chainShop(line.connect);
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += STEP_SECONDS) {
      await shop.advance(STEP_SECONDS * 1_000);
      await line.idle();
    }
  };
  const lives: Lives = new Map();
  let restore = (): void => {};
  let setBack = async (): Promise<void> => {};
  const note = (): void => {
    for (const [id, state] of Object.entries(shop.states())) {
      lives.set(id, (lives.get(id) ?? new Set()).add(state));
    }
  };
  try {
    for (const one of steps) {
      switch (one.do) {
        case 'pay':
          for (let turn = 0; turn <= one.many; turn += 1) shop.pay();
          break;
        case 'resolve': {
          const open = Object.entries(shop.states()).filter(([, state]) => OPEN.includes(state));
          const id = open[one.which % Math.max(1, open.length)]?.[0];
          if (id !== undefined) shop.resolve(id, one.state);
          break;
        }
        case 'wait':
          await pass(one.seconds);
          break;
        case 'line': {
          const fates = [...one.fates];
          line.fate = () => fates.shift() ?? 'works';
          break;
        }
        case 'restart':
          shop.restart();
          break;
        case 'back-up':
          restore = shop.backUp();
          break;
        case 'restore':
          restore();
          break;
        case 'keep':
          setBack = await chain.keep();
          break;
        case 'set-back':
          await setBack();
          break;
        case 'chain':
          shop.isSet = one.isSet;
          shop.till.wake();
          break;
      }
      note();
    }
    line.fate = () => 'works';
    shop.isSet = true;
    shop.till.wake();
    await pass(1_800);
    expectUnion(shop, await chain.payments(), lives);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
  } finally {
    await shop.close();
  }
}

/** As the database ranks them: of two ledgers the one that knew more has the last word. */
const RANKS: Readonly<Record<string, number>> = {
  nothing: 0,
  sent: 1,
  unknown: 2,
  rejected: 3,
  'by-hand-not-paid': 3,
};
const rankOf = (state: string): number => RANKS[state] ?? 4;

function expectUnion(
  shop: ChainShop,
  payments: readonly { readonly id: string; readonly state: string }[],
  lives: Lives,
): void {
  const told = new Map(payments.map(({ id, state }) => [id, state]));
  for (const [id, state] of Object.entries(shop.states())) {
    const said = told.get(id) ?? 'nothing';
    // An earlier ledger may have known better; otherwise it is this one's word.
    if (rankOf(said) <= rankOf(state)) expect([id, said]).toEqual([id, state]);
  }
  for (const [id, state] of told) expect(lives.get(id)).toContain(state);
}
