import type { Language } from '../../shared/contract/index.ts';
import { type Audit, type AuditLog, createAudit, createAuditLog } from '../audit/index.ts';
import { type Bills, createBills } from '../bills/index.ts';
import { type Cash, createCash } from '../cash/index.ts';
import { type Catalog, createCatalog } from '../catalog/index.ts';
import { settingsWithoutSecrets } from '../diagnostics/index.ts';
import { createHistory, type History } from '../history/index.ts';
import type { Emit } from '../ipc/index.ts';
import { type Database, openPaymentStates } from '../ledger/index.ts';
import { createPayments, type Payments } from '../payments/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import { createPrinting, type Printing, type ReceiptSettings } from '../printing/index.ts';
import type { Reconciliation } from '../reconciliation/index.ts';
import type { ServiceConfig } from '../service/index.ts';
import type { Settings, TillSettings } from '../settings/index.ts';
import { createStaff, type Staff } from '../staff/index.ts';
import { createStatus, type Status } from '../status/index.ts';
import type { EmbeddedTraining } from '../training/index.ts';
import { type Care, createCare } from './care.ts';
import { createConnection } from './connection.ts';
import { openDailyFile } from './daily-file.ts';
import { exportsFolder } from './paths.ts';
import { deadlineOf } from './service-config.ts';
import { hasDrawer, shopOf } from './shop.ts';

/** One environment's till: its ledger, its service, and everything that works on them. */
export interface OpenTill {
  readonly settings: TillSettings;
  readonly audit: Audit;
  readonly auditLog: AuditLog;
  readonly care: Care;
  readonly staff: Staff;
  readonly catalog: Catalog;
  readonly cash: Cash;
  readonly payments: Payments;
  readonly bills: Bills;
  readonly history: History;
  readonly printing: Printing;
  readonly status: Status;
  readonly reconciliation: Reconciliation;
  /** Null in every environment but training, and where it could not be started. */
  readonly training: Promise<EmbeddedTraining | null>;
  /**
   * Works by these settings from now on; nobody is signed out and nothing that is out is given up.
   * With a `config`, the service is spoken to by it: only while no payment is being sent.
   */
  apply(next: TillSettings, config: ServiceConfig | null): void;
  /** For what is written into this till's ledger beside something else (`Database.commit`). */
  readonly commit: Database['commit'];
  /** Starts once the sign-in has had the machine to itself for a moment. */
  startSoon(): void;
  start(): void;
  /** The machine woke up: what is due by the clock is looked at again. */
  wake(): void;
  mayUpdate(): boolean;
  close(): Promise<void>;
}

/** What a person needs to sign in comes first; the rest of the till starts behind it. */
const SIGN_IN_FIRST_MS = 1_000;
/** Less than the machine gives a program that ends, with time left for the rest of the end. */
const LAST_ANSWERS_MS = 4_000;

