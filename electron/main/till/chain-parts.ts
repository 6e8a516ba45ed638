import { ok } from '../../../shared/contract/index.ts';
import { readLedgerIdentity } from '../../back-office/backup/index.ts';
import type { Reconciliation } from '../../back-office/reconciliation/index.ts';
import { getServiceStatus } from '../../back-office/status/index.ts';
import { createChainOwner } from '../../chain/owner/index.ts';
import { createChainGateway } from '../../chain/till/gateway/index.ts';
import { buildPushedTillStatus, createChainSync } from '../../chain/till/sync/index.ts';
import { createRowReader, type Database } from '../../ledger/index.ts';
import { getExportsFolder } from '../../platform/index.ts';
import type { CounterParts } from './counter-parts.ts';
import type { TillPorts } from './ports.ts';
import type { SharedParts } from './shared-parts.ts';

/** Creates the sync of one environment's till with its chain's database. */
export function createTillChainSync(
  ports: TillPorts,
  shared: SharedParts,
  counter: CounterParts,
  reconciliation: Reconciliation,
) {
  const { database, log } = ports;
  const { clock, connection, tillSettings } = shared;
  const { payments, refunds, bills, billCodes, printing } = counter;
  const gateway = createChainGateway({
    connectors: shared.chainConnectors,
    reconciliation,
    refreshers: {
      findPaymentId: ({ kind, key }) => findPaymentId(database, kind, key),
      refreshPayment: payments.refreshPayment,
      refreshRefund: refunds.refreshFromService,
      compareDay: reconciliation.compareDayAt,
      refreshBill: bills.refreshIfSaved,
    },
    billLayouts: billCodes,
    clock,
    log,
  });
  return createChainSync({
    ...gateway,
    database,
    // This computer's clock, which times the sync.
    clock: ports.clock,
    now: clock.now,
    log,
    isChainConfigured: () => tillSettings().chain !== undefined,
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
      buildPushedTillStatus(
        database,
        {
          applicationVersion: ports.applicationVersion,
          posNumber: tillSettings().posNumber,
          line: {
            service: {
              ...getServiceStatus(connection, clock.now()),
              fault: shared.connectionCheck.getFault(),
            },
            printer: printing.getState(),
          },
          certainlyPassedTime: connection.service()?.getSlowestServiceTime() ?? null,
        },
        options,
      ),
    onChange: shared.pageEvents.emitStatus,
    random: Math.random,
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
  return row === undefined ? null : createRowReader(row).text('id');
}

/** The owner's view of the chain. Opens no connection in advance; it connects on demand. */
export function createTillChainOwner(
  { settings, profileFolder, log }: TillPorts,
  shared: SharedParts,
) {
  const { tillSettings, storedSettings, language } = shared;
  const environment = () => tillSettings().environment;
  return createChainOwner({
    settings: () => {
      const { timeZone, chain = null } = storedSettings();
      return { timeZone, language: language(), chain };
    },
    vault: {
      read: async () => {
        const { officeUser: user, officePassword: password } =
          (await settings.readSecrets(environment())) ?? {};
        return user === undefined || password === undefined ? null : { user, password };
      },
      save: async (role) => {
        const currentSecrets = await settings.readSecrets(environment());
        if (role === null && currentSecrets?.officePassword === undefined) return ok(null);
        return await settings.changeSecrets(environment(), (secrets) => {
          const { officeUser: _user, officePassword: _password, ...remainingSecrets } = secrets;
          if (role === null) return remainingSecrets;
          return { ...remainingSecrets, officeUser: role.user, officePassword: role.password };
        });
      },
    },
    audit: shared.audit,
    clock: shared.clock,
    log,
    folder: getExportsFolder(profileFolder),
  });
}
