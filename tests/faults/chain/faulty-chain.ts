import { setTimeout as wait } from 'node:timers/promises';
import { connectToChain } from '../../../electron/chain/client/index.ts';
import type { ChainConnectResult } from '../../../electron/chain/till/sync/index.ts';
import {
  type CallFate,
  createFaultyConnection,
  type FaultyConnection,
} from '../../../electron/chain/till/sync/testing/index.ts';
import {
  createChain,
  type OwnCluster,
  startPostgres,
  type TestChain,
  type TestTill,
} from '../../support/postgres/index.ts';
import type { Random } from '../../support/random.ts';

/** A chain on its own real PostgreSQL, for runs with faults. */
export interface FaultyChain {
  readonly postgres: OwnCluster;
  readonly chain: TestChain;
  close(): Promise<void>;
}

export async function startFaultyChain(): Promise<FaultyChain> {
  const postgres = await startPostgres();
  const chain = await createChain(postgres);
  // In virtual time the runs are in the past: without this, their rows would be shortened or
  // deleted.
  await chain.database.sql('UPDATE chain.keeping SET account_days = 40000, payment_days = 40000');
  return { postgres, chain, close: () => postgres.stop() };
}

/** What happens to the database after so many calls of tills. */
type DatabaseFault = 'kill' | 'freeze' | 'restart';

/** The connection of one till to its chain's database, both of which fail at random. */
export interface FaultyTillConnection {
  readonly address: TestTill;
  readonly line: FaultyConnection;
  /** Draws the next faults of the database and of the connection to it. */
  drawFaults(): Promise<void>;
  /** Ends all faults; the database runs. */
  endFaults(): Promise<void>;
}

const DATABASE_FAULTS: readonly (DatabaseFault | null)[] = [
  null,
  null,
  null,
  null,
  'kill',
  'freeze',
  'restart',
];
const CALL_FATES: readonly CallFate[] = [
  ...['works', 'works', 'works', 'works'],
  ...['never-arrives', 'answer-lost', 'answer-lost', 'doubled'],
] as const satisfies readonly CallFate[];
/** Short timeouts: the tests check that the till does not wait for a frozen server. */
const CONNECT_OPTIONS = { connectTimeoutMs: 1_000, deadlineMs: 1_000 };

export async function openFaultyTillConnection(
  { chain, postgres }: FaultyChain,
  random: Random,
): Promise<FaultyTillConnection> {
  const address = await chain.enrollTill();
  let armedFault: { strike: DatabaseFault; calls: number; after: number } | null = null;
  let isDown = false;
  let faultApplied: Promise<void> | null = null;

  const applyFault = async (strike: DatabaseFault, delayMs: number): Promise<void> => {
    await wait(delayMs);
    if (strike === 'restart') return postgres.restart();
    isDown = true;
    if (strike === 'kill') return postgres.kill();
    postgres.freeze();
  };

  const endFaults = async (): Promise<void> => {
    await faultApplied;
    faultApplied = null;
    armedFault = null;
    if (!isDown) return;
    isDown = false;
    postgres.thaw();
    await postgres.kill();
    await postgres.start();
  };

  const connect = async (): Promise<ChainConnectResult> => {
    const result = await connectToChain(address, CONNECT_OPTIONS);
    if (!result.ok) return result;
    const connection = result.value;
    const query: typeof connection.query = (text, values, options) => {
      const answer = connection.query(text, values, options);
      if (armedFault !== null && --armedFault.calls <= 0) {
        const { strike, after } = armedFault;
        armedFault = null;
        faultApplied = applyFault(strike, after);
      }
      return answer;
    };
    return { ok: true, value: { ...connection, query } };
  };

  const line = createFaultyConnection(connect);
  return {
    address,
    line,
    drawFaults: async () => {
      await endFaults();
      const strike = random.pick(DATABASE_FAULTS);
      if (strike !== null) {
        armedFault = { strike, calls: random.between(1, 4), after: random.between(0, 3) };
      }
      const fates = Array.from({ length: random.between(0, 6) }, () => random.pick(CALL_FATES));
      line.fate = () => fates.shift() ?? 'works';
    },
    endFaults: async () => {
      line.fate = () => 'works';
      await endFaults();
    },
  };
}
