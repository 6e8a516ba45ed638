import type { ChainConnection } from '../../../electron/chain/till/client/index.ts';
import {
  type ChainConnectResult,
  type ChainSync,
  createChainSync,
} from '../../../electron/chain/till/till/index.ts';
import { plainStatus } from '../../../electron/chain/till/till/testing/index.ts';
import { silentLog, toIsoTime, type VirtualClock } from '../../../electron/platform/index.ts';
import type { Random } from '../../support/random.ts';
import type { Till } from '../support/fault-till.ts';

/** What tells the chain in one run of the program: it ends with the program, wherever that is. */
export interface Reporter {
  changed(): void;
  /** Whether the chain has everything, as the till believes. */
  isAllSent(): boolean;
  /** The program is closed in order. */
  stop(): Promise<void>;
  /** The program has ended: its connections go with it. */
  cut(): void;
}

export function openReporter(
  { database, steps }: Pick<Till, 'database' | 'steps'>,
  clock: VirtualClock,
  connect: () => Promise<ChainConnectResult>,
  random: Random,
): Reporter {
  const open = new Set<ChainConnection>();
  database.commit(() =>
    database
      .prepare(`INSERT INTO ledger_identity VALUES (1, ?, 'sandbox', ?) ON CONFLICT DO NOTHING`)
      .run(random.uuid(), toIsoTime(clock.now())),
  );
  const ledgerId = String(database.prepare('SELECT id FROM ledger_identity').get()?.id);
  const never = new Promise<never>(() => {});

  /** What an ended program waits for never comes. */
  const connectInLife = async (): Promise<ChainConnectResult> => {
    const connected = await connect();
    if (!connected.ok) return steps.hasEnded ? await never : connected;
    const connection = connected.value;
    if (steps.hasEnded) {
      void connection.end();
      return await never;
    }
    open.add(connection);
    return {
      ok: true,
      value: {
        ...connection,
        query: async (text, values, options) => {
          const answer = await connection.query(text, values, options);
          return steps.hasEnded ? await never : answer;
        },
        end: async () => {
          open.delete(connection);
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
    isSet: () => true,
    getChainKey: () => 'chain',
    connect: connectInLife,
    onHello: async () => {},
    onHint: async () => true,
    status: (how) => plainStatus(how),
    onChange: () => {},
    random: random.next,
  });
  till.start();
  return {
    changed: till.onLedgerChanged,
    isAllSent: () => {
      const light = till.getStatusLine();
      return light?.light === 'sent' && light.unsent === 0;
    },
    stop: till.stop,
    cut: () => {
      for (const connection of open) void connection.end();
      open.clear();
    },
  };
}
