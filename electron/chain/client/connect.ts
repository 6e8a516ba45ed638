import { type ChainAddress, readHost } from './address.ts';
import { ChainError, type ChainProblem, type ChainResult, problemOf } from './problems.ts';
import { type ChainQuery, type HostSession, openSession, type QueryOptions } from './session.ts';

export interface ChainConnectOptions {
  /** For each host, from its first byte until it has let us in; 5 seconds where it is left out. */
  readonly connectMs?: number;
  /** For each call; 10 seconds where it is left out. */
  readonly deadlineMs?: number;
  /** Whoever only reads is content with a standby. */
  readonly mayBeReadOnly?: boolean;
  /** Of the address: the host that answered last time is tried first. */
  readonly first?: string | null;
}

export interface ChainConnection {
  /** As the address names it. */
  readonly host: string;
  query(
    text: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<ChainResult<Record<string, unknown>[]>>;
  /**
   * All of it or nothing. What the work throws rolls it back: a `ChainError` becomes the problem,
   * anything else is thrown on. `snapshot` reads all of it as it was at its first statement.
   */
  transaction<T>(
    work: (ask: ChainQuery) => Promise<T>,
    options?: { readonly isSnapshot?: boolean },
  ): Promise<ChainResult<T>>;
  /** False once it has broken: another one has to be made. */
  isUsable(): boolean;
  /** Never fails, and never takes longer than a second. */
  end(): Promise<void>;
}

/** The version of the database that this program's calls are of (`electron/chain/schema`). */
export const KNOWN_SCHEMA = 2;

const CONNECT_MS = 5_000;
const DEADLINE_MS = 10_000;

export async function connectChain(
  address: ChainAddress,
  options: ChainConnectOptions = {},
): Promise<ChainResult<ChainConnection>> {
  const { connectMs = CONNECT_MS, deadlineMs = DEADLINE_MS, first = null } = options;
  const problems: ChainProblem[] = [];
  for (const name of inOrder(address.hosts, first)) {
    try {
      const { host, port } = readHost(name);
      const session = await openSession(address, { host, port, name }, { connectMs, deadlineMs });
      const isOurs = options.mayBeReadOnly === true || (await takesWrites(session));
      if (isOurs) return { ok: true, value: connectionOf(session) };
      await session.close();
      problems.push(readOnly(name));
    } catch (error) {
      problems.push(error instanceof ChainError ? error.problem : problemOf(error, name));
    }
  }
  return { ok: false, problem: mostTelling(problems) };
}

function inOrder(hosts: readonly string[], first: string | null): readonly string[] {
  return first === null ? hosts : hosts.toSorted((one, other) => rank(one) - rank(other));
  function rank(host: string): number {
    return host === first ? 0 : 1;
  }
}

async function takesWrites(session: HostSession): Promise<boolean> {
  try {
    const [row] = await session.ask('SHOW transaction_read_only');
    return row?.transaction_read_only === 'off';
  } catch (error) {
    await session.close();
    throw error;
  }
}

function readOnly(host: string): ChainProblem {
  return { kind: 'read-only', detail: 'the host takes no writes', sqlState: null, host };
}

/** What one can do something about, before what may pass by itself. */
const TELLING: readonly ChainProblem['kind'][] = [
  'refused',
  'wrong-certificate',
  'newer',
  'older',
  'session-taken',
  'other-environment',
  'full',
  'too-many',
  'failed',
  'read-only',
  'unreachable',
];

function mostTelling(problems: readonly ChainProblem[]): ChainProblem {
  const [first] = problems.toSorted(
    (one, other) => TELLING.indexOf(one.kind) - TELLING.indexOf(other.kind),
  );
  return (
    first ?? { kind: 'failed', detail: 'the address names no host', sqlState: null, host: null }
  );
}

function connectionOf(session: HostSession): ChainConnection {
  const attempt = async <T>(work: () => Promise<T>): Promise<ChainResult<T>> => {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      const { problem } = error;
      const isOlder = problem.kind === 'newer' && (await isOfEarlierVersion(session));
      return { ok: false, problem: isOlder ? { ...problem, kind: 'older' } : problem };
    }
  };
  return {
    host: session.host,
    query: async (text, values, options) => attempt(async () => session.ask(text, values, options)),
    transaction: async (work, { isSnapshot = false } = {}) =>
      attempt(async () => {
        await session.ask(isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN');
        try {
          const value = await work(session.ask);
          await session.ask('COMMIT');
          return value;
        } catch (error) {
          await rollBack(session);
          throw error;
        }
      }),
    isUsable: () => session.isUsable(),
    end: async () => session.close(),
  };
}

/** Of a function that is missing: whether it will only come with a later version of the database. */
async function isOfEarlierVersion(session: HostSession): Promise<boolean> {
  try {
    const [row] = await session.ask('SELECT chain.version_v1() AS version');
    return Number(row?.version ?? 0) < KNOWN_SCHEMA;
  } catch (error) {
    if (error instanceof ChainError) return true;
    throw error;
  }
}

/** A connection that cannot roll back has broken: its server does it by itself. */
async function rollBack(session: HostSession): Promise<void> {
  if (!session.isUsable()) return;
  try {
    await session.ask('ROLLBACK');
  } catch {
    // What the work failed with is what counts, and nothing of it stays in a session that ends.
    await session.close();
  }
}
