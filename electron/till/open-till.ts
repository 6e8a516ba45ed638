import type { Language } from '../../shared/contract/index.ts';
import { type Audit, type AuditLog, createAudit } from '../audit/index.ts';
import type { Backups } from '../backup/index.ts';
import type { Bills } from '../bills/index.ts';
import type { Cash } from '../cash/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Diagnostics } from '../diagnostics/index.ts';
import type { History } from '../history/index.ts';
import type { Emit } from '../ipc/index.ts';
import type { Database } from '../ledger/index.ts';
import type { Payments } from '../payments/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import type { Printing } from '../printing/index.ts';
import type { Reconciliation } from '../reconciliation/index.ts';
import type { ServiceConfig } from '../service/index.ts';
import type { Settings, TillSettings } from '../settings/index.ts';
import { createStaff, type Staff } from '../staff/index.ts';
import { createStatus, type Status } from '../status/index.ts';
import type { EmbeddedTraining } from '../training/index.ts';
import { type BeginAndEnd, createBeginAndEnd } from './begin-and-end.ts';
import { createConnection } from './connection.ts';
import { openDailyFile } from './daily-file.ts';
import { openCounter } from './open-counter.ts';
import { openKeeping } from './open-keeping.ts';
import { statusSettingsOf } from './part-settings.ts';
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

export interface OpenTillPorts {
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
}

/** Builds the parts of a till by hand, each with what it needs of the others. */
export function openTill(ports: OpenTillPorts): OpenTill {
  const { database, clock, newId, log } = ports;
  // Read anew at each use: a changed setting holds from the next moment on.
  let keptSettings = ports.tillSettings;
  const tillSettings = (): TillSettings => keptSettings;
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
  const shared = {
    profileFolder: ports.profileFolder,
    database,
    clock,
    newId,
    log,
    audit,
    staff,
    connection,
    tillSettings,
    language,
    shopCurrency,
    telling,
  };
  const { catalog, printing, cash, payments, bills, history } = openCounter(shared);
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

  const { backups, diagnostics, auditLog } = openKeeping(shared, {
    applicationVersion: ports.applicationVersion,
    checkWorker: ports.checkWorker,
    catalog,
    printing,
    status,
    reconciliation,
    settings: ports.settings,
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
