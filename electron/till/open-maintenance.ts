import { type AuditLog, createAuditLog } from '../audit/index.ts';
import { type Backups, createBackups } from '../backup/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Diagnostics } from '../diagnostics/index.ts';
import type { Keys } from '../keys/index.ts';
import type { Printing } from '../printing/index.ts';
import type { Reconciliation } from '../reconciliation/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Status } from '../status/index.ts';
import { openDiagnostics } from './diagnostics.ts';
import type { SharedParts } from './open-payment-parts.ts';
import { backupsFolder, exportsFolder } from './paths.ts';

/** Opens what maintains the ledger and shows what was done: backups, diagnostics, audit log. */
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
): { readonly backups: Backups; readonly diagnostics: Diagnostics; readonly auditLog: AuditLog } {
  const { database, clock, newId, log, audit, connection, tillSettings, language } = shared;
  const { tell, tellStatus } = shared.pageEvents;

  const backups = createBackups({
    profileFolder: shared.profileFolder,
    ownFolder: backupsFolder(shared.profileFolder),
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
    // Without a secret by its own schema; see `settings/`.
    carriedSettings: () => JSON.stringify(tillSettings()),
    applicationVersion: parts.applicationVersion,
    checkWorker: parts.checkWorker,
    onChange: () => {
      tell('backup.changed', {});
      tellStatus();
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
    printer: parts.printing.state,
    catalog: parts.catalog.state,
    dailyFile: () => parts.reconciliation.state(),
    backups: backups.state,
    secrets: async () => {
      const { environment } = tillSettings();
      const kept = environment === 'training' ? null : await parts.settings.secrets(environment);
      return Object.values(kept ?? {}).filter((one) => typeof one === 'string');
    },
  });
  const auditLog = createAuditLog({
    database,
    clock,
    audit,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: exportsFolder(shared.profileFolder),
    seals: backups.seals,
  });

  return { backups, diagnostics, auditLog };
}
