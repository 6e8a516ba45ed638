import { type BackupService, createBackupService } from '../../back-office/backup/index.ts';
import type { Diagnostics } from '../../back-office/diagnostics/index.ts';
import type { Reconciliation } from '../../back-office/reconciliation/index.ts';
import type { Status } from '../../back-office/status/index.ts';
import type { Catalog } from '../../counter/catalog/index.ts';
import { type AuditLog, createAuditLog } from '../../ledger/audit/index.ts';
import { getBackupsFolder, getExportsFolder } from '../../platform/index.ts';
import type { Printing } from '../../printing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Keys } from '../../settings/keys/index.ts';
import { openDiagnostics } from './open-diagnostics.ts';
import type { SharedParts } from './open-payment-parts.ts';

/** Opens the maintenance parts: backups, diagnostics and the audit log. */
export function openMaintenance(
  shared: SharedParts,
  parts: {
    readonly applicationVersion: string;
    readonly checkWorker: URL;
    readonly keys: Keys;
    readonly catalog: Catalog;
    readonly printing: Printing;
    readonly status: Status;
    readonly reconciliation: Reconciliation;
    readonly settings: Settings;
  },
): {
  readonly backups: BackupService;
  readonly diagnostics: Diagnostics;
  readonly auditLog: AuditLog;
} {
  const { database, clock, newId, log, audit, connection, tillSettings, language } = shared;
  const { emit, emitStatus } = shared.pageEvents;

  const backups = createBackupService({
    profileFolder: shared.profileFolder,
    ownFolder: getBackupsFolder(shared.profileFolder),
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
    keys: parts.keys,
    // Its schema allows no secret; see `settings/`.
    carriedSettings: () => JSON.stringify(tillSettings()),
    applicationVersion: parts.applicationVersion,
    checkWorker: parts.checkWorker,
    onChange: () => {
      emit('backup.changed', {});
      emitStatus();
    },
  });
  const diagnostics = openDiagnostics({
    profileFolder: shared.profileFolder,
    applicationVersion: parts.applicationVersion,
    database,
    clock,
    audit,
    tillSettings,
    service: () => connection.service(),
    status: parts.status,
    printer: parts.printing.getState,
    catalog: parts.catalog.state,
    dailyFile: () => parts.reconciliation.state(),
    backups: backups.getState,
    secrets: async () => {
      const { environment } = tillSettings();
      const secrets =
        environment === 'training' ? null : await parts.settings.readSecrets(environment);
      return Object.values(secrets ?? {}).filter((secret) => typeof secret === 'string');
    },
  });
  const auditLog = createAuditLog({
    database,
    clock,
    audit,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: getExportsFolder(shared.profileFolder),
    readSeals: backups.readSeals,
  });

  return { backups, diagnostics, auditLog };
}
