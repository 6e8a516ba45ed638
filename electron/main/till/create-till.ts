import { isChainUpToDate, readLocalSyncPosition } from '../../chain/till/sync/index.ts';
import type { ServiceConfig } from '../../service/index.ts';
import {
  type EffectiveSettings,
  type TillSettings,
  withDefaultSettings,
} from '../../settings/index.ts';
import { type BackOfficeParts, createBackOfficeParts } from './back-office-parts.ts';
import { type CounterParts, createCounterParts } from './counter-parts.ts';
import type { ProgramPorts, TillPorts } from './ports.ts';
import { readNetworkSettings } from './service-config.ts';
import { createSharedParts, type SharedParts } from './shared-parts.ts';
import type { TillListeners } from './till-events.ts';
import { createTillLifecycle } from './till-lifecycle.ts';

/** One environment's till: its ledger, its service, and everything that works on them. */
export type Till = ReturnType<typeof createTill>;

/**
 * Creates the parts of a till, each from those before it, and then sets the listeners through which
 * a part reacts to one created before it. Nothing runs until the till is started.
 */
export function createTill(ports: TillPorts) {
  let storedSettings = ports.tillSettings;
  let effectiveSettings = withDefaultSettings(storedSettings);
  const tillSettings = (): EffectiveSettings => effectiveSettings;
  const shared = createSharedParts(ports, tillSettings, () => storedSettings);
  const counter = createCounterParts(ports, shared);
  const backOffice = createBackOfficeParts(ports, shared, counter);
  counter.payments.setSavedBillReader((billId) => counter.bills.balance({ billId }));
  shared.events.setListeners(createListeners(ports, shared, counter, backOffice));
  applyComputerSettings(ports, storedSettings, counter, backOffice);

  const { connection, pageEvents, keys, staff, idleLock, audit, shopAccount } = shared;
  const { chainSync, statusReporter, heartbeat, ...backOfficeParts } = backOffice;
  return {
    /** As stored, without defaults. */
    get settings(): TillSettings {
      return storedSettings;
    },
    keys,
    staff,
    idleLock,
    audit,
    shopAccount,
    connectionCheck: shared.connectionCheck,
    ...counter,
    ...backOfficeParts,
    ...statusReporter,
    ...createTillLifecycle(ports, shared, counter, backOffice),
    /** True if the chain has received everything in the ledger, and if there is no chain. */
    hasSyncedChain: (): boolean =>
      tillSettings().chain === undefined || isChainUpToDate(ports.database),
    /** What the chain has confirmed; null without a chain. */
    readChainPosition: () => readLocalSyncPosition(ports.database),
    /** Null in every environment except training, and if it could not start. */
    training: connection.training,
    /**
     * For rows that must be written together with something outside the ledger (`Database.commit`).
     */
    commit: ports.database.commit,
    /**
     * Uses these settings from now on; sessions and requests in flight continue. With a `config`,
     * the connection to the service is replaced, which is allowed only while no payment is being
     * sent.
     */
    apply: (next: TillSettings, config: ServiceConfig | null): void => {
      storedSettings = next;
      effectiveSettings = withDefaultSettings(next);
      applyComputerSettings(ports, next, counter, backOffice);
      if (config !== null) {
        connection.setConfig(config);
        counter.catalog.refresh();
        shared.readAccount();
      }
      backOffice.backups.wake();
      counter.customers.deleteExpiredCustomers();
      backOffice.reconciliation.wake();
      heartbeat.wake();
      chainSync.wake();
      pageEvents.emit('till.changed', {});
      pageEvents.emitStatus();
    },
    /** How to connect to servers other than the service: the shop's certificates and its proxy. */
    getNetwork: () => readNetworkSettings(storedSettings, ports.settings),
    /** Switches the window's full-screen mode. */
    toggleFullScreen: () => ports.toggleFullScreen?.() ?? { isPossible: false, isFull: false },
    /** Emits the status line, which may have changed. */
    emitStatus: pageEvents.emitStatus,
  };
}

/** What parts do when something happens in a part that was created before them. */
function createListeners(
  ports: ProgramPorts,
  { pageEvents, staff, idleLock, shopAccount, connectionCheck }: SharedParts,
  { catalog, payments, refunds, customerScreen }: CounterParts,
  { reconciliation, chainSync, status }: BackOfficeParts,
): TillListeners {
  const { emit, emitStatus } = pageEvents;
  return {
    connected: () => {
      payments.start();
      refunds.start();
      catalog.start();
      shopAccount.start();
    },
    serviceAnswered: () => {
      reconciliation.onServiceAnswered();
      connectionCheck.onHealthChange();
      emitStatus();
    },
    sessionChanged: (cashier) => {
      // An idle till that was asleep while locked has not polled since, and would lock again at
      // once.
      if (cashier !== null) idleLock.recordActivity();
      // The cashier who pressed F12 may have left the counter.
      payments.handleSessionChange();
      emitStatus();
      customerScreen.clear();
      emit('till.changed', {});
    },
    paymentChanged: (paymentId) => {
      // The event contains no more of a payment than the signed-in cashier may request.
      const view = staff.getCurrentCashier() === null ? null : payments.getView(paymentId);
      emit('payments.changed', { paymentId, payment: view?.ok ? view.value : null });
      chainSync.onLedgerChanged();
      customerScreen.handleSaleChange();
      emitStatus();
    },
    basketChanged: (basketId) => {
      emit('basket.changed', { basketId });
      customerScreen.handleSaleChange();
      emitStatus();
    },
    cashChanged: () => {
      emit('cash.changed', {});
      chainSync.onLedgerChanged();
    },
    dailyFileChanged: () => keepAwakeForUploads(ports, reconciliation),
    statusDue: () => emit('status.changed', status.getStatusLine()),
  };
}

/** Applies the settings that concern the computer: at the start, and when they change. */
function applyComputerSettings(
  ports: ProgramPorts,
  { fullScreen, environment }: TillSettings,
  { customerScreen }: CounterParts,
  { reconciliation }: BackOfficeParts,
): void {
  // A till that switches to training keeps its screen mode.
  if (fullScreen !== undefined || environment !== 'training') {
    ports.setFullScreen?.(fullScreen ?? false);
  }
  keepAwakeForUploads(ports, reconciliation);
  customerScreen.setWindow();
}

/**
 * An idle computer would go to sleep long before the upload, and then nothing of ours runs. So it
 * stays awake while the till is open and uploads, also over a day on which the shop is closed. A
 * till that joined a chain stays awake until its own last file is uploaded.
 */
function keepAwakeForUploads(
  ports: Pick<ProgramPorts, 'setKeepAwake'>,
  reconciliation: BackOfficeParts['reconciliation'],
): void {
  ports.setKeepAwake(reconciliation.getMissingDays() !== null);
}
