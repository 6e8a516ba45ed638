import { createSerialQueue } from '../../../platform/index.ts';
import {
  type ChainConnection,
  ChainError,
  type ChainQuery,
  type ChainResult,
} from '../../till/client/index.ts';

export type ResultRow = Record<string, unknown>;

/** Everything of it throws a `ChainError` for what a network or a server can do. */
export interface OfficeDatabase {
  /** One call, on a connection that is kept and made again where it broke. */
  readonly query: ChainQuery;
  /** All of it or nothing, on a connection of its own; `snapshot` reads one moment alone. */
  transaction<T>(kind: 'snapshot' | 'write', work: (ask: ChainQuery) => Promise<T>): Promise<T>;
  /** Resolves within a second; what is under way fails. */
  end(): Promise<void>;
}

/** Raised by `hold_fence`: another process was elected since. */
const NO_LONGER_ELECTED = 'MS002';

export function isNoLongerElected(error: unknown): boolean {
  return error instanceof ChainError && error.problem.sqlState === NO_LONGER_ELECTED;
}

/** The same, or the day is no longer to be sent: the database has answered, and did nothing. */
export function isRefused(error: unknown): boolean {
  return (
    isNoLongerElected(error) || (error instanceof ChainError && error.problem.sqlState === 'MS003')
  );
}

export function openOfficeDatabase(
  connect: () => Promise<ChainResult<ChainConnection>>,
): OfficeDatabase {
  const open = new Set<ChainConnection>();
  let kept: Promise<ChainConnection> | null = null;
  let isEnded = false;
  const inTurn = createSerialQueue();

  const opened = async (): Promise<ChainConnection> => {
    const connection = getValueOrThrow(await connect());
    open.add(connection);
    if (isEnded) await close(connection);
    return connection;
  };
  const close = async (connection: ChainConnection): Promise<void> => {
    open.delete(connection);
    await connection.end();
  };
  const usable = async (): Promise<ChainConnection> => {
    const before = await kept?.catch(() => null);
    if (before?.isUsable() === true) return before;
    if (before != null) open.delete(before);
    kept = opened();
    return await kept;
  };

  return {
    query: (text, values, options) =>
      inTurn(async () => getValueOrThrow(await (await usable()).query(text, values, options))),
    transaction: async (kind, work) => {
      const connection = await opened();
      try {
        return getValueOrThrow(
          await connection.transaction(work, kind === 'snapshot' ? { isSnapshot: true } : {}),
        );
      } finally {
        await close(connection);
      }
    },
    end: async () => {
      isEnded = true;
      await Promise.all([...open].map(close));
    },
  };
}

function getValueOrThrow<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new ChainError(result.problem);
  return result.value;
}
