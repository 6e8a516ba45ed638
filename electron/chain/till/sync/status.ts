import {
  getPrinterStatusLevel,
  getServiceStatusLevel,
  type StatusLine,
  toStatusColor,
} from '../../../../shared/contract/index.ts';
import { readLedgerStatusFacts } from '../../../back-office/monitoring/index.ts';
import { readLastAuditRow } from '../../../ledger/audit/index.ts';
import { createRowReader, type Database } from '../../../ledger/index.ts';
import type { PushedTillStatus } from '../../protocol/index.ts';

export interface TillStatusSources {
  readonly applicationVersion: string;
  readonly posNumber: string;
  readonly line: Pick<StatusLine, 'service' | 'printer'>;
  /**
   * The time that has certainly passed by every clock of the service heard lately; null if none
   * was. Milliseconds since the epoch.
   */
  readonly certainlyPassedTime: number | null;
}

/**
 * A request carries the Date of its sending; by the service's clock it may be older by its whole
 * signature lifetime.
 */
const SIGNATURE_TTL_SECONDS = 900;

/**
 * Builds the status of a push. `isEverythingPushed`: the push contains everything that is in the ledger now.
 * Everything that the service performed before now is then in the chain, except payments whose
 * outcome is unknown: `open_since` is the time of the oldest. Only the service's time can order
 * these events: a till that does not know it sends no `until`.
 */
export function buildPushedTillStatus(
  database: Pick<Database, 'prepare'>,
  { applicationVersion, posNumber, line, certainlyPassedTime }: TillStatusSources,
  options: {
    readonly isEverythingPushed: boolean;
    readonly isClosing: boolean;
    readonly doneNotices: readonly number[];
  },
): PushedTillStatus {
  const facts = readLedgerStatusFacts(database);
  const audit = readLastAuditRow(database);
  const open = readOpenPayments(database);
  const { lastAnswerAt, clockOffSeconds } = line.service;
  return {
    version: applicationVersion,
    pos: posNumber,
    until:
      options.isEverythingPushed && certainlyPassedTime !== null
        ? Math.floor(certainlyPassedTime / 1_000)
        : null,
    closed: options.isClosing && options.isEverythingPushed,
    open_since: open.since === null ? null : Math.max(0, open.since - SIGNATURE_TTL_SECONDS),
    unresolved: open.count,
    papers: facts.papersWaiting,
    backup_at: facts.lastBackupAt,
    clock_offset: lastAnswerAt === null ? null : 0 - clockOffSeconds,
    audit_number: audit?.number ?? null,
    audit_digest: audit?.digest ?? null,
    service: toStatusColor(getServiceStatusLevel(line.service.light)),
    printer: toStatusColor(getPrinterStatusLevel(line.printer.light)),
    hints: [...options.doneNotices],
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
  const reader = createRowReader(row);
  return { count: reader.integer('count'), since: reader.integerOrNull('since') };
}
