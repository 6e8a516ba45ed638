import type { Language } from '../../../shared/contract/index.ts';
import type { BackupService } from '../../back-office/backup/index.ts';
import type { Reconciliation } from '../../back-office/reconciliation/index.ts';
import {
  createShopAccount,
  type ShopAccount,
  type Status,
} from '../../back-office/status/index.ts';
import type { ChainGateway } from '../../chain/till/gateway/index.ts';
import type { ChainSync } from '../../chain/till/sync/index.ts';
import type { TimeBounds } from '../../counter/customers/index.ts';
import { type Audit, createAudit } from '../../ledger/audit/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { TillSettings } from '../../settings/index.ts';
import type { Emit } from '../ipc/index.ts';
import { openChain, openChainGuard } from './open-chain.ts';
import { openCustomerScreen } from './open-customer-screen.ts';
import { openPaymentParts, type SharedParts } from './open-payment-parts.ts';
import { openStaff } from './open-staff.ts';
import { openStatus } from './open-status.ts';
import { createPageEvents } from './page-events.ts';
import { toAccountSettings } from './part-settings.ts';
import type { OpenTillPorts } from './ports.ts';
import { createServiceConnection, type ServiceConnection } from './service-connection.ts';

/**
 * The parts of the counter: the session, the payments, and the views of the page and the customer.
 */
export interface OpenCounter {
  readonly shared: SharedParts;
  readonly chain: ChainSync;
  readonly chainGuard: ChainGateway;
  readonly staffParts: ReturnType<typeof openStaff>;
  readonly parts: ReturnType<typeof openPaymentParts>;
  readonly customerScreenParts: ReturnType<typeof openCustomerScreen>;
  readonly shopAccount: ShopAccount;
  readonly status: Status;
}

/** Parts of the till that are opened after the counter, which uses them only later. */
interface LateParts {
  readonly reconciliation: Reconciliation;
  readonly backups: Pick<BackupService, 'getLastFailure'>;
}

export function openCounter(
  ports: OpenTillPorts,
  tillSettings: () => TillSettings,
  getLateParts: () => LateParts,
): OpenCounter {
  const { database, newId, log } = ports;
  // The service's time is used for all written and compared times: a computer whose clock is wrong,
  // or is corrected, must not make a payment look old or a shift begin after its payments. Only the
  // service's client gets this computer's clock.
  const clock: Clock = {
    ...ports.clock,
    now: () => connection.service()?.getRequestDate() ?? ports.clock.now(),
  };
  const emit: Emit = (name, payload) => {
    ports.emit(name, payload);
    if (name === 'payments.changed' || name === 'cash.changed') chain.onLedgerChanged();
    if (name === 'payments.changed' || name === 'basket.changed')
      customerScreenParts.customerScreen.handleSaleChange();
  };
  const pageEvents = createPageEvents({ emit, line: () => status.getLine(), log });
  const { emitStatus } = pageEvents;

  const connection = createServiceConnection({
    ...ports,
    tillSettings,
    onHealth: () => {
      getLateParts().reconciliation.onServiceAnswered();
      emitStatus();
    },
    onChange: emitStatus,
    onConnected: () => {
      parts.payments.start();
      parts.refunds.start();
      parts.catalog.start();
      shopAccount.start();
    },
  });

  const chainGuard = openChainGuard({ database, clock, log, tillSettings }, ports.settings, () => ({
    ...parts,
    ...getLateParts(),
  }));
  const chain = openChain(
    { database, clock, log, tillSettings, connection },
    {
      ...chainGuard,
      applicationVersion: ports.applicationVersion,
      ownClock: ports.clock,
      buildStatus: () => status,
      onChange: emitStatus,
    },
  );
  const audit: Audit = createAudit({ database, clock });
  const staffParts = openStaff(ports, {
    database,
    clock,
    audit,
    tillSettings,
    pageEvents,
    // The cashier who pressed F12 may have left the counter.
    onSession: () => {
      parts.payments.handleSessionChange();
      emitStatus();
      customerScreenParts.customerScreen.clear();
    },
  });
  const shopAccount = createShopAccount({
    database,
    clock,
    service: () => connection.service(),
    connected: () => connection.waitForService(),
    settings: () => toAccountSettings(tillSettings()),
    log,
    onAsked: emitStatus,
  });
  const shared: SharedParts = {
    profileFolder: ports.profileFolder,
    database,
    clock,
    getServiceTimeRange: () => getServiceTimeRange(connection, ports.clock),
    newId,
    log,
    audit,
    staff: staffParts.staff,
    connection,
    tillSettings,
    language: (): Language => ports.settings.getLanguage() ?? tillSettings().language,
    shopCurrency: shopAccount.getShopCurrency,
    accountCurrency: shopAccount.getAccountCurrency,
    pageEvents,
    readAccount: () => {
      shopAccount
        .refresh()
        .catch((error: unknown) => log.error({ err: error }, 'shop-account: refresh failed'));
    },
    otherTillPayments: chainGuard.otherTillPayments,
    outlets: ports.outlets,
  };
  const parts = openPaymentParts(shared, ports.paperWorker);
  const customerScreenParts = openCustomerScreen(shared, parts, ports.customerWindow);
  const status: Status = openStatus(shared, ports, {
    ...parts,
    keys: staffParts.keys,
    shopAccount,
    dailyFile: () => getLateParts().reconciliation.getMissingDays(),
    chain: () => chain.getStatusLine(),
    backup: () => getLateParts().backups.getLastFailure(),
  });

  return {
    shared,
    chain,
    chainGuard,
    staffParts,
    parts,
    customerScreenParts,
    shopAccount,
    status,
  };
}

/**
 * The range between the service's time and this computer's time; null if the service has not
 * responded yet.
 */
function getServiceTimeRange(
  connection: ServiceConnection,
  ownClock: Pick<Clock, 'now'>,
): TimeBounds | null {
  const service = connection.service();
  if (service === null || service.getSlowestServiceTime() === null) return null;
  const times = [service.getRequestDate(), ownClock.now()];
  return { earlier: Math.min(...times), later: Math.max(...times) };
}
