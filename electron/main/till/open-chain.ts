import { readLedgerIdentity } from '../../back-office/backup/index.ts';
import type { Reconciliation } from '../../back-office/reconciliation/index.ts';
import type { Status } from '../../back-office/status/index.ts';
import { type ChainGateway, createChainGateway } from '../../chain/till/gateway/index.ts';
import {
  buildChainStatus,
  type ChainSync,
  type ChainSyncPorts,
  createChainSync,
} from '../../chain/till/sync/index.ts';
import type { Bills } from '../../counter/bills/index.ts';
import type { Payments } from '../../counter/payments/index.ts';
import type { Refunds } from '../../counter/refunds/index.ts';
import { type Database, readRow } from '../../ledger/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { Settings, TillSettings } from '../../settings/index.ts';
import type { SharedParts } from './open-payment-parts.ts';

/**
 * Opens the sync of a till with its chain. Must run before any part of the till writes to the
 * ledger, because the chain triggers record those writes.
 */
export function openChain(
  shared: Pick<SharedParts, 'database' | 'clock' | 'log' | 'tillSettings' | 'connection'>,
  parts: Pick<ChainSyncPorts, 'connect' | 'onHello' | 'onNotice'> & {
    readonly applicationVersion: string;
    /** This computer's clock, which times the sync. */
    readonly ownClock: Clock;
    /** A getter, because the status is opened later. */
    readonly buildStatus: () => Status;
    readonly onChange: () => void;
  },
): ChainSync {
  const { database, clock, log, tillSettings, connection } = shared;
  return createChainSync({
    ...parts,
    database,
    clock: parts.ownClock,
    now: clock.now,
    log,
    isSet: () => tillSettings().chain !== undefined,
    getChainKey: () => {
      const { hosts, database: name, user } = tillSettings().chain ?? {};
      return JSON.stringify([hosts, name, user]);
    },
    ledgerId: () => {
      const identity = readLedgerIdentity(database);
      if (identity === null) throw new Error('the ledger has no identity yet');
      return identity.id;
    },
    buildStatus: (options) =>
      buildChainStatus(
        database,
        {
          applicationVersion: parts.applicationVersion,
          posNumber: tillSettings().posNumber,
          line: parts.buildStatus().getLine(),
          passedTime: connection.service()?.getSlowestServiceTime() ?? null,
        },
        options,
      ),
    random: Math.random,
  });
}

/** The parts that the gateway refreshes; they are opened after it. */
interface NoticeTargets {
  readonly payments: Pick<Payments, 'refreshPayment'>;
  readonly refunds: Pick<Refunds, 'readAgain'>;
  readonly bills: Pick<Bills, 'readAgain'>;
  readonly reconciliation: Pick<
    Reconciliation,
    'getHandover' | 'setChainFrom' | 'state' | 'compareDayAt'
  >;
}

/** The gateway between one environment's till and its chain's database. */
export function openChainGuard(
  ports: {
    readonly database: Database;
    readonly clock: Clock;
    readonly log: Log;
    readonly tillSettings: () => TillSettings;
  },
  settings: Settings,
  getTargets: () => NoticeTargets,
): ChainGateway {
  return createChainGateway({
    ...ports,
    settings,
    reconciliation: () => getTargets().reconciliation,
    refreshers: {
      findPaymentId: ({ kind, key }) => findPaymentId(ports.database, kind, key),
      refreshPayment: (paymentId) => getTargets().payments.refreshPayment(paymentId),
      refreshRefund: (paymentId) => getTargets().refunds.readAgain(paymentId),
      compareDay: (atSeconds) => getTargets().reconciliation.compareDayAt(atSeconds),
      refreshBill: (billId) => getTargets().bills.readAgain(billId),
    },
  });
}

function findPaymentId(
  database: Pick<Database, 'prepare'>,
  kind: 'transaction' | 'external-id',
  key: string,
): string | null {
  const sql =
    kind === 'transaction'
      ? `SELECT i.id FROM outcomes o CROSS JOIN intents i ON i.id = o.intent_id
         WHERE o.authorization = ? AND i.kind <> 'cancel' LIMIT 1`
      : "SELECT id FROM intents WHERE external_id = ? AND kind <> 'cancel' LIMIT 1";
  const row = database.prepare(sql).get(key);
  return row === undefined ? null : readRow(row).text('id');
}
