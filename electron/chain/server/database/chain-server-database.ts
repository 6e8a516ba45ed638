import { createSerialQueue } from '../../../platform/index.ts';
import {
  type ChainConnection,
  ChainError,
  type ChainQuery,
  type ChainResult,
} from '../../client/index.ts';

export type ResultRow = Record<string, unknown>;

/** Every method throws a `ChainError` for network and server errors. */
export interface ChainServerDatabase {
  /** Runs one query on a shared connection, which is reopened after a failure. */
  readonly query: ChainQuery;
  /**
   * Runs `work` in a transaction on its own connection; `snapshot` reads the state of one moment.
   */
  transaction<T>(kind: 'snapshot' | 'write', work: (query: ChainQuery) => Promise<T>): Promise<T>;
  /** Resolves within a second; running queries fail. */
  end(): Promise<void>;
}

/** Raised by `hold_fence`: another process was elected meanwhile. */
const NO_LONGER_ELECTED = 'MS002';

export function isNoLongerElectedError(error: unknown): boolean {
  return error instanceof ChainError && error.problem.sqlState === NO_LONGER_ELECTED;
}

/**
 * True if another process was elected, or if the day must not be sent any more: the database
 * answered and changed nothing.
 */
export function isWriteRefusedError(error: unknown): boolean {
  return (
    isNoLongerElectedError(error) ||
    (error instanceof ChainError && error.problem.sqlState === 'MS003')
  );
}

export function openChainServerDatabase(
  connect: () => Promise<ChainResult<ChainConnection>>,
): ChainServerDatabase {
  const openConnections = new Set<ChainConnection>();
  let sharedConnection: Promise<ChainConnection> | null = null;
  let isEnded = false;
  const runSerially = createSerialQueue();

  const openConnection = async (): Promise<ChainConnection> => {
    const connection = getValueOrThrow(await connect());
    openConnections.add(connection);
    if (isEnded) await closeConnection(connection);
    return connection;
  };
  const closeConnection = async (connection: ChainConnection): Promise<void> => {
    openConnections.delete(connection);
    await connection.end();
  };
  const getSharedConnection = async (): Promise<ChainConnection> => {
    const current = await sharedConnection?.catch(() => null);
    if (current?.isUsable() === true) return current;
    if (current != null) openConnections.delete(current);
    sharedConnection = openConnection();
    return await sharedConnection;
  };

  return {
    query: (text, values, options) =>
      runSerially(async () =>
        getValueOrThrow(await (await getSharedConnection()).query(text, values, options)),
      ),
    transaction: async (kind, work) => {
      const connection = await openConnection();
      try {
        return getValueOrThrow(
          await connection.transaction(work, kind === 'snapshot' ? { isSnapshot: true } : {}),
        );
      } finally {
        await closeConnection(connection);
      }
    },
    end: async () => {
      isEnded = true;
      await Promise.all([...openConnections].map(closeConnection));
    },
  };
}

function getValueOrThrow<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new ChainError(result.problem);
  return result.value;
}
