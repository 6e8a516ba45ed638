import type { Language, RefusedAtStart, SettingsWarning } from '../../shared/contract/index.ts';
import { type Audit, type AuditLog, createAudit } from '../audit/index.ts';
import type { Backups } from '../backup/index.ts';
import type { Bills } from '../bills/index.ts';
import type { Cash } from '../cash/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { ChainOwner } from '../chain/owner/index.ts';
import { hasToldChain } from '../chain/till/index.ts';
import type { CustomerScreen } from '../customer-screen/index.ts';
import type { Customers, HeardTime } from '../customers/index.ts';
import type { Diagnostics } from '../diagnostics/index.ts';
import type { EarningsBook } from '../earnings/index.ts';
import type { History } from '../history/index.ts';
import type { Emit } from '../ipc/index.ts';
import type { Keys } from '../keys/index.ts';
import type { Database } from '../ledger/index.ts';
import { createHeartbeat } from '../monitoring/index.ts';
import type { Baskets, Payments } from '../payments/index.ts';
import type { Clock } from '../platform/index.ts';
import type { Printing } from '../printing/index.ts';
import type { Reconciliation } from '../reconciliation/index.ts';
import type { Refunds } from '../refunds/index.ts';
import type { ServiceConfig } from '../service/index.ts';
import type { Settings, TillSettings } from '../settings/index.ts';
import type { Staff } from '../staff/index.ts';
import type { Status } from '../status/index.ts';
import type { EmbeddedTraining } from '../training/thread/index.ts';
import { openChainOwner } from './chain-owner.ts';
import { setAwake, setScreen } from './computer.ts';
import { createConnection } from './connection.ts';
import { openDailyFile } from './daily-file.ts';
import type { IdleLock } from './idle-lock.ts';
import { createTillLifecycle, type TillLifecycle } from './lifecycle.ts';
import { dropOldExports } from './old-exports.ts';
import { openChain } from './open-chain.ts';
import { openChainGuard } from './open-chain-guard.ts';
import { openCustomerScreen } from './open-customer-screen.ts';
import { openMaintenance } from './open-maintenance.ts';
import { openPaymentParts, type SharedParts } from './open-payment-parts.ts';
import { openStaff } from './open-staff.ts';
import { openStatus } from './open-status.ts';
import { createPageEvents } from './page-events.ts';
import { heartbeatSettingsOf } from './part-settings.ts';
import { exportsFolder } from './paths.ts';
import type { ProgramPorts } from './ports.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import { createSeenFromAfar, type SeenFromAfar } from './seen-from-afar.ts';
import { type Network, networkOf } from './service-config.ts';

/** One environment's till: its ledger, its service, and everything that works on them. */
export interface OpenTill extends TillLifecycle, SeenFromAfar {
  readonly settings: TillSettings;
  readonly keys: Keys;
  readonly recovery: Recovery;
  readonly audit: Audit;
  readonly auditLog: AuditLog;
  readonly backups: Backups;
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
  readonly earnings: EarningsBook;
  readonly customers: Customers;
  readonly printing: Printing;
  readonly customerScreen: CustomerScreen;
  readonly status: Status;
  readonly reconciliation: Reconciliation;
  /** What an owner sees of the chain. */
  readonly chain: ChainOwner;
  /** Whether the chain has all that is in the ledger; true without one. */
  hasToldChain(): boolean;
  /** Null in every environment but training, and if it could not be started. */
  readonly training: Promise<EmbeddedTraining | null>;
  /**
   * Uses these settings from now on; sessions and requests being sent go on. With a `config`, the
   * connection to the service is replaced, which is allowed only while no payment is being sent.
   */
  apply(next: TillSettings, config: ServiceConfig | null): void;
  /** For rows that must be written together with something outside (`Database.commit`). */
  readonly commit: Database['commit'];
  /** How to reach other servers than the service: the shop's certificates, its proxy. */
  network(): Promise<Network>;
  /** Covers the screen with the window, or no longer. */
  switchFullScreen(): { readonly isPossible: boolean; readonly isFull: boolean };
  /** What the status line says may have changed. */
  tellStatus(): void;
}

export interface OpenTillPorts extends ProgramPorts {
  readonly settings: Settings;
  readonly tillSettings: TillSettings;
  readonly database: Database;
  /** What a file asked at the start, and was refused. */
  readonly refused: () => RefusedAtStart | null;
  readonly warned: () => SettingsWarning;
}

