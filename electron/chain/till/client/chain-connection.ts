import { type ChainAddress, parseHost } from './chain-address.ts';
import {
  ChainError,
  type ChainProblem,
  type ChainResult,
  toChainProblem,
} from './chain-problem.ts';
import {
  type ChainQuery,
  type HostSession,
  openSession,
  type QueryOptions,
} from './host-session.ts';

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

/** The version of the database that this program's calls are of (`electron/chain/till/schema`). */
export const SUPPORTED_SCHEMA_VERSION = 2;

const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
const DEFAULT_QUERY_TIMEOUT_MS = 10_000;

export async function connectChain(
  address: ChainAddress,
  options: ChainConnectOptions = {},
): Promise<ChainResult<ChainConnection>> {
  const {
    connectMs = DEFAULT_CONNECT_TIMEOUT_MS,
    deadlineMs = DEFAULT_QUERY_TIMEOUT_MS,
    first = null,
  } = options;
  const problems: ChainProblem[] = [];
  for (const name of sortHosts(address.hosts, first)) {
    try {
      const { host, port } = parseHost(name);
      const session = await openSession(address, { host, port, name }, { connectMs, deadlineMs });
      const isOurs = options.mayBeReadOnly === true || (await isWritable(session));
      if (isOurs) return { ok: true, value: createConnection(session) };
      await session.close();
      problems.push(toReadOnlyProblem(name));
    } catch (error) {
      problems.push(error instanceof ChainError ? error.problem : toChainProblem(error, name));
    }
  }
  return { ok: false, problem: selectProblem(problems) };
}

function sortHosts(hosts: readonly string[], first: string | null): readonly string[] {
  return first === null ? hosts : hosts.toSorted((one, other) => rank(one) - rank(other));
  function rank(host: string): number {
    return host === first ? 0 : 1;
  }
}

async function isWritable(session: HostSession): Promise<boolean> {
  try {
    const [row] = await session.query('SHOW transaction_read_only');
    return row?.transaction_read_only === 'off';
  } catch (error) {
    await session.close();
    throw error;
  }
}

function toReadOnlyProblem(host: string): ChainProblem {
  return { kind: 'read-only', detail: 'the host takes no writes', sqlState: null, host };
}

/** What one can do something about, before what may pass by itself. */
const PROBLEM_PRIORITY: readonly ChainProblem['kind'][] = [
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

function selectProblem(problems: readonly ChainProblem[]): ChainProblem {
  const [first] = problems.toSorted(
    (one, other) => PROBLEM_PRIORITY.indexOf(one.kind) - PROBLEM_PRIORITY.indexOf(other.kind),
  );
  return (
    first ?? { kind: 'failed', detail: 'the address names no host', sqlState: null, host: null }
  );
}

function createConnection(session: HostSession): ChainConnection {
  const attempt = async <T>(work: () => Promise<T>): Promise<ChainResult<T>> => {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      const { problem } = error;
      const isOlder = problem.kind === 'newer' && (await isOlderSchema(session));
      return { ok: false, problem: isOlder ? { ...problem, kind: 'older' } : problem };
    }
  };
  return {
    host: session.host,
    query: async (text, values, options) =>
      attempt(async () => session.query(text, values, options)),
    transaction: async (work, { isSnapshot = false } = {}) =>
      attempt(async () => {
        await session.query(isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN');
        try {
          const value = await work(session.query);
          await session.query('COMMIT');
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
async function isOlderSchema(session: HostSession): Promise<boolean> {
  try {
    const [row] = await session.query('SELECT chain.version_v1() AS version');
    return Number(row?.version ?? 0) < SUPPORTED_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof ChainError) return true;
    throw error;
  }
}

/** A connection that cannot roll back has broken: its server does it by itself. */
async function rollBack(session: HostSession): Promise<void> {
  if (!session.isUsable()) return;
  try {
    await session.query('ROLLBACK');
  } catch {
    // What the work failed with is what counts, and nothing of it stays in a session that ends.
    await session.close();
  }
}
