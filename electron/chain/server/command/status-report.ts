import {
  CHAIN_BACKUP_LATE_AFTER_MS,
  MAX_CLOCK_DIFFERENCE_MS,
  TILL_SILENT_AFTER_MS,
} from '../../../../shared/rules/index.ts';
import type { ChainServerServiceStatus } from '../config/index.ts';
import type { DailyFileStatus } from '../daily-file/index.ts';

export interface TillStatusRow {
  /** The till's login. */
  readonly user: string;
  readonly shop: string;
  /** As enrolled: the chain stores the till's payments under it. */
  readonly posNumber: string;
  /** As set in the till. */
  readonly reportedPosNumber: string;
  /** Null if it has never reported. */
  readonly seenAt: string | null;
  readonly silentSeconds: number | null;
  /** It was closed in order. */
  readonly isClosed: boolean;
  readonly unresolved: number;
  readonly papers: number;
  readonly version: string | null;
  /** Seconds by which its clock is ahead of the service's. */
  readonly clockOffset: number | null;
  /** When the process last ended its sessions; null if not in the last day and not barred. */
  readonly endedAt: string | null;
  readonly endedReason: string | null;
  /** Since when its login is barred. */
  readonly barredAt: string | null;
  /** Since when it was asked to replace its password; null once it has. */
  readonly passwordDueAt: string | null;
}

/** An open payment that no ledger holds any more: nobody looks it up again. */
export interface OrphanedPayment {
  readonly externalId: string;
  readonly day: string;
  readonly shop: string;
  readonly posNumber: string;
  readonly amount: string;
  readonly currency: string;
}

/**
 * The status of the chain in its database. Times are ISO 8601 in UTC. `chain status --json` prints it:
 * monitoring tools know its field names and codes.
 */
export interface ChainStatusReport {
  readonly at: string;
  readonly database: string;
  /** The server that answered. */
  readonly host: string;
  /** The version of the database's schema. */
  readonly schema: number;
  readonly tills: readonly TillStatusRow[];
  /** The server's connections of all databases, and how many it accepts from logins of a chain. */
  readonly connections: { readonly used: number; readonly max: number };
  readonly databaseBytes: number;
  /** Of the chain's logins; null if none has a transaction open. */
  readonly oldestTransactionSeconds: number | null;
  /** Payments outside the monthly partitions, counted up to 100,000. */
  readonly defaultPartitionRows: number;
  /** The number of rows that the database could not store, each set aside with its reason. */
  readonly refusedRows: number;
  /** The number of webhook notices whose till has not asked the service within five minutes. */
  readonly hintsWaiting: number;
  /** The number of waiting notices about payments of retired tills that no other till has reported. */
  readonly hintsOfRetired: number;
  /**
   * When the oldest webhook notice came that was not yet given to the tills that pushed its payment at
   * the same time; null if there is none.
   */
  readonly hintsUnclaimedSince: string | null;
  /** When webhooks were last rejected because too many came; null if not in the last day. */
  readonly turnedAwayAt: string | null;
  /**
   * When all steps of the retention last succeeded; before the first time, when the first till was
   * enrolled. Null without tills.
   */
  readonly retentionAt: string | null;
  /**
   * When `chain host` last made a backup; before the first one, when it set the chain up. Null where it
   * makes none.
   */
  readonly backupAt: string | null;
  /** The oldest of them, and the number of all. */
  readonly orphanedPayments: readonly OrphanedPayment[];
  readonly orphanedPaymentCount: number;
  readonly dailyFile: DailyFileStatus;
}

export interface ChainStatusIndicator extends ChainServerServiceStatus {
  readonly code:
    | 'till-never'
    | 'till-silent'
    | 'till-unresolved'
    | 'till-clock'
    | 'till-barred'
    | 'till-ended'
    | 'pos-differs'
    | 'password-due'
    | 'few-connections'
    | 'refused-rows'
    | 'hints-waiting'
    | 'hints-of-retired'
    | 'payment-orphaned'
    | 'webhooks-turned-away'
    | 'no-maker'
    | 'retention-late'
    | 'backup-late'
    | 'upload-journal'
    | 'day-missing'
    | 'day-in-doubt'
    | 'tills-awaited'
    | 'tills-missing'
    | 'file-differs'
    | 'differences'
    | 'list-not-read'
    | 'list-not-reread';
}

