import {
  getPrinterStatusLevel,
  getServiceStatusLevel,
  type StatusLine,
  toStatusColor,
} from '../../../../shared/contract/index.ts';
import { readLedgerFacts } from '../../../back-office/monitoring/index.ts';
import { readLastAuditRow } from '../../../ledger/audit/index.ts';
import { type Database, readRow } from '../../../ledger/index.ts';
import type { ChainStatus } from '../protocol/index.ts';

export interface StatusSources {
  readonly applicationVersion: string;
  readonly posNumber: string;
  readonly line: StatusLine;
  /** By every clock of the service that was heard lately; null if none was. Milliseconds. */
  readonly passedTime: number | null;
}

/** A request carries the Date of its sending; by the service's clock it may be older by its whole life. */
const SIGNATURE_TTL_SECONDS = 900;

/**
 * What a push says of the till. `isAll`: it brings everything that is in the ledger at this moment. So all
 * that the service performed before now is in the chain, but for payments whose outcome is not known:
 * `open_since` dates the oldest. Only the service's time says what was before what. A till that has not
 * heard it says nothing of the sort.
 */
export function buildChainStatus(
  database: Pick<Database, 'prepare'>,
  { applicationVersion, posNumber, line, passedTime }: StatusSources,
  how: { readonly isAll: boolean; readonly isClosing: boolean; readonly hints: readonly number[] },
): ChainStatus {
  const facts = readLedgerFacts(database);
  const audit = readLastAuditRow(database);
  const open = readOpenPayments(database);
  const { lastAnswerAt, clockOffSeconds } = line.service;
  return {
    version: applicationVersion,
    pos: posNumber,
    until: how.isAll && passedTime !== null ? Math.floor(passedTime / 1_000) : null,
    closed: how.isClosing && how.isAll,
    open_since: open.since === null ? null : Math.max(0, open.since - SIGNATURE_TTL_SECONDS),
    unresolved: open.count,
    papers: facts.papersWaiting,
    backup_at: facts.lastBackupAt,
    clock_offset: lastAnswerAt === null ? null : 0 - clockOffSeconds,
    audit_number: audit?.number ?? null,
    audit_digest: audit?.digest ?? null,
    service: toStatusColor(getServiceStatusLevel(line.service.light)),
    printer: toStatusColor(getPrinterStatusLevel(line.printer.light)),
    hints: [...how.hints],
  };
}

function readOpenPayments(database: Pick<Database, 'prepare'>): {
  readonly count: number;
  readonly since: number | null;
} {
  const row = database
    .prepare(
      `SELECT count(*) AS count, min(coalesce(unixepoch(s.request_date), unixepoch(i.created_at))) AS since
       FROM outcomes o JOIN intents i ON i.id = o.intent_id
         LEFT JOIN sends s ON s.intent_id = o.intent_id AND s.number = 1
       WHERE o.state IN ('intent', 'sent', 'unknown', 'unclear')`,
    )
    .get();
  if (!row) return { count: 0, since: null };
  const read = readRow(row);
  return { count: read.integer('count'), since: read.integerOrNull('since') };
}
