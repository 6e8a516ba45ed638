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
import { dayAfter, dayOf, startOfDay } from '../../shared/dates/index.ts';
import {
  type AuditPlace,
  type AuditQuery,
  type AuditRow,
  auditKinds,
  auditPeople,
  type Database,
  pageOfAudit,
} from '../ledger/index.ts';
import { type Clock, CSV_BEGIN, csvLine, isoTime, writeWholeFile } from '../platform/index.ts';
import type { Audit, AuditPerson } from './audit.ts';
import { detailsOf } from './details.ts';
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
  /** Read anew for each call. */
  readonly settings: () => { readonly timeZone: string; readonly language: Language };
  /** Where exported files go; made where it is missing. */
  readonly folder: string;
  /** Of the backups that are there and belong to this ledger. */
  readonly seals: () => Promise<readonly Seal[]>;
}

const EXPORT_PAGE = 500;
const LAST_DAY = '9999-12-31';

export function createAuditLog(ports: AuditLogPorts): AuditLog {
  const { database } = ports;

  const queryOf = ({ from, to, personId, kind }: AuditFilter): AuditQuery => {
    const { timeZone } = ports.settings();
    return {
      since: from === null ? null : isoTime(startOfDay(from, timeZone)),
      until: to === null || to === LAST_DAY ? null : isoTime(startOfDay(dayAfter(to), timeZone)),
      personId,
      kind,
    };
  };

  const page = (
    query: AuditQuery,
    after: AuditPlace | null,
    limit: number,
  ): { readonly rows: readonly AuditRow[]; readonly next: AuditPlace | null } => {
    const rows = pageOfAudit(database, query, after, limit + 1);
    const shown = rows.slice(0, limit);
    return { rows: shown, next: rows.length > limit ? (shown.at(-1) ?? null) : null };
  };

  async function* everyPage(query: AuditQuery): AsyncGenerator<readonly AuditRow[]> {
    let after: AuditPlace | null = null;
    do {
      const found: ReturnType<typeof page> = page(query, after, EXPORT_PAGE);
      yield found.rows;
      after = found.next;
      await breathe();
    } while (after !== null);
  }

  return {
    page: ({ filter, cursor, limit }) => {
      const after = cursor === null ? null : placeOf(cursor);
      if (cursor !== null && after === null) {
        return fail({ kind: 'invalid-input', field: 'cursor', reason: 'not one of ours' });
      }
      const { rows, next } = page(queryOf(filter), after, limit);
      return ok({ entries: rows.map(entryOf), next: next && `${next.at}/${next.number}` });
    },
    choices: () => ({ kinds: auditKinds(database), people: auditPeople(database) }),
    verify: async () => await verifyLog(database, await ports.seals(), breathe),
    export: async (filter, by) => {
      const { timeZone, language } = ports.settings();
      const now = ports.clock.now();
      const file = join(ports.folder, fileName(filter, now, timeZone));
      const written = await writeWholeFile(file, async (handle) => {
        let rows = 0;
        await handle.write(`${CSV_BEGIN}${csvLine(COLUMNS.map((one) => headOf(one, language)))}`);
        for await (const piece of everyPage(queryOf(filter))) {
          rows += piece.length;
          const lines = piece.map((row) => csvLine(COLUMNS.map((one) => one.of(row, timeZone))));
          if (lines.length > 0) await handle.write(lines.join(''));
        }
        return rows;
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

/** A million rows must not hold up the counter. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
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

function placeOf(cursor: string): AuditPlace | null {
  const [, at, number] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\/(\d{1,15})$/.exec(cursor) ?? [];
  return at === undefined || number === undefined ? null : { at, number: Number(number) };
}

interface Column {
  readonly es: string;
  readonly en: string;
  readonly of: (row: AuditRow, timeZone: string) => string | number | null;
}

/** With all that a digest is made over, as it was written: the file can be verified by itself. */
const COLUMNS: readonly Column[] = [
  { es: 'Número', en: 'Number', of: (row) => row.number },
  { es: 'Fecha UTC', en: 'Date UTC', of: (row) => row.at },
  { es: 'Fecha local', en: 'Local date', of: (row, timeZone) => localTime(row.at, timeZone) },
  { es: 'Acto', en: 'Act', of: (row) => row.kind },
  { es: 'Id de quien lo hizo', en: 'Id of who did it', of: (row) => row.cashierId },
  { es: 'Quién lo hizo', en: 'Who did it', of: (row) => row.cashierName },
  { es: 'Id de quien lo autorizó', en: 'Id of who allowed it', of: (row) => row.approvedBy },
  { es: 'Quién lo autorizó', en: 'Who allowed it', of: (row) => row.approverName },
  { es: 'Detalle', en: 'Detail', of: (row) => row.detail },
  { es: 'Huella', en: 'Digest', of: (row) => row.digest },
];

function headOf(column: Column, language: Language): string {
  return language === 'en' ? column.en : column.es;
}

function fileName(filter: AuditFilter, now: number, timeZone: string): string {
  const days = [filter.from ?? 'all', filter.to ?? dayOf(now, timeZone)];
  const time = isoTime(now).slice(11, 19).replaceAll(':', '');
  return `mostrador-audit-${[...new Set(days)].join('-a-')}-${time}.csv`;
}

function localTime(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(Date.parse(iso));
}
