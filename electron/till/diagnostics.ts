import { statSync } from 'node:fs';
import { freemem, release, totalmem, uptime } from 'node:os';
import { basename } from 'node:path';
import type { Audit } from '../audit/index.ts';
import { ledgerExtent } from '../backup/index.ts';
import {
  auditTail,
  createDiagnostics,
  type Diagnostics,
  openPaymentStates,
  printJobsByState,
  type Section,
  settingsWithoutSecrets,
  tableSizes,
  uploadAttempts,
} from '../diagnostics/index.ts';
import type { Database } from '../ledger/index.ts';
import { freeBytes } from '../monitoring/index.ts';
import { type Clock, isoTime } from '../platform/index.ts';
import type { BillPaymentService } from '../service/index.ts';
import type { TillSettings } from '../settings/index.ts';
import type { Status } from '../status/index.ts';
import { backupsFolder, exportsFolder, logsFolder } from './paths.ts';

/** The state of each part of the till, for the help line: one file of the zip for each. */
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
  const { clock, tillSettings } = parts;
  return createDiagnostics({
    clock,
    audit: parts.audit,
    folder: exportsFolder(parts.profileFolder),
    logFolder: logsFolder(parts.profileFolder),
    sections: {
      ...sectionsOfFiles({ ...parts, version: parts.applicationVersion, settings: tillSettings }),
      backups: parts.backups,
      service: () => ({
        health: parts.service()?.health ?? null,
        light: parts.status.line().service,
      }),
      printer: parts.printer,
      catalog: parts.catalog,
      'daily-file': parts.dailyFile,
    },
    secrets: parts.secrets,
  });
}

/** What the files alone tell, of a till that is open or closed. */
export function sectionsOfFiles(parts: {
  readonly profileFolder: string;
  readonly version: string;
  readonly database: Pick<Database, 'file' | 'prepare'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: () => TillSettings;
}): Record<string, Section> {
  const { database, settings } = parts;
  return {
    about: () => ({
      mostrador: parts.version,
      node: process.versions.node,
      electron: process.versions.electron ?? null,
      sqlite: process.versions.sqlite ?? null,
      system: `${process.platform} ${process.arch} ${release()}`,
      upSeconds: Math.round(process.uptime()),
      at: isoTime(parts.clock.now()),
      environment: settings().environment,
    }),
    machine: () => ({
      memoryMegabytes: megabytes(totalmem()),
      freeMemoryMegabytes: megabytes(freemem()),
      ownMemoryMegabytes: megabytes(process.memoryUsage().rss),
      upSeconds: Math.round(uptime()),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      zoneOfTheTill: settings().timeZone,
      freeDiskMegabytes: {
        profile: diskMegabytes(parts.profileFolder),
        backups: diskMegabytes(settings().backup?.folder ?? backupsFolder(parts.profileFolder)),
      },
    }),
    ledger: () => ({
      file: basename(database.file),
      bytes: sizeOf(database.file),
      journalBytes: sizeOf(`${database.file}-wal`),
      tables: tableSizes(database),
      // The full check belongs to the backup; its last result is in backups.json.
      ...(sizeOf(database.file) < SMALL_ENOUGH ? { holds: ledgerExtent(database) } : {}),
    }),
    paper: () => ({ lastJobs: printJobsByState(database, 1000) }),
    settings: () => settingsWithoutSecrets(settings()),
    unresolved: () => openPaymentStates(database, 200),
    'upload-attempts': () => uploadAttempts(database, 100),
    'audit-tail': () => auditTail(database, 200),
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}

function diskMegabytes(folder: string): number | null {
  const free = freeBytes(folder);
  return free === null ? null : megabytes(free);
}

/** Counting all rows of a larger ledger would delay a payment. */
const SMALL_ENOUGH = 64 * 1024 * 1024;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
