import { createBackupService } from '../../back-office/backup/index.ts';
import {
  createDiagnostics,
  createStoredDiagnosticsSections,
} from '../../back-office/diagnostics/index.ts';
import { createEarningsReports } from '../../back-office/earnings/index.ts';
import { createHistory } from '../../back-office/history/index.ts';
import { createHeartbeatFileWriter } from '../../back-office/monitoring/index.ts';
import { createOutlierReports } from '../../back-office/outliers/index.ts';
import { createReconciliation } from '../../back-office/reconciliation/index.ts';
import { createStatusLineBuilder } from '../../back-office/status/index.ts';
import { createAuditLog } from '../../ledger/audit/index.ts';
import { getBackupsFolder, getDailyFilesFolder, getExportsFolder } from '../../platform/index.ts';
import { createTillChainOwner, createTillChainSync } from './chain-parts.ts';
import type { CounterParts } from './counter-parts.ts';
import {
  toReceiptSettings,
  toReconciliationSettings,
  toShopAccountSettings,
} from './part-settings.ts';
import type { TillPorts } from './ports.ts';
import { createRecoveryKeyActions } from './recovery.ts';
import type { SharedParts } from './shared-parts.ts';
import { createStatusReporter } from './status-reporter.ts';

export type BackOfficeParts = ReturnType<typeof createBackOfficeParts>;

/** Creates the parts of a till that work on what the counter has recorded. */
export function createBackOfficeParts(
  ports: TillPorts,
  shared: SharedParts,
  counter: CounterParts,
) {
  const { database, log } = ports;
  const { clock, audit, keys, staff, tillSettings, language } = shared;
  const reports = createReports(ports, shared, counter);
  const reconciliation = createTillReconciliation(ports, shared, counter);
  const chainSync = createTillChainSync(ports, shared, counter, reconciliation);
  const backups = createBackups(ports, shared);
  const status = createTillStatus(ports, shared, counter, {
    dailyFile: reconciliation.getMissingDays,
    chain: chainSync.getStatusLine,
    backup: backups.getLastFailure,
  });
  const statusReporter = createStatusReporter(ports, {
    database,
    serviceClock: clock,
    computerClock: ports.clock,
    tillSettings,
    status,
    payments: counter.payments,
    staff,
  });
  return {
    ...reports,
    reconciliation,
    chainSync,
    backups,
    status,
    statusReporter,
    heartbeat: createHeartbeatFileWriter({
      clock: ports.clock,
      log,
      settings: () => tillSettings().heartbeat ?? null,
      buildStatusReport: statusReporter.getStatusReport,
    }),
    diagnostics: createTillDiagnostics(ports, shared, {
      printer: counter.printing.getState,
      catalog: counter.catalog.state,
      'daily-file': reconciliation.state,
      backups: backups.getState,
      service: () => ({
        health: shared.connection.service()?.health ?? null,
        light: status.getStatusLine().service,
      }),
    }),
    auditLog: createAuditLog({
      database,
      clock,
      audit,
      settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
      exportFolder: getExportsFolder(ports.profileFolder),
      readAuditSeals: backups.readAuditSeals,
    }),
    /** The owner's recovery key. */
    recovery: createRecoveryKeyActions({
      keys,
      staff,
      audit,
      printing: counter.printing,
      settings: () => ({ shopName: tillSettings().shop.name, language: language() }),
    }),
    /** The owner's view of the chain. */
    chain: createTillChainOwner(ports, shared),
  };
}

/** The history of payments, the shop's earnings, and what stands out. */
function createReports(ports: TillPorts, shared: SharedParts, counter: CounterParts) {
  const { database, log } = ports;
  const { clock, audit, tillSettings, language, shopAccount } = shared;
  const folder = getExportsFolder(ports.profileFolder);
  const { catalog, payments, printing } = counter;
  return {
    history: createHistory({
      audit,
      database,
      clock,
      log,
      settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
      exportFolder: folder,
      readPaymentViews: payments.listViews,
      findBillersByName: (text) =>
        catalog
          .search({ text, kinds: ['utility', 'top-up', 'gift-card', 'partner'], limit: 20 })
          .map((match) => match.biller.id),
    }),
    earnings: createEarningsReports({
      database,
      clock,
      audit,
      printQueue: printing,
      settings: () => ({
        ...toReceiptSettings(tillSettings(), language()),
        shopCurrency: shopAccount.getShopCurrency(),
      }),
      exportFolder: folder,
    }),
    outliers: createOutlierReports({
      database,
      clock,
      audit,
      settings: () => ({
        timeZone: tillSettings().timeZone,
        shopCurrency: shopAccount.getShopCurrency(),
        language: language(),
      }),
      exportFolder: folder,
    }),
  };
}

