import { setTimeout as wait } from 'node:timers/promises';
import { connectChain } from '../../../electron/chain/till/client/index.ts';
import type { ChainConnectResult } from '../../../electron/chain/till/till/index.ts';
import {
  type CallFate,
  type Line,
  lineTo,
} from '../../../electron/chain/till/till/testing/index.ts';
import {
  createChain,
  type OwnCluster,
  startPostgres,
  type TestChain,
  type TestTill,
} from '../../support/postgres/index.ts';
import type { Random } from '../../support/random.ts';

/** A chain on a real PostgreSQL of its own, for runs in which everything goes wrong. */
export interface BrokenChain {
  readonly postgres: OwnCluster;
  readonly chain: TestChain;
  close(): Promise<void>;
}

export async function startBrokenChain(): Promise<BrokenChain> {
  const postgres = await startPostgres();
  const chain = await createChain(postgres);
  // In virtual time the runs are long past: nothing of them is to be shortened or left out.
  await chain.database.sql('UPDATE chain.keeping SET account_days = 40000, payment_days = 40000');
  return { postgres, chain, close: () => postgres.stop() };
}

/** What becomes of the database, once so many calls of tills have reached it. */
type Strike = 'kill' | 'freeze' | 'restart';

/** The line of one till to its chain's database, both of which break by chance. */
export interface BrokenLine {
  readonly address: TestTill;
  readonly line: Line;
  /** Draws what goes wrong from now on, in the database and on the way to it. */
  brew(): Promise<void>;
  /** The same for the database alone, after so many milliseconds. */
  strikeAfter(milliseconds: number): Promise<void>;
  /** The database runs, and nothing is lost. */
  mend(): Promise<void>;
}

const STRIKES: readonly (Strike | null)[] = [null, null, null, null, 'kill', 'freeze', 'restart'];
const FATES: readonly CallFate[] = [
  ...['works', 'works', 'works', 'works'],
  ...['never-arrives', 'answer-lost', 'answer-lost', 'doubled'],
] as const satisfies readonly CallFate[];
/** Nobody waits for a frozen server: what matters is that it was not waited for. */
const PATIENCE = { connectMs: 1_000, deadlineMs: 1_000 };

export async function openBrokenLine(
  { chain, postgres }: BrokenChain,
  random: Random,
): Promise<BrokenLine> {
  const address = await chain.enroll();
  let armed: { strike: Strike; calls: number; after: number } | null = null;
  let isDown = false;
  let striking: Promise<void> | null = null;

  const hit = async (strike: Strike, after: number): Promise<void> => {
    await wait(after);
    if (strike === 'restart') return postgres.restart();
    isDown = true;
    if (strike === 'kill') return postgres.kill();
    postgres.freeze();
  };

  const mend = async (): Promise<void> => {
    await striking;
    striking = null;
    armed = null;
    if (!isDown) return;
    isDown = false;
    postgres.thaw();
    await postgres.kill();
    await postgres.start();
  };

  const connect = async (): Promise<ChainConnectResult> => {
    const connected = await connectChain(address, PATIENCE);
    if (!connected.ok) return connected;
    const connection = connected.value;
    const query: typeof connection.query = (text, values, options) => {
      const answering = connection.query(text, values, options);
      if (armed !== null && --armed.calls <= 0) {
        const { strike, after } = armed;
        armed = null;
        striking = hit(strike, after);
      }
      return answering;
    };
    return { ok: true, value: { ...connection, query } };
  };

  const line = lineTo(connect);
  return {
    address,
    line,
    brew: async () => {
      await mend();
      const strike = random.pick(STRIKES);
      if (strike !== null) {
        armed = { strike, calls: random.between(1, 4), after: random.between(0, 3) };
      }
      const fates = Array.from({ length: random.between(0, 6) }, () => random.pick(FATES));
      line.fate = () => fates.shift() ?? 'works';
    },
    strikeAfter: async (milliseconds) => {
      await mend();
      const strike = random.pick(STRIKES);
      if (strike !== null) striking = hit(strike, milliseconds);
    },
    mend: async () => {
      line.fate = () => 'works';
      await mend();
    },
  };
}
