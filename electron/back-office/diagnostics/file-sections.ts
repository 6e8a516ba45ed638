import { statSync } from 'node:fs';
import { freemem, release, totalmem, uptime } from 'node:os';
import { basename } from 'node:path';
import type { Database } from '../../ledger/index.ts';
import { type Clock, getBackupsFolder, toIsoTime } from '../../platform/index.ts';
import type { TillSettings } from '../../settings/index.ts';
import { readLedgerExtent } from '../backup/index.ts';
import { getFreeDiskBytes } from '../monitoring/index.ts';
import type { DiagnosticsSection } from './diagnostics.ts';
import {
  countPrintJobsByState,
  listNewestRowNumbers,
  listUnresolvedPaymentStates,
  listUploadAttempts,
  readNewestAuditRows,
} from './queries.ts';
import { toReportableSettings } from './reportable-settings.ts';
/** The sections that are read from files only, for an open or a closed till. */
export function createStoredDiagnosticsSections(parts: {
  readonly profileFolder: string;
  readonly version: string;
  readonly database: Pick<Database, 'file' | 'prepare'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: () => TillSettings;
}): Record<string, DiagnosticsSection> {
  const { database, settings } = parts;
  return {
    about: () => ({
      mostrador: parts.version,
      node: process.versions.node,
      electron: process.versions.electron ?? null,
      sqlite: process.versions.sqlite ?? null,
      system: `${process.platform} ${process.arch} ${release()}`,
      upSeconds: Math.round(process.uptime()),
      at: toIsoTime(parts.clock.now()),
      environment: settings().environment,
    }),
    machine: () => ({
      memoryMegabytes: toMegabytes(totalmem()),
      freeMemoryMegabytes: toMegabytes(freemem()),
      ownMemoryMegabytes: toMegabytes(process.memoryUsage().rss),
      upSeconds: Math.round(uptime()),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      zoneOfTheTill: settings().timeZone,
      freeDiskMegabytes: {
        profile: getFreeDiskMegabytes(parts.profileFolder),
        backups: getFreeDiskMegabytes(
          settings().backup?.folder ?? getBackupsFolder(parts.profileFolder),
        ),
      },
    }),
    ledger: () => ({
      file: basename(database.file),
      bytes: getFileSize(database.file),
      journalBytes: getFileSize(`${database.file}-wal`),
      tables: listNewestRowNumbers(database),
      // The full check is part of the backup; its last result is in backups.json.
      ...(getFileSize(database.file) < MAX_COUNTED_LEDGER_BYTES
        ? { holds: readLedgerExtent(database) }
        : {}),
    }),
    paper: () => ({ lastJobs: countPrintJobsByState(database, 1000) }),
    settings: () => toReportableSettings(settings()),
    unresolved: () => listUnresolvedPaymentStates(database, 200),
    'upload-attempts': () => listUploadAttempts(database, 100),
    'audit-tail': () => readNewestAuditRows(database, 200),
  };
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}

function getFreeDiskMegabytes(folder: string): number | null {
  const freeBytes = getFreeDiskBytes(folder);
  return freeBytes === null ? null : toMegabytes(freeBytes);
}

/** Counting all rows of a larger ledger would delay a payment. */
const MAX_COUNTED_LEDGER_BYTES = 64 * 1024 * 1024;

function getFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