export function openTill(ports: {
  readonly profileFolder: string;
  readonly settings: Settings;
  readonly tillSettings: TillSettings;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly emit: Emit;
  readonly trainingWorker: URL;
  readonly checkWorker: URL;
  readonly applicationVersion: string;
}): OpenTill {
  const { database, clock, newId, log, emit } = ports;
  // Read anew at each use: a changed setting holds from the next moment on.
  let keptSettings = ports.tillSettings;
  const tillSettings = (): TillSettings => keptSettings;
  const isTraining = tillSettings().environment === 'training';
  const language = (): Language => ports.settings.language() ?? tillSettings().language;
  let isClosed = false;

  const emitStatus = (): void => {
    if (isClosed) return;
    try {
      emit('status.changed', status.line());
    } catch (error) {
      // Whoever changed something has done it: a status line that cannot be read is asked for again.
      log.error({ err: error }, 'the status line could not be told');
    }
  };

  const connection = createConnection({
    ...ports,
    tillSettings,
    onHealth: () => {
      reconciliation.heard();
      emitStatus();
    },
    onConnected: () => {
      payments.start();
      catalog.start();
      status.start();
    },
  });

  const audit = createAudit({ database, clock });
  const staff = createStaff({
    database,
    clock,
    newId,
    audit,
    log,
    refusesObviousPins: tillSettings().environment === 'production',
    onSession: () => emit('till.changed', {}),
  });
  const catalog = createCatalog({
    database,
    clock,
    service: () => connection.service(),
    log,
    onChange: (state) => {
      emit('catalog.changed', state);
      emitStatus();
    },
  });
  const paperSettings = (): ReceiptSettings => ({
    shop: shopOf(tillSettings()),
    posNumber: tillSettings().posNumber,
    timeZone: tillSettings().timeZone,
    language: language(),
    isTraining,
  });
  const printing = createPrinting({
    database,
    clock,
    newId,
    log,
    settings: () => ({ ...paperSettings(), printer: tillSettings().printer }),
    viewer: staff.session,
    approve: staff.approve,
    audit,
    onChange: (jobId, paymentId) => {
      emit('printing.changed', { jobId, paymentId });
      emitStatus();
    },
  });
  const cash = createCash({
    database,
    clock,
    newId,
    audit,
    paper: printing,
    identify: staff.identify,
    settings: () => ({
      ...paperSettings(),
      shifts: tillSettings().shifts ?? 'automatic',
      drawers: tillSettings().drawers ?? 'shared',
      shopCurrency: status.shopCurrency(),
      hasDrawer: hasDrawer(tillSettings()),
    }),
    onChange: () => {
      if (!isClosed) emit('cash.changed', {});
    },
  });
  const payments = createPayments({
    database,
    clock,
    newId,
    service: () => connection.service(),
    catalog,
    paper: printing,
    cash,
    approve: staff.approve,
    audit,
    settings: () => ({
      posNumber: tillSettings().posNumber,
      customerFee: tillSettings().customerFee ?? { kind: 'none' },
      keepWalkInBills: tillSettings().keepWalkInBills ?? false,
      shopCopy: tillSettings().shopCopy ?? false,
      cashOutBillers: tillSettings().cashOutBillers ?? [],
      drpBillers: tillSettings().drpBillers ?? [],
      timeZone: tillSettings().timeZone,
      shopCurrency: status.shopCurrency(),
    }),
    log,
    requestTimeout: () => deadlineOf(tillSettings()),
    onChange: (paymentId) => {
      emit('payments.changed', { paymentId });
      emitStatus();
    },
  });
  const status = createStatus({
    database,
    clock,
    service: () => connection.service(),
    printer: printing.state,
    catalog: catalog.state,
    unresolved: payments.unresolvedCount,
    dailyFile: () => reconciliation.missing(),
    settings: () => ({
      lowBalance: tillSettings().lowBalance ?? null,
      currency: tillSettings().currency ?? null,
      fallbackCurrency: tillSettings().version === 'v3.co' ? 'COP' : 'MXN',
    }),
    log,
    onChange: (line) => {
      if (!isClosed) emit('status.changed', line);
    },
  });

  const reconciliation = openDailyFile({
    profileFolder: ports.profileFolder,
    settings: ports.settings,
    tillSettings,
    database,
    clock,
    log,
    audit,
    service: () => connection.service(),
    onChange: (day) => {
      if (!isClosed) emit('reconciliation.changed', { day });
      emitStatus();
    },
  });

  const bills = createBills({
    database,
    clock,
    newId,
    service: () => connection.service(),
    catalog,
    keepBalance: payments.keepBalance,
    whileNoneIsDeleted: payments.whileNoneIsDeleted,
  });

  const history = createHistory({
    database,
    clock,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: exportsFolder(ports.profileFolder),
    views: payments.views,
    billersNamed: (text) =>
      catalog
        .search({ text, kinds: ['utility', 'top-up', 'gift-card', 'partner'], limit: 20 })
        .map((found) => found.biller.id),
  });

  const care = createCare({
    profileFolder: ports.profileFolder,
    database,
    clock,
    newId,
    log,
    audit,
    settings: tillSettings,
    applicationVersion: ports.applicationVersion,
    checkWorker: ports.checkWorker,
    sections: {
      settings: () => settingsWithoutSecrets(tillSettings()),
      service: () => ({
        health: connection.service()?.health ?? null,
        light: status.line().service,
      }),
      printer: printing.state,
      catalog: catalog.state,
      unresolved: () => openPaymentStates(database, 200),
      'daily-file': () => reconciliation.state(),
    },
    secrets: async () => {
      const kept = isTraining ? null : await ports.settings.secrets(tillSettings().environment);
      return Object.values(kept ?? {}).filter((one) => typeof one === 'string');
    },
    onChange: () => {
      if (!isClosed) emit('care.changed', {});
    },
  });
  const auditLog = createAuditLog({
    database,
    clock,
    audit,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: exportsFolder(ports.profileFolder),
    seals: care.backup.seals,
  });

  let isStarted = false;
  let cancelStart: (() => void) | null = null;

  const start = (): void => {
    if (isStarted || isClosed) return;
    isStarted = true;
    cancelStart?.();
    printing.start();
    care.backup.start();
    reconciliation.start();
    connection.open();
  };

  const askService = (): void => {
    status.ask().catch((error: unknown) => log.error({ err: error }, 'asking the service failed'));
  };

  const apply: OpenTill['apply'] = (next, config) => {
    keptSettings = next;
    if (config !== null) {
      connection.change(config);
      catalog.refresh();
      askService();
    }
    reconciliation.wake();
    emit('till.changed', {});
    emitStatus();
  };

  /**
   * The answer to a payment that is out may be a moment away, and its ticket's text may come with
   * nothing else: it is waited for, and not for long.
   */
  const lastAnswers = (): Promise<void> =>
    new Promise((resolve) => {
      const giveUp = clock.after(LAST_ANSWERS_MS, resolve);
      payments.finish().then(() => {
        giveUp();
        resolve();
      });
    });

  return {
    get settings() {
      return tillSettings();
    },
    audit,
    auditLog,
    care,
    staff,
    catalog,
    cash,
    payments,
    bills,
    history,
    printing,
    status,
    reconciliation,
    training: connection.training,
    commit: database.commit,
    apply,
    startSoon: () => {
      cancelStart = clock.after(SIGN_IN_FIRST_MS, start);
    },
    start,
    wake: () => {
      catalog.wake();
      care.backup.wake();
      reconciliation.wake();
      askService();
    },
    mayUpdate: () => payments.unresolvedCount() === 0,
    close: async () => {
      isClosed = true;
      cancelStart?.();
      connection.stop();
      status.stop();
      catalog.stop();
      await lastAnswers();
      payments.stop();
      const parts = [
        () => care.stop(),
        () => reconciliation.stop(),
        () => printing.stop(),
        () => connection.close(),
      ];
      for (const stop of parts) {
        try {
          await stop();
        } catch (error) {
          log.error({ err: error }, 'a part of the till did not stop');
        }
      }
      // Whatever happened before: an open ledger is locked to every other till.
      database.close();
    },
  };
}
