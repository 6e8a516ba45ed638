import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { ChainConnection } from '../../../electron/chain/client/index.ts';
import {
  createChainOtherTillPayments,
  type TillChainConnectors,
} from '../../../electron/chain/till/gateway/index.ts';
import { type ChainSync, createChainSync } from '../../../electron/chain/till/sync/index.ts';
import { createPlainStatus } from '../../../electron/chain/till/sync/testing/index.ts';
import { insertIntentRow, openTestLedger } from '../../../electron/ledger/testing/index.ts';
import { createUuid, silentLog, systemClock } from '../../../electron/platform/index.ts';
import type { TestTill } from '../../support/postgres/index.ts';
import type { SimulatedService } from './simulated-service.ts';
import { createBenchConnectors, createBenchGateway, type FirstDay } from './till-gateway.ts';

/** What all simulated tills measure together; replaced at the beginning of each phase. */
export interface TillMeasurements {
  /** From the beginning of the connection to the end of the push. */
  readonly pushMs: number[];
  /** The POS numbers of the tills whose push ended. */
  readonly pushedTills: Set<string>;
  readonly lookUpMs: number[];
  /** The kind of each problem with which a connection or a push failed. */
  readonly failures: string[];
}

export function createTillMeasurements(): TillMeasurements {
  return { pushMs: [], pushedTills: new Set(), lookUpMs: [], failures: [] };
}

/**
 * A till's ledger, its pushes and its questions about other tills, through the gateway with which a till
 * connects. Its payments are only rows, and its settings, key store and service are in memory.
 */
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
  {
    address,
    posNumber,
    firstDay,
  }: { readonly address: TestTill; readonly posNumber: string; readonly firstDay: FirstDay },
  service: Pick<SimulatedService, 'perform'>,
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

  const connectors = createBenchConnectors(address);

  const countFailure = async (
    connecting: ReturnType<TillChainConnectors['connectForSync']>,
  ): ReturnType<TillChainConnectors['connectForSync']> => {
    const connected = await connecting;
    if (!connected.ok) getMeasurements().failures.push(connected.problem.kind);
    return connected;
  };

  const measuredConnectors: TillChainConnectors = {
    ...connectors,
    connectForSync: async (options) => {
      const startedAt = performance.now();
      const connected = await countFailure(connectors.connectForSync(options));
      if (!connected.ok) return connected;
      return { ok: true, value: measurePush(connected.value, startedAt) };
    },
    connectForQueries: (options) => countFailure(connectors.connectForQueries(options)),
  };

  const measurePush = (connection: ChainConnection, startedAt: number): ChainConnection => ({
    ...connection,
    query: async (...query) => {
      const result = await connection.query(...query);
      if (!result.ok) getMeasurements().failures.push(result.problem.kind);
      return result;
    },
    end: async () => {
      const { pushMs, pushedTills } = getMeasurements();
      pushMs.push(performance.now() - startedAt);
      pushedTills.add(posNumber);
      await connection.end();
    },
  });

  const createSync = (): ChainSync =>
    createChainSync({
      ...createBenchGateway(measuredConnectors, firstDay),
      database,
      ledgerId: () => ledgerId,
      clock: systemClock,
      now: systemClock.now,
      log: silentLog,
      isChainConfigured: () => true,
      getChainKey: () => 'chain',
      buildStatus: (options) =>
        createPlainStatus(options, {
          pos: posNumber,
          until: options.isEverythingPushed ? Math.floor(systemClock.now() / 1_000) : null,
        }),
      onChange: () => {},
      random: Math.random,
    });
  const createLookUps = () =>
    createChainOtherTillPayments({
      isChainConfigured: () => true,
      connect: measuredConnectors.connectForQueries,
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
      const authorization = service.perform({ externalId: id, account, at });
      database.commit(() => {
        insertIntentRow(database, { id, at, account });
        database
          .prepare(
            `INSERT INTO outcomes (intent_id, state, authorization, transaction_created_at)
             VALUES (?, 'paid', ?, ?)`,
          )
          .run(id, authorization, at);
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
