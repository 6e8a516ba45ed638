import {
  createDiagnostics,
  createFileSections,
  type Diagnostics,
  type DiagnosticsSection,
} from '../../back-office/diagnostics/index.ts';
import type { Status } from '../../back-office/status/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock } from '../../platform/index.ts';
import { getCrashDumpsFolder, getExportsFolder, getLogsFolder } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import type { TillSettings } from '../../settings/index.ts';

/** The state of each part of the till, for the help line: one file of the support bundle each. */
export function openDiagnostics(parts: {
  readonly profileFolder: string;
  readonly applicationVersion: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly tillSettings: () => TillSettings;
  readonly service: () => BillPaymentService | null;
  readonly status: Status;
  readonly printer: DiagnosticsSection;
  readonly catalog: DiagnosticsSection;
  readonly dailyFile: DiagnosticsSection;
  readonly backups: DiagnosticsSection;
  readonly secrets: () => Promise<readonly string[]>;
}): Diagnostics {
  const { clock, tillSettings } = parts;
  return createDiagnostics({
    clock,
    audit: parts.audit,
    folder: getExportsFolder(parts.profileFolder),
    logFolder: getLogsFolder(parts.profileFolder),
    crashDumpsFolder: getCrashDumpsFolder(parts.profileFolder),
    sections: {
      ...createFileSections({
        ...parts,
        version: parts.applicationVersion,
        settings: tillSettings,
      }),
      backups: parts.backups,
      service: () => ({
        health: parts.service()?.health ?? null,
        light: parts.status.getLine().service,
      }),
      printer: parts.printer,
      catalog: parts.catalog,
      'daily-file': parts.dailyFile,
    },
    secrets: parts.secrets,
  });
}