/** Builds the parts of a till by hand, giving each what it needs of the others. */
export function openTill(ports: OpenTillPorts): OpenTill {
  const { database, newId, log } = ports;
  // One time for everything that is written and compared, the service's: a computer whose clock is
  // set wrong, or set right, must not make a payment look old or a shift begin after its payments.
  // Only the client of the service hears this computer's own.
  const clock: Clock = {
    ...ports.clock,
    now: () => connection.service()?.requestDate() ?? ports.clock.now(),
  };
  // Read at each use, so that a changed setting takes effect at once.
  let keptSettings = ports.tillSettings;
  const tillSettings = (): TillSettings => keptSettings;
  const language = (): Language => ports.settings.language() ?? tillSettings().language;
  const readAccount = (): void => {
    status
      .ask()
      .catch((error: unknown) => log.error({ err: error }, 'asking for the account failed'));
  };
  const emit: Emit = (name, payload) => {
    ports.emit(name, payload);
    if (name === 'payments.changed' || name === 'cash.changed') chain.changed();
    if (name === 'payments.changed' || name === 'basket.changed') customerScreen.changed();
  };
  const pageEvents = createPageEvents({ emit, line: () => status.line(), log });
  const { tell, tellStatus } = pageEvents;

  const connection = createConnection({
    ...ports,
    tillSettings,
    onHealth: () => {
      reconciliation.heard();
      tellStatus();
    },
    onChange: tellStatus,
    onConnected: () => {
      payments.start();
      refunds.start();
      catalog.start();
      status.start();
    },
  });

  const chainGuard = openChainGuard({ database, clock, log, tillSettings }, ports.settings, () => ({
    ...counter,
    reconciliation,
  }));
  const chain = openChain(
    { database, clock, log, tillSettings, connection },
    {
      ...chainGuard,
      applicationVersion: ports.applicationVersion,
      ownClock: ports.clock,
      status: () => status,
      onChange: tellStatus,
    },
  );
  const audit = createAudit({ database, clock });
  const people = openStaff(ports, {
    database,
    clock,
    audit,
    tillSettings,
    pageEvents,
    // Whoever pressed F12 is not, or may not be, at the counter any more.
    onSession: () => {
      payments.sessionChanged();
      customerScreen.clear();
    },
  });
  const { keys, staff } = people;
  const heardTime = (): HeardTime | null => {
    const service = connection.service();
    if (service === null || service.passedTime() === null) return null;
    const times = [service.requestDate(), ports.clock.now()];
    return { earlier: Math.min(...times), later: Math.max(...times) };
  };
  const shared: SharedParts = {
    profileFolder: ports.profileFolder,
    database,
    clock,
    heardTime,
    newId,
    log,
    audit,
    staff,
    connection,
    tillSettings,
    language,
    shopCurrency: () => status.shopCurrency(),
    accountCurrency: () => status.accountCurrency(),
    pageEvents,
    readAccount,
    elsewhere: chainGuard.elsewhere,
    outlets: ports.outlets,
  };
  const counter = openPaymentParts(shared, ports.paperWorker);
  const { catalog, printing, payments, refunds } = counter;
  const facing = openCustomerScreen(shared, counter, ports.customerWindow);
  const { customerScreen } = facing;
  const status = openStatus(shared, ports, {
    ...counter,
    keys,
    dailyFile: () => reconciliation.missing(),
    chain: () => chain.light(),
    backup: () => backups.trouble(),
  });

  const reconciliation = openDailyFile(shared, {
    settings: ports.settings,
    refunds,
    onChange: () => setAwake(ports, reconciliation.missing()),
  });
  const upkeep = openMaintenance(shared, {
    applicationVersion: ports.applicationVersion,
    checkWorker: ports.checkWorker,
    keys,
    catalog,
    printing,
    status,
    reconciliation,
    settings: ports.settings,
  });
  const { backups } = upkeep;
  const recovery = createRecovery({
    keys,
    staff,
    audit,
    printing,
    settings: () => ({ shopName: tillSettings().shop.name, language: language() }),
  });

  const chainOwner = openChainOwner(shared, ports.settings);

  setScreen(ports, tillSettings());
  setAwake(ports, reconciliation.missing());
  facing.setWindow();

  const apply: OpenTill['apply'] = (next, config) => {
    keptSettings = next;
    setScreen(ports, next);
    setAwake(ports, reconciliation.missing());
    facing.setWindow();
    if (config !== null) {
      connection.change(config);
      catalog.refresh();
      readAccount();
    }
    backups.wake();
    counter.customers.expire();
    reconciliation.wake();
    heartbeat.wake();
    chain.wake();
    tell('till.changed', {});
    tellStatus();
  };

  const seenFromAfar = createSeenFromAfar(ports, {
    database,
    clock,
    ownClock: ports.clock,
    tillSettings,
    status,
    payments,
    staff,
  });
  const heartbeat = createHeartbeat({
    clock: ports.clock,
    log,
    settings: () => heartbeatSettingsOf(tillSettings()),
    report: seenFromAfar.report,
  });

  const lifecycle = createTillLifecycle({
    ...shared,
    ...counter,
    ...people,
    ...upkeep,
    status,
    reconciliation,
    readAccount,
    heartbeat,
    chain,
    chainGuard,
    customerScreen,
    dropOldDrafts: ports.outlets?.dropOldDrafts,
    // A clock that jumped takes nothing away: files are dated by the computer's, whichever that is.
    dropOldExports: () =>
      dropOldExports(
        exportsFolder(ports.profileFolder),
        Math.min(clock.now(), ports.clock.now()),
        log,
      ),
  });

  return {
    get settings() {
      return tillSettings();
    },
    ...people,
    ...counter,
    ...upkeep,
    chain: chainOwner,
    hasToldChain: () => tillSettings().chain === undefined || hasToldChain(database),
    ...seenFromAfar,
    ...lifecycle,
    customerScreen,
    recovery,
    audit,
    status,
    reconciliation,
    training: connection.training,
    commit: database.commit,
    apply,
    network: () => networkOf(tillSettings(), ports.settings),
    switchFullScreen: () => ports.switchFullScreen?.() ?? { isPossible: false, isFull: false },
    tellStatus,
  };
}