/** The beginning of an external_id with which `chain close` names a payment. */
export const MIN_PAYMENT_KEY_LENGTH = 8;
/** An open till looks every hour. */
const PASSWORD_LATE_AFTER_MS = 86_400_000;
const RETENTION_LATE_AFTER_MS = 2 * 86_400_000;
/** A failed upload is retried for nearly as long. */
const LATE_AFTER_MS = 3_600_000;
const LIST_LATE_AFTER_MS = 86_400_000;
const MAX_WAITING_NOTICES = 100;
/** It is done every minute. */
const CLAIM_LATE_AFTER_MS = 15 * 60_000;
const MAX_USED_CONNECTIONS_RATIO = 0.8;

export function computeStatusIndicators(state: ChainStatusReport): {
  readonly worst: ChainServerServiceStatus['level'];
  readonly indicators: readonly ChainStatusIndicator[];
} {
  const indicators = [
    ...listTillIndicators(state.tills),
    ...listChainIndicators(state),
    ...listOrphanedPaymentIndicators(state),
    ...listDailyFileIndicators(state),
  ];
  const worst = indicators.some(({ level }) => level === 'red')
    ? 'red'
    : indicators.length > 0
      ? 'yellow'
      : 'green';
  return { worst, indicators };
}

function listTillIndicators(tills: readonly TillStatusRow[]): ChainStatusIndicator[] {
  return tills.flatMap((till): ChainStatusIndicator[] => {
    const { posNumber, shop, silentSeconds, unresolved, clockOffset } = till;
    const name = `till ${posNumber} (${shop})`;
    const yellow = (code: ChainStatusIndicator['code'], text: string): ChainStatusIndicator => ({
      code,
      level: 'yellow',
      text: `${name} ${text}`,
    });
    if (silentSeconds === null) {
      return [
        yellow(
          'till-never',
          `has never reported, and the daily file waits for it. Apply its settings patch at the till, or run chain retire ${till.user}`,
        ),
      ];
    }
    const indicators: ChainStatusIndicator[] = [];
    if (!till.isClosed && silentSeconds > TILL_SILENT_AFTER_MS / 1000) {
      const text = `was not closed properly and has not reported for ${formatDuration(silentSeconds)}`;
      indicators.push(yellow('till-silent', text));
    }
    if (unresolved > 0) {
      indicators.push(yellow('till-unresolved', `has unresolved payments: ${unresolved}`));
    }
    if (clockOffset !== null && Math.abs(clockOffset) > MAX_CLOCK_DIFFERENCE_MS / 1000) {
      const text = `has a clock that is wrong by ${formatDuration(Math.abs(clockOffset))}`;
      indicators.push(yellow('till-clock', text));
    }
    return indicators;
  });
}

function listChainIndicators(state: ChainStatusReport): ChainStatusIndicator[] {
  const { at, tills, connections, refusedRows, hintsWaiting, hintsOfRetired, turnedAwayAt } = state;
  const { hintsUnclaimedSince } = state;
  const indicators: ChainStatusIndicator[] = [];
  for (const { user, shop, posNumber, endedAt, endedReason, barredAt } of tills) {
    if (endedAt === null) continue;
    const isBarred = barredAt !== null;
    const done = isBarred ? `is barred since ${barredAt}` : `had sessions ended at ${endedAt}`;
    indicators.push({
      code: isBarred ? 'till-barred' : 'till-ended',
      level: 'red',
      text: `till ${posNumber} (${shop}) ${done}: ${endedReason}. No till does that: somebody else may have its login. Run chain retire ${user}, and enroll the till again`,
    });
  }
  for (const { user, shop, posNumber, reportedPosNumber } of tills) {
    if (reportedPosNumber === posNumber) continue;
    const text = `till ${posNumber} (${shop}) has the POS number "${reportedPosNumber}" in its settings, and the daily file names it ${posNumber}. Set ${posNumber} there, or run chain retire ${user} and enroll it with the other number`;
    indicators.push({ code: 'pos-differs', level: 'red', text });
  }
  for (const { user, shop, posNumber, passwordDueAt } of tills) {
    if (
      passwordDueAt === null ||
      Date.parse(at) - Date.parse(passwordDueAt) < PASSWORD_LATE_AFTER_MS
    )
      continue;
    const text = `till ${posNumber} (${shop}) was asked at ${passwordDueAt} to replace its password, and has not: it was closed, it has an older version, or it has no key store that keeps another one. If it was open, run chain rotate-passwords --remaining-tills, and apply its file (${user})`;
    indicators.push({ code: 'password-due', level: 'yellow', text });
  }
  const { used, max } = connections;
  if (used > max * MAX_USED_CONNECTIONS_RATIO) {
    const text = `the server has ${used} of ${max} connections in use. Raise max_connections, or find in pg_stat_activity who holds them`;
    indicators.push({ code: 'few-connections', level: 'yellow', text });
  }
  if (refusedRows > 0) {
    const text = `the database refused ${refusedRows} rows of tills. F7, Chain lists them`;
    indicators.push({ code: 'refused-rows', level: 'red', text });
  }
  if (hintsWaiting > MAX_WAITING_NOTICES) {
    const text = `${hintsWaiting} webhooks wait until their tills connect`;
    indicators.push({ code: 'hints-waiting', level: 'yellow', text });
  }
  if (
    hintsUnclaimedSince !== null &&
    Date.parse(at) - Date.parse(hintsUnclaimedSince) > CLAIM_LATE_AFTER_MS
  ) {
    const text = `webhooks that came since ${hintsUnclaimedSince} while their payments were being reported have not reached the tills. If chain start runs, its log says why`;
    indicators.push({ code: 'hints-waiting', level: 'yellow', text });
  }
  if (hintsOfRetired > 0) {
    const text = `${hintsOfRetired} webhooks are about payments of retired tills. Restore the ledger on a till, or ask the service about them`;
    indicators.push({ code: 'hints-of-retired', level: 'yellow', text });
  }
  if (turnedAwayAt !== null) {
    const text = `webhooks were rejected, last at ${turnedAwayAt}, because too many arrived. If the service did not send them, change the token in the address`;
    indicators.push({ code: 'webhooks-turned-away', level: 'yellow', text });
  }
  return indicators;
}

