import { join } from 'node:path';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditVerdict,
  type CallOutput,
  fail,
  type Language,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { toInstantRange } from '../../../shared/dates/index.ts';
import { type ColumnHeadings, getColumnHeadings } from '../../../shared/i18n/index.ts';
import {
  buildCsvFileName,
  type Clock,
  type CsvColumn,
  formatLocalTime,
  formatTimeCursor,
  iteratePages,
  type PageOfRows,
  parseTimeCursor,
  type TimeCursor,
  toPage,
  writeCsv,
  yieldToEventLoop,
} from '../../platform/index.ts';
import type { Database } from '../index.ts';
import type { Audit, AuditPerson } from './audit.ts';
import { parseAuditDetails } from './audit-details.ts';
import {
  type AuditRow,
  type AuditRowFilter,
  listAuditKinds,
  listAuditPeople,
  readAuditPage,
} from './queries.ts';
import { type AuditSeal, verifyAuditLog } from './verify-audit-log.ts';

export interface AuditLog {
  readPage(input: ValidatedCallInput<'audit.page'>): Result<CallOutput<'audit.page'>>;
  listFilterOptions(): CallOutput<'audit.filterOptions'>;
  verifyHashChain(): Promise<AuditVerdict>;
  /** Writes a CSV file with times in UTC and in the till's zone, and records the export in the log. */
  exportToFile(filter: AuditFilter, by: AuditPerson): Promise<Result<CallOutput<'audit.export'>>>;
}

export interface AuditLogPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** Read again at each call. */
  readonly settings: () => { readonly timeZone: string; readonly language: Language };
  /** The folder for exported files; created if missing. */
  readonly exportFolder: string;
  /** The seals of the existing backups of this ledger; null if they cannot be read. */
  readonly readAuditSeals: () => Promise<readonly AuditSeal[] | null>;
}

const EXPORT_PAGE_ROWS = 500;

export function createAuditLog(ports: AuditLogPorts): AuditLog {
  const { database } = ports;

  const toQuery = ({ personId, kinds, ...days }: AuditFilter): AuditRowFilter => ({
    ...toInstantRange(days, ports.settings().timeZone),
    personId,
    kinds,
  });

  const readPageAfter = (
    query: AuditRowFilter,
    afterCursor: TimeCursor | null,
    limit: number,
  ): PageOfRows<AuditRow, TimeCursor> =>
    toPage(readAuditPage(database, query, afterCursor, limit + 1), limit);

  return {
    readPage: ({ filter, cursor, limit }) => {
      const afterCursor = cursor === null ? null : parseTimeCursor(cursor);
      if (cursor !== null && afterCursor === null) {
        return fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });
      }
      const { rows, nextPageStart: next } = readPageAfter(toQuery(filter), afterCursor, limit);
      return ok({ entries: rows.map(toAuditEntry), next: next && formatTimeCursor(next) });
    },
    listFilterOptions: () => ({
      kinds: listAuditKinds(database),
      people: listAuditPeople(database),
    }),
    verifyHashChain: async () =>
      await verifyAuditLog(database, await ports.readAuditSeals(), yieldToEventLoop),
    exportToFile: async (filter, by) => {
      const settings = ports.settings();
      const name = buildCsvFileName(
        'mostrador-audit',
        filter,
        ports.clock.now(),
        settings.timeZone,
      );
      const file = join(ports.exportFolder, name);
      const query = toQuery(filter);
      const pages = iteratePages<AuditRow, TimeCursor>(
        (afterCursor, limit) => readPageAfter(query, afterCursor, limit),
        EXPORT_PAGE_ROWS,
      );
      const exported = await writeCsv(file, CSV_COLUMNS, pages, {
        heads: getColumnHeadings(settings.language).audit,
        timeZone: settings.timeZone,
        language: settings.language,
      });
      if (!exported.ok) return exported;
      ports.audit.note({
        kind: 'audit-exported',
        by,
        detail: { from: filter.from, to: filter.to, rows: exported.value },
      });
      return ok({ file, rows: exported.value });
    },
  };
}

function toAuditEntry(row: AuditRow): AuditEntry {
  const { number, at, kind, digest } = row;
  return {
    number,
    at,
    kind,
    byName: row.cashierName ?? row.cashierId,
    approverName: row.approverName ?? row.approvedBy,
    details: parseAuditDetails(row.detail),
    digest,
  };
}

/** Includes everything that a digest covers, as written: the file can be verified on its own. */
const CSV_COLUMNS: readonly CsvColumn<AuditRow, keyof ColumnHeadings['audit']>[] = [
  { name: 'number', getValue: (row) => row.number },
  { name: 'dateUtc', getValue: (row) => row.at },
  { name: 'localDate', getValue: (row, timeZone) => formatLocalTime(row.at, timeZone) },
  { name: 'act', getValue: (row) => row.kind },
  { name: 'byId', getValue: (row) => row.cashierId },
  { name: 'by', getValue: (row) => row.cashierName },
  { name: 'approvedById', getValue: (row) => row.approvedBy },
  { name: 'approvedBy', getValue: (row) => row.approverName },
  { name: 'detail', getValue: (row) => row.detail },
  { name: 'digest', getValue: (row) => row.digest },
];
