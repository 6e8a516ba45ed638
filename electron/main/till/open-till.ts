import type { BackupService } from '../../back-office/backup/index.ts';
import type { Diagnostics } from '../../back-office/diagnostics/index.ts';
import type { EarningsReports } from '../../back-office/earnings/index.ts';
import type { History } from '../../back-office/history/index.ts';
import { createHeartbeat } from '../../back-office/monitoring/index.ts';
import type { Reconciliation } from '../../back-office/reconciliation/index.ts';
import type { ShopAccount, Status } from '../../back-office/status/index.ts';
import type { ChainOwner } from '../../chain/owner/index.ts';
import { hasSyncedChain } from '../../chain/till/sync/index.ts';
import type { Bills } from '../../counter/bills/index.ts';
import type { Cash } from '../../counter/cash/index.ts';
import type { Catalog } from '../../counter/catalog/index.ts';
import type { CustomerScreen } from '../../counter/customer-screen/index.ts';
import type { Customers } from '../../counter/customers/index.ts';
import type { Baskets, Payments } from '../../counter/payments/index.ts';
import type { Refunds } from '../../counter/refunds/index.ts';
import type { Staff } from '../../counter/staff/index.ts';
import type { Audit, AuditLog } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { getExportsFolder } from '../../platform/index.ts';
import type { Printing } from '../../printing/index.ts';
import type { ServiceConfig } from '../../service/index.ts';
import type { TillSettings } from '../../settings/index.ts';
import type { Keys } from '../../settings/keys/index.ts';
import type { EmbeddedTraining } from '../../training/thread/index.ts';
import { applyFullScreen, applyKeepAwake } from './apply-computer-settings.ts';
import { openChainOwner } from './chain-owner.ts';
import type { IdleLock } from './idle-lock.ts';
import { deleteOldExports } from './old-exports.ts';
import { openCounter } from './open-counter.ts';
import { openDailyFile } from './open-daily-file.ts';
import { openMaintenance } from './open-maintenance.ts';
import { toHeartbeatSettings } from './part-settings.ts';
import type { OpenTillPorts } from './ports.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import { type Network, readNetwork } from './service-config.ts';
import { createStatusReporter, type StatusReporter } from './status-reporter.ts';
import { createTillLifecycle, type TillLifecycle } from './till-lifecycle.ts';

/** One environment's till: its ledger, its service, and everything that works on them. */
export interface OpenTill extends TillLifecycle, StatusReporter {
  readonly settings: TillSettings;
  readonly keys: Keys;
  readonly recovery: Recovery;
  readonly audit: Audit;
  readonly auditLog: AuditLog;
  readonly backups: BackupService;
  readonly diagnostics: Diagnostics;
  readonly staff: Staff;
  readonly idleLock: IdleLock;
  readonly catalog: Catalog;
  readonly cash: Cash;
  readonly payments: Payments;
  readonly basket: Baskets;
  readonly refunds: Refunds;
  readonly bills: Bills;
  readonly history: History;
  readonly earnings: EarningsReports;
  readonly customers: Customers;
  readonly printing: Printing;
  readonly customerScreen: CustomerScreen;
  readonly shopAccount: ShopAccount;
  readonly status: Status;
  readonly reconciliation: Reconciliation;
  /** The owner's view of the chain. */
  readonly chain: ChainOwner;
  /** True if the chain has received everything in the ledger, and if there is no chain. */
  hasSyncedChain(): boolean;
  /** Null in every environment except training, and if it could not start. */
  readonly training: Promise<EmbeddedTraining | null>;
  /**
   * Uses these settings from now on; sessions and requests in flight continue. With a `config`, the
   * connection to the service is replaced, which is allowed only while no payment is being sent.
   */
  apply(next: TillSettings, config: ServiceConfig | null): void;
  /**
   * For rows that must be written together with something outside the ledger (`Database.commit`).
   */
  readonly commit: Database['commit'];
  /** How to connect to servers other than the service: the shop's certificates and its proxy. */
  getNetwork(): Promise<Network>;
  /** Switches the window's full-screen mode. */
  toggleFullScreen(): { readonly isPossible: boolean; readonly isFull: boolean };
  /** Emits the status line, which may have changed. */
  emitStatus(): void;
}