function listOrphanedPaymentIndicators({
  orphanedPayments,
  orphanedPaymentCount,
}: ChainStatusReport): ChainStatusIndicator[] {
  const toIndicator = (text: string): ChainStatusIndicator => ({
    code: 'payment-orphaned',
    level: 'yellow',
    text,
  });
  const indicators = orphanedPayments.map(
    ({ externalId, day, shop, posNumber, amount, currency }) => {
      const key = externalId.slice(0, MIN_PAYMENT_KEY_LENGTH);
      return toIndicator(
        `payment ${key} of ${day} at till ${posNumber} (${shop}), ${amount} ${currency}, has no outcome, and no till has it any more. Run chain close ${key} --reason REASON: the service's list decides whether it was paid`,
      );
    },
  );
  const more = orphanedPaymentCount - orphanedPayments.length;
  return more > 0
    ? [...indicators, toIndicator(`${more} more payments have no outcome and no till`)]
    : indicators;
}

function listDailyFileIndicators({
  at,
  retentionAt,
  backupAt,
  dailyFile: { maker, days, missingBefore, oldestMissing, journalProblem },
}: ChainStatusReport): ChainStatusIndicator[] {
  const indicators: ChainStatusIndicator[] = [];
  const add = (code: ChainStatusIndicator['code'], level: 'yellow' | 'red', text: string): void => {
    indicators.push({ code, level, text });
  };
  if (maker === null)
    add(
      'no-maker',
      'red',
      'no process creates the daily file. Run chain start; if chain host made the chain, sudo mostrador-cli chain host',
    );
  if (retentionAt !== null && Date.parse(at) - Date.parse(retentionAt) > RETENTION_LATE_AFTER_MS) {
    const text = `old account numbers were last shortened, and old payments deleted, at ${retentionAt}. The log of chain start names the step that fails`;
    add('retention-late', 'red', text);
  }
  if (backupAt !== null && Date.parse(at) - Date.parse(backupAt) > CHAIN_BACKUP_LATE_AFTER_MS) {
    const text = `no backup of the database has succeeded since ${backupAt}. On the computer of the main till, sudo journalctl -u mostrador-chain-backup says why`;
    add('backup-late', 'yellow', text);
  }
  if (journalProblem !== null) add('upload-journal', 'red', journalProblem);
  if (missingBefore > 0) {
    const text = `${missingBefore} older daily files are missing or in doubt, the first that of ${oldestMissing}, and payments from then on are not deleted. If it was delivered another way, run chain day ${oldestMissing} --handed-in REASON`;
    add('day-missing', 'red', text);
  }
  for (const {
    day,
    state,
    dueAt,
    missingTills,
    waitsFor,
    uploadProblem,
    differences,
    reread,
    isListUnread,
    listProblem,
    isComparisonOutdated,
    differsFromUpload,
  } of days) {
    if (waitsFor.length > 0) {
      add('tills-awaited', 'yellow', `the daily file of ${day} waits for ${waitsFor.join(', ')}`);
    }
    if (state === 'missing') {
      const isLate = Date.parse(at) - Date.parse(dueAt) > LATE_AFTER_MS;
      const cause = uploadProblem === null ? '' : `. The last attempt failed: ${uploadProblem}`;
      const text = `the daily file of ${day} has not been uploaded${cause}`;
      add('day-missing', isLate ? 'red' : 'yellow', text);
    }
    if (state === 'in-doubt') {
      add(
        'day-in-doubt',
        'red',
        `the daily file of ${day} may have arrived. Look on the server, or ask the service. If it has the file, run chain day ${day} --handed-in REASON, otherwise chain day ${day} --send-again REASON`,
      );
    }
    if (missingTills.length > 0 && state === 'uploaded') {
      add(
        'tills-missing',
        'yellow',
        `the daily file of ${day} was sent without ${missingTills.join(', ')}`,
      );
    }
    if (differsFromUpload) {
      const text = `the daily file of ${day}, made again after a restore, differs from the one that was uploaded, which may lack payments that are not among the late differences. Save it with chain day ${day} --save DIR, and compare it with the service's`;
      add('file-differs', 'yellow', text);
    }
    const count = Object.values(differences ?? {}).reduce((sum, kindCount) => sum + kindCount, 0);
    if (count > 0) {
      const text = isComparisonOutdated
        ? `${day} differed from the service's list in ${count} transactions before its last payments came late. See F7, Chain`
        : `${day} differs from the service's list in ${count} transactions. See F7, Chain`;
      add('differences', 'yellow', text);
    }
    if (isListUnread && Date.parse(at) - Date.parse(dueAt) > LIST_LATE_AFTER_MS) {
      const cause = listProblem === null ? '' : `. The last attempt failed: ${listProblem}`;
      const text = `the service's list of ${day} could not be read, so its differences may be incomplete. It is tried again every hour. Check "service" in the chain.json of chain start, and whether that computer reaches the service${cause}`;
      add('list-not-read', 'yellow', text);
    }
    if (reread === 'failed') {
      const text = `the service's list of ${day} could not be read again, so refunds made since are not among its differences. It is tried again every hour`;
      add('list-not-reread', 'yellow', text);
    }
  }
  return indicators;
}

