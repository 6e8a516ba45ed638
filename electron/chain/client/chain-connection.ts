import { type ChainAddress, parseDatabaseHost } from './chain-address.ts';
import {
  ChainError,
  type ChainProblem,
  type ChainResult,
  toChainProblem,
} from './chain-problem.ts';
import {
  type ChainQuery,
  type ChainQueryOptions,
  type HostSession,
  openHostSession,
} from './host-session.ts';

export interface ConnectToChainOptions {
  /** Timeout for each host, from the first byte to the completed login; 5 seconds by default. */
  readonly connectTimeoutMs?: number;
  /** Timeout for each query; 10 seconds by default. */
  readonly deadlineMs?: number;
  /** Set if the caller only reads: a read-only standby is then accepted. */
  readonly acceptsReadOnlyHost?: boolean;
  /** A host of the address that is tried first: the one that answered last time. */
  readonly preferredHost?: string | null;
  /** The server gets no password, and must prove that it knows it (SCRAM). */
  readonly mustProveItself?: boolean;
}

export interface ChainConnection {
  /** As written in the address. */
  readonly host: string;
  query(
    text: string,
    values?: readonly unknown[],
    options?: ChainQueryOptions,
  ): Promise<ChainResult<Record<string, unknown>[]>>;
  /**
   * Runs `work` in one transaction. An error thrown by `work` rolls it back: a `ChainError` becomes
   * the problem, any other error is rethrown. With `isSnapshot`, every statement reads the state at
   * the first one.
   */
  transaction<T>(
    work: (query: ChainQuery) => Promise<T>,
    options?: { readonly isSnapshot?: boolean },
  ): Promise<ChainResult<T>>;
  /** False once the connection is broken: the caller must open another. */
  isUsable(): boolean;
  /** Never rejects, and resolves within a second. */
  end(): Promise<void>;
}

/** The version of the database schema that this program calls (`electron/chain/schema`). */
export const SUPPORTED_CHAIN_SCHEMA_VERSION = 13;

const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
const DEFAULT_QUERY_TIMEOUT_MS = 10_000;

export async function connectToChain(
  address: ChainAddress,
  options: ConnectToChainOptions = {},
): Promise<ChainResult<ChainConnection>> {
  const {
    connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS,
    deadlineMs = DEFAULT_QUERY_TIMEOUT_MS,
    preferredHost = null,
    mustProveItself = false,
  } = options;
  const problems: ChainProblem[] = [];
  for (const name of sortHosts(address.hosts, preferredHost)) {
    try {
      const { host, port } = parseDatabaseHost(name);
      const session = await openHostSession(
        address,
        { host, port, name },
        { connectTimeoutMs, deadlineMs, mustProveItself },
      );
      const isAccepted = options.acceptsReadOnlyHost === true || (await isWritable(session));
      if (isAccepted) return { ok: true, value: createConnection(session) };
      await session.close();
      problems.push(toReadOnlyProblem(name));
    } catch (error) {
      problems.push(error instanceof ChainError ? error.problem : toChainProblem(error, name));
    }
  }
  return { ok: false, problem: selectProblem(problems) };
}

function sortHosts(hosts: readonly string[], first: string | null): readonly string[] {
  return first === null ? hosts : hosts.toSorted((a, b) => getRank(a) - getRank(b));
  function getRank(host: string): number {
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
  return { kind: 'read-only', detail: 'the host accepts no writes', sqlState: null, host };
}

/** Problems that a person can solve come before those that may pass without help. */
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
    (a, b) => PROBLEM_PRIORITY.indexOf(a.kind) - PROBLEM_PRIORITY.indexOf(b.kind),
  );
  return (
    first ?? { kind: 'failed', detail: 'the address names no host', sqlState: null, host: null }
  );
}

function createConnection(session: HostSession): ChainConnection {
  const toResult = async <T>(work: () => Promise<T>): Promise<ChainResult<T>> => {
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
      toResult(async () => session.query(text, values, options)),
    transaction: async (work, { isSnapshot = false } = {}) =>
      toResult(async () => {
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

/** Whether a missing function means that the database schema is older than this program. */
async function isOlderSchema(session: HostSession): Promise<boolean> {
  try {
    const [row] = await session.query('SELECT chain.version_v1() AS version');
    return Number(row?.version ?? 0) < SUPPORTED_CHAIN_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof ChainError) return true;
    throw error;
  }
}

/** If the connection is broken, the server rolls back without a ROLLBACK. */
async function rollBack(session: HostSession): Promise<void> {
  if (!session.isUsable()) return;
  try {
    await session.query('ROLLBACK');
  } catch {
    // The error of `work` is the one to report, and closing the session discards the transaction.
    await session.close();
  }
}