/** The daily file of one environment's till. */
function createTillReconciliation(ports: TillPorts, shared: SharedParts, counter: CounterParts) {
  const { connection, pageEvents, tillSettings } = shared;
  const { environment } = tillSettings();
  return createReconciliation({
    database: ports.database,
    clock: shared.clock,
    log: ports.log,
    audit: shared.audit,
    refunds: counter.refunds,
    service: connection.service,
    waitForService: connection.waitForService,
    settings: () => toReconciliationSettings(tillSettings()),
    secrets: async () => {
      const secrets = await ports.settings.readSecrets(environment);
      if (secrets === null) return null;
      return { password: secrets.sftpPassword ?? null, privateKey: secrets.sftpPrivateKey ?? null };
    },
    dailyFilesFolder: getDailyFilesFolder(ports.profileFolder, environment),
    exportsFolder: getExportsFolder(ports.profileFolder),
    onChange: (day) => {
      pageEvents.emit('reconciliation.changed', { day });
      pageEvents.emitStatus();
      shared.events.emit('dailyFileChanged');
    },
  });
}

function createBackups(ports: TillPorts, shared: SharedParts) {
  const { database, createId, log, profileFolder } = ports;
  const { clock, audit, keys, pageEvents, tillSettings } = shared;
  return createBackupService({
    profileFolder,
    defaultFolder: getBackupsFolder(profileFolder),
    environment: tillSettings().environment,
    database,
    clock,
    createId,
    log,
    audit,
    settings: () => {
      const { backup, timeZone } = tillSettings();
      return { folder: backup?.folder ?? null, copiesToKeep: backup?.keep ?? null, timeZone };
    },
    keys,
    // Its schema allows no secret; see `settings/`.
    getSettingsJson: () => JSON.stringify(shared.storedSettings()),
    applicationVersion: ports.applicationVersion,
    ledgerCheckWorkerUrl: ports.ledgerCheckWorkerUrl,
    onChange: () => {
      pageEvents.emit('backup.changed', {});
      pageEvents.emitStatus();
    },
  });
}

/** The status line, which reads the state of every part of the till. */
function createTillStatus(
  ports: TillPorts,
  shared: SharedParts,
  { printing, catalog, payments, basket, refunds, claims }: CounterParts,
  indicators: Pick<Parameters<typeof createStatusLineBuilder>[0], 'dailyFile' | 'chain' | 'backup'>,
) {
  const { clock, connection, connectionCheck, keys, shopAccount, accountForecaster, tillSettings } =
    shared;
  return createStatusLineBuilder({
    ...indicators,
    database: ports.database,
    clock,
    connection,
    accountForecast: accountForecaster.getForecast,
    connectionFault: connectionCheck.getFault,
    shopAccount,
    printer: printing.getState,
    catalog: catalog.state,
    countUnresolvedPayments: payments.countUnresolved,
    listUnfinishedBasketIds: basket.listUnfinishedIds,
    countOwedRefunds: refunds.countOwed,
    claims: claims.getStatus,
    hasRecoveryKey: () => {
      const { isOpen, recoveryConfirmedAt } = keys.getState();
      const isNotRequired = tillSettings().environment === 'training' || !isOpen;
      return isNotRequired ? null : recoveryConfirmedAt !== null;
    },
    refused: ports.getRejectedStartupRequest,
    warned: ports.getSettingsWarning,
    update: ports.getUpdateStatus ?? (() => null),
    settings: () => toShopAccountSettings(tillSettings()),
  });
}

/** The state of each part of the till, for the help line: one file of the support bundle each. */
function createTillDiagnostics(
  ports: TillPorts,
  { clock, audit, tillSettings, storedSettings }: SharedParts,
  partSections: Parameters<typeof createDiagnostics>[0]['sections'],
) {
  const { profileFolder, applicationVersion, database } = ports;
  return createDiagnostics({
    clock,
    audit,
    profileFolder,
    sections: {
      ...createStoredDiagnosticsSections({
        profileFolder,
        version: applicationVersion,
        database,
        clock,
        settings: storedSettings,
      }),
      ...partSections,
    },
    listSecretsToRemove: async () => {
      const { environment } = tillSettings();
      const secrets =
        environment === 'training' ? null : await ports.settings.readSecrets(environment);
      return Object.values(secrets ?? {}).filter((secret) => typeof secret === 'string');
    },
  });
}