export function formatStatusReport(
  report: ChainStatusReport &
    ReturnType<typeof computeStatusIndicators> & { readonly version: string },
): string {
  const { tills, indicators } = report;
  const rows = tills.map((till) => [
    till.posNumber,
    till.shop,
    till.seenAt === null ? 'never' : till.isClosed ? 'closed' : 'open',
    till.silentSeconds === null ? '' : `${formatDuration(till.silentSeconds)} ago`,
    till.seenAt === null ? '' : `${till.unresolved} unresolved`,
    till.version ?? '',
    till.user,
  ]);
  return [
    `The chain ${report.database} at ${report.host}, version ${report.schema}: ${report.worst}`,
    `Connections: ${report.connections.used} of ${report.connections.max}`,
    `Database: ${formatBytes(report.databaseBytes)}, ${report.defaultPartitionRows} rows outside the monthly partitions`,
    `Oldest transaction: ${report.oldestTransactionSeconds === null ? 'none' : formatDuration(report.oldestTransactionSeconds)}`,
    ...formatDailyFile(report.dailyFile),
    '',
    ...formatTable([
      ['POS', 'shop', 'state', 'last report', 'payments', 'version', 'login'],
      ...rows,
    ]),
    '',
    ...indicators.map(({ level, text }) => `${level.padEnd(8)}${text}`),
    ...(indicators.length === 0 ? ['No problems.'] : []),
    '',
  ].join('\n');
}

const MAX_LISTED_DAYS = 5;

function formatDailyFile({ maker, days }: DailyFileStatus): string[] {
  const by = maker === null ? 'no process creates it' : `created by ${maker.holder}`;
  const rows = days
    .slice(0, MAX_LISTED_DAYS)
    .map((day) => [
      `  ${day.day}`,
      day.state,
      day.name,
      day.lines === null ? '' : `${day.lines} lines`,
      formatComparisonLimits(day),
    ]);
  return [`The daily file: ${by}`, ...formatTable(rows)];
}

/** Nothing can be done about them, so they are no problems. */
function formatComparisonLimits(day: DailyFileStatus['days'][number]): string {
  if (day.isComparisonOutdated) return 'compared before its last payments came late';
  return day.reread === 'too-long' ? 'compared without later refunds: the list is too long' : '';
}

function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 2))
      .join('')
      .trimEnd(),
  );
}

function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3600)} h`
    : `${Math.round(seconds / 86_400)} days`;
}

function formatBytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
