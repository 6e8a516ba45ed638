import { statSync } from 'node:fs';
import { release, totalmem } from 'node:os';
import { basename } from 'node:path';
import type { Audit } from '../audit/index.ts';
import { ledgerExtent } from '../backup/index.ts';
import {
  createDiagnostics,
  type Diagnostics,
  openPaymentStates,
  printJobsByState,
  type Section,
  settingsWithoutSecrets,
  tableSizes,
} from '../diagnostics/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Clock, isoTime } from '../platform/index.ts';
import type { BillPaymentService } from '../service/index.ts';
import type { TillSettings } from '../settings/index.ts';
import type { Status } from '../status/index.ts';
import { exportsFolder, logsFolder } from './paths.ts';

/** How the parts of a till stand, for the help line: a file of the zip for each. */
export function openDiagnostics(parts: {
  readonly profileFolder: string;
  readonly applicationVersion: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly tillSettings: () => TillSettings;
  readonly service: () => BillPaymentService | null;
  readonly status: Status;
  readonly printer: Section;
  readonly catalog: Section;
  readonly dailyFile: Section;
  readonly backups: Section;
  readonly secrets: () => Promise<readonly string[]>;
}): Diagnostics {
  const { database, clock, tillSettings } = parts;
  return createDiagnostics({
    clock,
    audit: parts.audit,
    folder: exportsFolder(parts.profileFolder),
    logFolder: logsFolder(parts.profileFolder),
    sections: {
      about: () => ({
        mostrador: parts.applicationVersion,
        node: process.versions.node,
        electron: process.versions.electron ?? null,
        sqlite: process.versions.sqlite ?? null,
        system: `${process.platform} ${process.arch} ${release()}`,
        memoryMegabytes: Math.round(totalmem() / 1_048_576),
        upSeconds: Math.round(process.uptime()),
        at: isoTime(clock.now()),
        environment: tillSettings().environment,
      }),
      ledger: () => ({
        file: basename(database.file),
        bytes: sizeOf(database.file),
        journalBytes: sizeOf(`${database.file}-wal`),
        tables: tableSizes(database),
        // The full check belongs to the backup: how its last one went stands in backups.json.
        ...(sizeOf(database.file) < SMALL_ENOUGH ? { holds: ledgerExtent(database) } : {}),
      }),
      backups: parts.backups,
      paper: () => ({ lastJobs: printJobsByState(database, 1000) }),
      settings: () => settingsWithoutSecrets(tillSettings()),
      service: () => ({
        health: parts.service()?.health ?? null,
        light: parts.status.line().service,
      }),
      printer: parts.printer,
      catalog: parts.catalog,
      unresolved: () => openPaymentStates(database, 200),
      'daily-file': parts.dailyFile,
    },
    secrets: parts.secrets,
  });
}

/** Counting all of a larger one would make a payment wait. */
const SMALL_ENOUGH = 64 * 1024 * 1024;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
