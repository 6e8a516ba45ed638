import { statfsSync } from 'node:fs';
import { z } from 'zod';
import {
  environmentNameSchema,
  getBillerListsStatus,
  getBillerListsStatusLevel,
  getChainStatusLevel,
  getPrinterStatusLevel,
  getServiceStatusLevel,
  instantSchema,
  type Problem,
  type StatusLine,
  serviceVersionSchema,
  toStatusColor,
  updateBlockerSchema,
} from '../../../shared/contract/index.ts';
import { describeConnectionFault } from '../../../shared/i18n/index.ts';
import { EXIT_CODES, type ExitCode } from '../../platform/index.ts';
import { formatDailyFileName } from '../reconciliation/days/index.ts';
import type { LedgerStatusFacts } from './ledger-facts.ts';
import { findUpdateBlockers, MAX_BACKUP_AGE_MS, type UpdateGateFacts } from './update-gate.ts';

/**
 * The output of `--status --json`, and the content of a heartbeat file. `format` increases when a
 * field changes its meaning or is removed; new fields do not increase it. No field contains
 * personal data or a secret. docs/remote-management.md describes each field.
 */
const colourSchema = z.enum(['green', 'yellow', 'red']);
const countSchema = z.number().int().min(0);

export const statusReportSchema = z.strictObject({
  format: z.literal(1),
  at: instantSchema,
  version: z.string(),
  /**
   * Whether a till is open in this profile. A closed one has no indicators of service and printer.
   */
  running: z.boolean(),
  till: z
    .strictObject({
      environment: environmentNameSchema,
      chainName: z.string(),
      /** As in `lupita_YYYYMMDD.txt`. */
      dailyFileName: z.string(),
      posNumber: z.string(),
      serviceVersion: serviceVersionSchema,
      timeZone: z.string(),
    })
    .nullable(),
  worst: colourSchema,
  /**
   * The indicators. `code` is the state of one; `detail` is the reason, if known. `--status --json`
   * prints these names.
   */
  lights: z.array(
    z.strictObject({
      light: z.string(),
      colour: colourSchema,
      code: z.string(),
      detail: z.string().nullable(),
    }),
  ),
  /** Null if the ledger is unreadable; the indicator `ledger` then contains the reason. */
  ledger: z
    .strictObject({
      unresolved: countSchema,
      openShifts: countSchema,
      owed: countSchema,
      papersWaiting: countSchema,
      missingDays: countSchema,
      lastUploadAt: instantSchema.nullable(),
      lastBackupAt: instantSchema.nullable(),
      ratesAt: instantSchema.nullable(),
      catalogAt: instantSchema.nullable(),
      /** In seconds; null if no list was ever received. */
      catalogAge: z.number().int().nullable(),
    })
    .nullable(),
  disk: z.strictObject({
    profileFreeBytes: countSchema.nullable(),
    backupFreeBytes: countSchema.nullable(),
  }),
  clock: z.strictObject({
    /** The computer's time. */
    machine: instantSchema,
    /**
     * The service's time minus the computer's, in seconds; null if the service has not answered
     * since the start.
     */
    offset: z.number().int().nullable(),
    zone: z.string(),
  }),
  /** Whether an update may be installed now; `notToUpdate` lists the reasons if not. */
  mayUpdate: z.boolean(),
  notToUpdate: z.array(updateBlockerSchema),
});
export type StatusReport = z.infer<typeof statusReportSchema>;
type StatusIndicator = StatusReport['lights'][number];

export interface StatusReportSources {
  readonly version: string;
  readonly profileFolder: string;
  /** This computer's time, in milliseconds since the epoch. */
  readonly now: number;
  readonly till:
    | (Omit<NonNullable<StatusReport['till']>, 'dailyFileName'> & {
        readonly backupFolder: string | null;
        readonly shifts: UpdateGateFacts['shifts'];
      })
    | null;
  readonly ledgerFacts: LedgerStatusFacts | null;
  /** Whether the owner's recovery key is confirmed; null in training, or if unknown. */
  readonly hasRecoveryKey: boolean | null;
  /** Why the till does not open; null if it does. */
  readonly problem: Problem | null;
  /** Null while no till is open in this profile. */
  readonly open: {
    readonly line: StatusLine;
    readonly isSending: boolean;
    readonly hasCustomer: boolean;
  } | null;
}