/** Builds the parts of a till and passes to each the parts that it needs. */
export function openTill(ports: OpenTillPorts): OpenTill {
  const { database, log } = ports;
  // Read at each use, so that a changed setting takes effect at once.
  let currentSettings = ports.tillSettings;
  const tillSettings = (): TillSettings => currentSettings;
  const counter = openCounter(ports, tillSettings, () => ({ reconciliation, backups }));
  const { shared, chain, staffParts, parts, customerScreenParts, shopAccount, status } = counter;
  const { clock, audit, connection, readAccount } = shared;
  const { emit, emitStatus } = shared.pageEvents;

  const applyComputerSettings = (): void => {
    applyFullScreen(ports, tillSettings());
    applyKeepAwake(ports, reconciliation.getMissingDays());
    customerScreenParts.setWindow();
  };
  const reconciliation = openDailyFile(shared, {
    settings: ports.settings,
    refunds: parts.refunds,
    onChange: () => applyKeepAwake(ports, reconciliation.getMissingDays()),
  });
  const maintenance = openMaintenance(shared, {
    applicationVersion: ports.applicationVersion,
    checkWorker: ports.checkWorker,
    keys: staffParts.keys,
    catalog: parts.catalog,
    printing: parts.printing,
    status,
    reconciliation,
    settings: ports.settings,
  });
  const { backups } = maintenance;
  const recovery = createRecovery({
    ...staffParts,
    audit,
    printing: parts.printing,
    settings: () => ({ shopName: tillSettings().shop.name, language: shared.language() }),
  });
  const statusReporter = createStatusReporter(ports, {
    ...staffParts,
    database,
    clock,
    ownClock: ports.clock,
    tillSettings,
    status,
    payments: parts.payments,
  });
  const heartbeat = createHeartbeat({
    clock: ports.clock,
    log,
    settings: () => toHeartbeatSettings(tillSettings()),
    report: statusReporter.getStatusReport,
  });
  const chainOwner = openChainOwner(shared, ports.settings);
  applyComputerSettings();

  const apply: OpenTill['apply'] = (next, config) => {
    currentSettings = next;
    applyComputerSettings();
    if (config !== null) {
      connection.setConfig(config);
      parts.catalog.refresh();
      readAccount();
    }
    backups.wake();
    parts.customers.expire();
    reconciliation.wake();
    heartbeat.wake();
    chain.wake();
    emit('till.changed', {});
    emitStatus();
  };

  const lifecycle = createTillLifecycle({
    ...shared,
    ...counter,
    ...parts,
    ...staffParts,
    ...maintenance,
    reconciliation,
    heartbeat,
    customerScreen: customerScreenParts.customerScreen,
    dropOldDrafts: ports.outlets?.deleteOldDrafts,
    // The earlier of both clocks, so that a clock that jumped ahead deletes nothing: files are
    // dated by one of them.
    dropOldExports: () =>
      deleteOldExports(
        getExportsFolder(ports.profileFolder),
        Math.min(clock.now(), ports.clock.now()),
        log,
      ),
  });

  return {
    get settings() {
      return tillSettings();
    },
    ...staffParts,
    ...parts,
    ...maintenance,
    chain: chainOwner,
    hasSyncedChain: () => tillSettings().chain === undefined || hasSyncedChain(database),
    ...statusReporter,
    ...lifecycle,
    customerScreen: customerScreenParts.customerScreen,
    recovery,
    audit,
    shopAccount,
    status,
    reconciliation,
    training: connection.training,
    commit: database.commit,
    apply,
    getNetwork: () => readNetwork(tillSettings(), ports.settings),
    toggleFullScreen: () => ports.toggleFullScreen?.() ?? { isPossible: false, isFull: false },
    emitStatus,
  };
}
