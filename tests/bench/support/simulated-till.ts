import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type ChainConnection, connectToChain } from '../../../electron/chain/client/index.ts';
import { createChainOtherTillPayments } from '../../../electron/chain/till/gateway/index.ts';
import { type ChainSync, createChainSync } from '../../../electron/chain/till/sync/index.ts';
import { createPlainStatus } from '../../../electron/chain/till/sync/testing/index.ts';
import { insertIntentRow, openTestLedger } from '../../../electron/ledger/testing/index.ts';
import { createUuid, silentLog, systemClock } from '../../../electron/platform/index.ts';
import type { TestTill } from '../../support/postgres/index.ts';

/** What all simulated tills measure together; replaced at the beginning of each phase. */
export interface TillMeasurements {
  /** From the beginning of the connection to the end of the push. */
  readonly pushMs: number[];
  readonly lookUpMs: number[];
  /** The kind of each problem with which a connection or a push failed. */
  readonly failures: string[];
}

export function createTillMeasurements(): TillMeasurements {
  return { pushMs: [], lookUpMs: [], failures: [] };
}

/** A till's ledger, its pushes and its questions about other tills; its payments are only rows. */
export interface SimulatedTill {
  /** The shop opens: the first push follows within 15 seconds. */
  open(): void;
  /** Asks what other tills were paid, as each payment does, and writes a paid payment. */
  pay(): Promise<void>;
  /** The shop closes, and the till pushes its closing status. */
  close(): Promise<void>;
  /** Releases the ledger. */
  end(): void;
}

const MAX_ACCOUNT = 1e12;

export function createSimulatedTill(
  folder: string,
  { address, posNumber }: { readonly address: TestTill; readonly posNumber: string },
  getMeasurements: () => TillMeasurements,
): SimulatedTill {
  const database = openTestLedger(join(folder, `${address.user}.sqlite`));
  const ledgerId = createUuid();
  database.commit(() => {
    const at = new Date().toISOString();
    database
      .prepare('INSERT INTO cashiers (id, name, role, pin_hash, created_at) VALUES (?, ?, ?, ?, ?)')
      .run('ana', 'Ana', 'cashier', '', at);
    database
      .prepare('INSERT INTO shifts (id, number, opened_at, opened_by) VALUES (?, 1, ?, ?)')
      .run('shift', at, 'ana');
    database
      .prepare('INSERT INTO ledger_identity VALUES (1, ?, ?, ?)')
      .run(ledgerId, 'sandbox', at);
  });

  const connect = async (
    options?: Parameters<typeof connectToChain>[1],
  ): ReturnType<typeof connectToChain> => {
    const connected = await connectToChain(address, options);
    if (!connected.ok) getMeasurements().failures.push(connected.problem.kind);
    return connected;
  };

  const connectForPush = async (): ReturnType<typeof connectToChain> => {
    const startedAt = performance.now();
    const connected = await connect();
    if (!connected.ok) return connected;
    return { ok: true, value: measurePush(connected.value, startedAt) };
  };

  const measurePush = (connection: ChainConnection, startedAt: number): ChainConnection => ({
    ...connection,
    query: async (...query) => {
      const result = await connection.query(...query);
      if (!result.ok) getMeasurements().failures.push(result.problem.kind);
      return result;
    },
    end: async () => {
      getMeasurements().pushMs.push(performance.now() - startedAt);
      await connection.end();
    },
  });

  const createSync = (): ChainSync =>
    createChainSync({
      database,
      ledgerId: () => ledgerId,
      clock: systemClock,
      now: systemClock.now,
      log: silentLog,
      isChainConfigured: () => true,
      getChainKey: () => 'chain',
      connect: connectForPush,
      onSessionStarted: async () => {},
      onNotice: async () => true,
      buildStatus: (options) => createPlainStatus(options, { pos: posNumber }),
      onChange: () => {},
      random: Math.random,
    });
  const createLookUps = () =>
    createChainOtherTillPayments({
      isChainConfigured: () => true,
      connect,
      clock: systemClock,
      log: silentLog,
    });

  let sync: ChainSync | null = null;
  let lookUps: ReturnType<typeof createLookUps> | null = null;
  return {
    open: () => {
      sync = createSync();
      lookUps = createLookUps();
      sync.start();
    },
    pay: async () => {
      const account = String(randomInt(MAX_ACCOUNT / 10, MAX_ACCOUNT));
      const startedAt = performance.now();
      await lookUps?.listPaymentsOfLastDay({ billerId: 40, accountNumber: account });
      getMeasurements().lookUpMs.push(performance.now() - startedAt);
      const id = createUuid();
      const at = new Date().toISOString();
      database.commit(() => {
        insertIntentRow(database, { id, at, account });
        database
          .prepare(
            `INSERT INTO outcomes (intent_id, state, transaction_created_at) VALUES (?, 'paid', ?)`,
          )
          .run(id, at);
      });
      sync?.onLedgerChanged();
    },
    close: async () => {
      await lookUps?.stop();
      await sync?.stop();
    },
    end: () => database.close(),
  };
}