export function buildStatusReport(sources: StatusReportSources): StatusReport {
  const { now, ledgerFacts: facts, open } = sources;
  const indicators = buildIndicators(sources);
  const indicatorColours = indicators.map((light) => light.colour);
  const gateFacts = toUpdateGateFacts(sources);
  const blockers = gateFacts === null ? [] : findUpdateBlockers(gateFacts);
  return {
    format: 1,
    at: toIsoTime(now),
    version: sources.version,
    running: open !== null,
    till: sources.till && {
      environment: sources.till.environment,
      chainName: sources.till.chainName,
      dailyFileName: formatDailyFileName(sources.till.chainName, 'YYYYMMDD'),
      posNumber: sources.till.posNumber,
      serviceVersion: sources.till.serviceVersion,
      timeZone: sources.till.timeZone,
    },
    worst: indicatorColours.includes('red')
      ? 'red'
      : indicatorColours.includes('yellow')
        ? 'yellow'
        : 'green',
    lights: indicators,
    ledger: facts && {
      ...facts,
      catalogAge:
        facts.catalogAt === null ? null : Math.round((now - Date.parse(facts.catalogAt)) / 1000),
    },
    disk: {
      profileFreeBytes: getFreeDiskBytes(sources.profileFolder),
      backupFreeBytes: sources.till?.backupFolder
        ? getFreeDiskBytes(sources.till.backupFolder)
        : null,
    },
    clock: {
      machine: toIsoTime(now),
      offset: open?.line.service.lastAnswerAt == null ? null : open.line.service.clockOffSeconds,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    mayUpdate: blockers.length === 0,
    notToUpdate: blockers,
  };
}

/** Returns the exit code of `--status`, decided by the worst indicator. */
export function toStatusExitCode({ till, ledger, worst }: StatusReport): ExitCode {
  if (till === null) return EXIT_CODES.notThisTill;
  if (ledger === null) return EXIT_CODES.held;
  switch (worst) {
    case 'green':
      return EXIT_CODES.done;
    case 'yellow':
      return EXIT_CODES.attention;
    case 'red':
      return EXIT_CODES.critical;
  }
}

/** Formats the report as lines for a terminal. */
export function formatStatusReport(report: StatusReport): string[] {
  const { till, ledger } = report;
  return [
    till === null
      ? 'No till is set up in this profile.'
      : `${till.chainName} ${till.posNumber}, ${till.environment}, Mostrador ${report.version}, ${report.running ? 'open' : 'closed'}`,
    ...(till === null ? [] : [`daily file ${till.dailyFileName}`]),
    ...report.lights.map(
      ({ light, colour, code, detail }) =>
        `${colour.padEnd(7)}${light}: ${code}${detail === null ? '' : ` (${detail})`}`,
    ),
    ...(ledger === null
      ? []
      : [
          `unresolved payments ${ledger.unresolved}, open shifts ${ledger.openShifts}, refunds owed ${ledger.owed}, papers waiting ${ledger.papersWaiting}`,
          `last upload ${ledger.lastUploadAt ?? 'never'}, backup ${ledger.lastBackupAt ?? 'never'}, rates ${ledger.ratesAt ?? 'never'}`,
        ]),
    report.notToUpdate.length === 0
      ? 'An update may be installed now.'
      : `An update must wait: ${report.notToUpdate.join(', ')}`,
  ];
}

function buildIndicators(sources: StatusReportSources): StatusIndicator[] {
  const { problem, ledgerFacts: facts, open, now, till, hasRecoveryKey } = sources;
  if (till === null && problem === null) return [createIndicator('till', 'red', 'not-set-up')];
  const indicators: StatusIndicator[] = [];
  if (problem !== null) {
    indicators.push(
      createIndicator('ledger', 'red', 'reason' in problem ? problem.reason : problem.kind),
    );
  }
  if (facts !== null) {
    const { unresolved, owed, lastBackupAt } = facts;
    indicators.push(
      createIndicator(
        'payments',
        unresolved === 0 ? 'green' : 'yellow',
        unresolved === 0 ? 'none' : 'unresolved',
      ),
    );
    if (owed > 0) indicators.push(createIndicator('owed', 'red', 'owed'));
    const isBackupOld = lastBackupAt === null || now - Date.parse(lastBackupAt) > MAX_BACKUP_AGE_MS;
    if (open?.line.backup == null) {
      indicators.push(
        createIndicator('backup', isBackupOld ? 'yellow' : 'green', isBackupOld ? 'old' : 'made'),
      );
    }
  }
  if (hasRecoveryKey !== null) {
    const code = hasRecoveryKey ? 'confirmed' : 'none';
    indicators.push(createIndicator('recovery-key', hasRecoveryKey ? 'green' : 'yellow', code));
  }
  if (open !== null) indicators.push(...buildOpenTillIndicators(open.line));
  return indicators;
}

function buildOpenTillIndicators(line: StatusLine): StatusIndicator[] {
  const lists = getBillerListsStatus(line);
  const indicators: StatusIndicator[] = [
    createIndicator(
      'service',
      toStatusColor(getServiceStatusLevel(line.service.light)),
      line.service.light,
      line.service.reason,
    ),
    createIndicator(
      'printer',
      toStatusColor(getPrinterStatusLevel(line.printer.light)),
      line.printer.light,
    ),
    createIndicator('lists', toStatusColor(getBillerListsStatusLevel(lists)), lists),
  ];
  const { fault } = line.service;
  if (fault !== null) {
    indicators.push(
      createIndicator('connection', 'red', fault.kind, describeConnectionFault(fault, 'en')),
    );
  }
  const { light: disk } = line.disk;
  indicators.push(
    createIndicator('disk', disk === 'room' ? 'green' : disk === 'low' ? 'yellow' : 'red', disk),
  );
  if (line.account !== null) {
    const { isLow } = line.account;
    indicators.push(createIndicator('account', isLow ? 'red' : 'green', isLow ? 'low' : 'known'));
  }
  if (line.dailyFile !== null) {
    const { days, isLate } = line.dailyFile;
    const state = days === 0 ? 'green' : isLate ? 'red' : 'yellow';
    indicators.push(
      createIndicator('daily-file', state, days === 0 ? 'in' : isLate ? 'missing' : 'due'),
    );
  }
  if (line.chain !== null) {
    const { light: chainLight, sentAt } = line.chain;
    indicators.push(
      createIndicator('chain', toStatusColor(getChainStatusLevel(chainLight)), chainLight, sentAt),
    );
  }
  if (line.backup !== null) indicators.push(createIndicator('backup', 'red', line.backup.reason));
  if (line.update !== null) {
    const { refused, version, isReady } = line.update;
    const code = refused === null ? (isReady ? 'ready' : 'offered') : 'refused';
    indicators.push(
      createIndicator('update', refused === null ? 'green' : 'yellow', code, refused ?? version),
    );
  }
  if (line.refused !== null) {
    indicators.push(createIndicator('settings', 'red', 'refused', line.refused.problem.kind));
  }
  const { settingsEditedAt, settingsEdited, fileLeft } = line.warned;
  if (settingsEditedAt !== null) {
    indicators.push(createIndicator('settings', 'red', 'edited', settingsEdited.join(' ') || null));
  }
  if (fileLeft !== null) indicators.push(createIndicator('settings', 'red', 'file-left'));
  return indicators;
}

/**
 * Returns the facts for the update gate; null if no till is set up, which has nothing to lose.
 * Unreadable settings count like an unreadable ledger.
 */
export function toUpdateGateFacts({
  ledgerFacts: facts,
  open,
  till,
  problem,
  now,
}: StatusReportSources): UpdateGateFacts | null {
  if (till === null && problem === null) return null;
  return {
    ledger: facts,
    isLedgerOfNewerProgram:
      problem?.kind === 'storage' && ['newer-version', 'newer-settings'].includes(problem.reason),
    isSendingPayment: open?.isSending ?? false,
    isServingCustomer: open?.hasCustomer ?? false,
    shifts: till?.shifts ?? 'required',
    timeZone: till?.timeZone ?? 'UTC',
    now,
  };
}

function createIndicator(
  name: string,
  colour: StatusIndicator['colour'],
  code: string,
  detail: string | null = null,
): StatusIndicator {
  return { light: name, colour, code, detail };
}

export function getFreeDiskBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
