import type { ChainConnection } from '../../../electron/chain/client/index.ts';
import {
  type ChainConnectResult,
  type ChainSync,
  createChainSync,
} from '../../../electron/chain/till/sync/index.ts';
import { createPlainStatus } from '../../../electron/chain/till/sync/testing/index.ts';
import { silentLog, toIsoTime, type VirtualClock } from '../../../electron/platform/index.ts';
import type { Random } from '../../support/random.ts';
import type { Till } from '../support/fault-till.ts';

/**
 * The part that syncs with the chain in one run of the program; it ends with the program, wherever
 * that is.
 */
export interface Reporter {
  onLedgerChanged(): void;
  /** Whether the till believes that the chain has everything. */
  isAllSent(): boolean;
  /** Closes the reporter in order. */
  stop(): Promise<void>;
  /** Closes the connections of a program that has ended. */
  disconnect(): void;
}

export function openReporter(
  { database, steps }: Pick<Till, 'database' | 'steps'>,
  clock: VirtualClock,
  connect: () => Promise<ChainConnectResult>,
  random: Random,
): Reporter {
  const openConnections = new Set<ChainConnection>();
  database.commit(() =>
    database
      .prepare(`INSERT INTO ledger_identity VALUES (1, ?, 'sandbox', ?) ON CONFLICT DO NOTHING`)
      .run(random.uuid(), toIsoTime(clock.now())),
  );
  const ledgerId = String(database.prepare('SELECT id FROM ledger_identity').get()?.id);
  const never = new Promise<never>(() => {});

  /** An await of a program that has ended never resolves. */
  const connectWhileRunning = async (): Promise<ChainConnectResult> => {
    const result = await connect();
    if (!result.ok) return steps.hasEnded ? await never : result;
    const connection = result.value;
    if (steps.hasEnded) {
      void connection.end();
      return await never;
    }
    openConnections.add(connection);
    return {
      ok: true,
      value: {
        ...connection,
        query: async (text, values, options) => {
          const answer = await connection.query(text, values, options);
          return steps.hasEnded ? await never : answer;
        },
        end: async () => {
          openConnections.delete(connection);
          await connection.end();
        },
      },
    };
  };

  const till: ChainSync = createChainSync({
    database,
    ledgerId: () => ledgerId,
    clock: {
      ...clock,
      after: (milliseconds, callback) =>
        clock.after(milliseconds, () => {
          if (!steps.hasEnded) callback();
        }),
    },
    now: clock.now,
    log: silentLog,
    isChainConfigured: () => true,
    getChainKey: () => 'chain',
    connect: connectWhileRunning,
    onSessionStarted: async () => {},
    onNotice: async () => true,
    buildStatus: (problem) => createPlainStatus(problem),
    onChange: () => {},
    random: random.next,
  });
  till.start();
  return {
    onLedgerChanged: till.onLedgerChanged,
    isAllSent: () => {
      const statusLine = till.getStatusLine();
      return statusLine?.light === 'sent' && statusLine.unsent === 0;
    },
    stop: till.stop,
    disconnect: () => {
      for (const connection of openConnections) void connection.end();
      openConnections.clear();
    },
  };
}
