import { join } from 'node:path';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditVerdict,
  type CallOutput,
  type CallReceived,
  fail,
  type Language,
  ok,
  type Result,
} from '../../shared/contract/index.ts';
import { spanOf } from '../../shared/dates/index.ts';
import { type FileHeads, fileHeads } from '../../shared/i18n/index.ts';
import type { Database } from '../ledger/index.ts';
import {
  type Clock,
  type CsvColumn,
  type Cursor,
  csvName,
  cursorFrom,
  cursorText,
  everyPage,
  localTime,
  type Page,
  pageOf,
  writeCsv,
  yieldToEventLoop,
} from '../platform/index.ts';
import type { Audit, AuditPerson } from './audit.ts';
import { detailsOf } from './details.ts';
import { type AuditQuery, type AuditRow, auditKinds, auditPeople, pageOfAudit } from './queries.ts';
import { type Seal, verifyLog } from './verify.ts';

export interface AuditLog {
  page(input: CallReceived<'audit.page'>): Result<CallOutput<'audit.page'>>;
  choices(): CallOutput<'audit.choices'>;
  verify(): Promise<AuditVerdict>;
  /** Times in UTC and in the till's zone. The export is itself noted. */
  export(filter: AuditFilter, by: AuditPerson): Promise<Result<CallOutput<'audit.export'>>>;
}

export interface AuditLogPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  /** Read again at each call. */
  readonly settings: () => { readonly timeZone: string; readonly language: Language };
  /** The folder for exported files; created if missing. */
  readonly folder: string;
  /** The seals of the existing backups of this ledger; null if they cannot be read. */
  readonly seals: () => Promise<readonly Seal[] | null>;
}

const EXPORT_PAGE = 500;

export function createAuditLog(ports: AuditLogPorts): AuditLog {
  const { database } = ports;

  const queryOf = ({ personId, kind, ...days }: AuditFilter): AuditQuery => ({
    ...spanOf(days, ports.settings().timeZone),
    personId,
    kind,
  });

  const page = (query: AuditQuery, after: Cursor | null, limit: number): Page<AuditRow, Cursor> =>
    pageOf(pageOfAudit(database, query, after, limit + 1), limit);

  return {
    page: ({ filter, cursor, limit }) => {
      const after = cursor === null ? null : cursorFrom(cursor);
      if (cursor !== null && after === null) {
        return fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });
      }
      const { rows, next } = page(queryOf(filter), after, limit);
      return ok({ entries: rows.map(entryOf), next: next && cursorText(next) });
    },
    choices: () => ({ kinds: auditKinds(database), people: auditPeople(database) }),
    verify: async () => await verifyLog(database, await ports.seals(), yieldToEventLoop),
    export: async (filter, by) => {
      const settings = ports.settings();
      const name = csvName('mostrador-audit', filter, ports.clock.now(), settings.timeZone);
      const file = join(ports.folder, name);
      const query = queryOf(filter);
      const pages = everyPage<AuditRow, Cursor>(
        (after, limit) => page(query, after, limit),
        EXPORT_PAGE,
      );
      const written = await writeCsv(file, COLUMNS, pages, {
        heads: fileHeads(settings.language).audit,
        timeZone: settings.timeZone,
      });
      if (!written.ok) return written;
      ports.audit.note({
        kind: 'audit-exported',
        by,
        detail: { from: filter.from, to: filter.to, rows: written.value },
      });
      return ok({ file, rows: written.value });
    },
  };
}

function entryOf(row: AuditRow): AuditEntry {
  const { number, at, kind, digest } = row;
  return {
    number,
    at,
    kind,
    byName: row.cashierName ?? row.cashierId,
    approverName: row.approverName ?? row.approvedBy,
    details: detailsOf(row.detail),
    digest,
  };
}

/** Includes everything that a digest covers, as written: the file can be verified on its own. */
const COLUMNS: readonly CsvColumn<AuditRow, keyof FileHeads['audit']>[] = [
  { name: 'number', of: (row) => row.number },
  { name: 'dateUtc', of: (row) => row.at },
  { name: 'localDate', of: (row, timeZone) => localTime(row.at, timeZone) },
  { name: 'act', of: (row) => row.kind },
  { name: 'byId', of: (row) => row.cashierId },
  { name: 'by', of: (row) => row.cashierName },
  { name: 'approvedById', of: (row) => row.approvedBy },
  { name: 'approvedBy', of: (row) => row.approverName },
  { name: 'detail', of: (row) => row.detail },
  { name: 'digest', of: (row) => row.digest },
];
