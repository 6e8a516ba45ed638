import type { Language } from '../../shared/contract/index.ts';
import { type Audit, type AuditLog, createAudit, createAuditLog } from '../audit/index.ts';
import { type Backups, createBackups } from '../backup/index.ts';
import { type Bills, createBills } from '../bills/index.ts';
import { type Cash, createCash } from '../cash/index.ts';
import { type Catalog, createCatalog } from '../catalog/index.ts';
import type { Diagnostics } from '../diagnostics/index.ts';
import { createHistory, type History } from '../history/index.ts';
import type { Emit } from '../ipc/index.ts';
import type { Database } from '../ledger/index.ts';
import { createPayments, type Payments } from '../payments/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import { createPrinting, type Printing } from '../printing/index.ts';
import type { Reconciliation } from '../reconciliation/index.ts';
import type { ServiceConfig } from '../service/index.ts';
import type { Settings, TillSettings } from '../settings/index.ts';
import { createStaff, type Staff } from '../staff/index.ts';
import { createStatus, type Status } from '../status/index.ts';
import type { EmbeddedTraining } from '../training/index.ts';
import { type BeginAndEnd, createBeginAndEnd } from './begin-and-end.ts';
import { createConnection } from './connection.ts';
import { openDailyFile } from './daily-file.ts';
import { openDiagnostics } from './diagnostics.ts';
import {
  cashSettingsOf,
  paperSettingsOf,
  paymentSettingsOf,
  statusSettingsOf,
} from './part-settings.ts';
import { backupsFolder, exportsFolder } from './paths.ts';
import { deadlineOf } from './service-config.ts';
import { createTelling } from './telling.ts';

/** One environment's till: its ledger, its service, and everything that works on them. */
export interface OpenTill extends BeginAndEnd {
  readonly settings: TillSettings;
  readonly audit: Audit;
  readonly auditLog: AuditLog;
  readonly backups: Backups;
  readonly diagnostics: Diagnostics;
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
  mayUpdate(): boolean;
}

/** Builds the parts of a till by hand, each with what it needs of the others. */
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
  const { database, clock, newId, log } = ports;
  // Read anew at each use: a changed setting holds from the next moment on.
  let keptSettings = ports.tillSettings;
  const tillSettings = (): TillSettings => keptSettings;
  const isTraining = tillSettings().environment === 'training';
  const language = (): Language => ports.settings.language() ?? tillSettings().language;
  const shopCurrency = (): string => status.shopCurrency();
  const telling = createTelling({ emit: ports.emit, line: () => status.line(), log });
  const { tell, tellStatus } = telling;

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
    onSession: () => tell('till.changed', {}),
  });
  const catalog = createCatalog({
    database,
    clock,
    service: () => connection.service(),
    log,
    onChange: (state) => {
      tell('catalog.changed', state);
      tellStatus();
    },
  });
  const printing = createPrinting({
    database,
    clock,
    newId,
    log,
    settings: () => ({
      ...paperSettingsOf(tillSettings(), language()),
      printer: tillSettings().printer,
    }),
    viewer: staff.session,
    approve: staff.approve,
    audit,
    onChange: (jobId, paymentId) => {
      tell('printing.changed', { jobId, paymentId });
      tellStatus();
    },
  });
  const cash = createCash({
    database,
    clock,
    newId,
    audit,
    paper: printing,
    identify: staff.identify,
    settings: () => cashSettingsOf(tillSettings(), shopCurrency(), language()),
    onChange: () => tell('cash.changed', {}),
  });
  const payments = createPayments({
    database,
    clock,
    newId,
    service: () => connection.service(),
    connected: () => connection.connected(),
    catalog,
    paper: printing,
    cash,
    approve: staff.approve,
    audit,
    settings: () => paymentSettingsOf(tillSettings(), shopCurrency()),
    log,
    requestTimeout: () => deadlineOf(tillSettings()),
    onChange: (paymentId) => {
      tell('payments.changed', { paymentId });
      tellStatus();
    },
  });
  const status = createStatus({
    database,
    clock,
    service: () => connection.service(),
    connected: () => connection.connected(),
    lack: () => connection.lack(),
    printer: printing.state,
    catalog: catalog.state,
    unresolved: payments.unresolvedCount,
    dailyFile: () => reconciliation.missing(),
    backup: () => backups.trouble(),
    settings: () => statusSettingsOf(tillSettings()),
    log,
    onChange: (line) => tell('status.changed', line),
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
    connected: () => connection.connected(),
    onChange: (day) => {
      tell('reconciliation.changed', { day });
      tellStatus();
    },
  });

  const bills = createBills({
    database,
    clock,
    newId,
    connected: () => connection.connected(),
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

  const backups = createBackups({
    profileFolder: ports.profileFolder,
    ownFolder: backupsFolder(ports.profileFolder),
    environment: tillSettings().environment,
    database,
    clock,
    newId,
    log,
    audit,
    settings: () => {
      const { backup, timeZone } = tillSettings();
      return { folder: backup?.folder ?? null, keep: backup?.keep ?? null, timeZone };
    },
    applicationVersion: ports.applicationVersion,
    checkWorker: ports.checkWorker,
    onChange: () => {
      tell('backup.changed', {});
      tellStatus();
    },
  });
  const diagnostics = openDiagnostics({
    profileFolder: ports.profileFolder,
    applicationVersion: ports.applicationVersion,
    database,
    clock,
    audit,
    tillSettings,
    service: () => connection.service(),
    status,
    printer: printing.state,
    catalog: catalog.state,
    dailyFile: () => reconciliation.state(),
    backups: backups.state,
    secrets: async () => {
      const kept = isTraining ? null : await ports.settings.secrets(tillSettings().environment);
      return Object.values(kept ?? {}).filter((one) => typeof one === 'string');
    },
  });
  const auditLog = createAuditLog({
    database,
    clock,
    audit,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: exportsFolder(ports.profileFolder),
    seals: backups.seals,
  });

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
    backups.wake();
    reconciliation.wake();
    tell('till.changed', {});
    tellStatus();
  };

  const beginAndEnd = createBeginAndEnd({
    database,
    clock,
    log,
    telling,
    connection,
    catalog,
    payments,
    printing,
    status,
    reconciliation,
    backups,
    askService,
  });

  return {
    get settings() {
      return tillSettings();
    },
    audit,
    auditLog,
    backups,
    diagnostics,
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
    ...beginAndEnd,
    mayUpdate: () => payments.unresolvedCount() === 0,
  };
}
