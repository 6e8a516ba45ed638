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
import { EXIT, type ExitCode } from '../../platform/index.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { findUpdateHindrances, MAX_BACKUP_AGE_MS, type UpdateGateFacts } from './update-gate.ts';

/**
 * What `--status --json` prints, and what a heartbeat file holds. `format` grows when a field changes
 * its meaning or goes; new fields come without that. No field is about a person or a customer, and
 * none is a secret: docs/from-afar.md describes each.
 */
const colour = z.enum(['green', 'yellow', 'red']);
const countSchema = z.number().int().min(0);

export const statusReportSchema = z.strictObject({
  format: z.literal(1),
  at: instantSchema,
  version: z.string(),
  /** Whether a till is open in this profile. A closed one has no lights of service and printer. */
  running: z.boolean(),
  till: z
    .strictObject({
      environment: environmentNameSchema,
      chainName: z.string(),
      posNumber: z.string(),
      serviceVersion: serviceVersionSchema,
      timeZone: z.string(),
    })
    .nullable(),
  worst: colour,
  /** `code` is what the light says, in the words of the program; `detail` why, where it is known. */
  lights: z.array(
    z.strictObject({
      light: z.string(),
      colour,
      code: z.string(),
      detail: z.string().nullable(),
    }),
  ),
  /** Null if the ledger cannot be read; the light `ledger` says why. */
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
      /** Seconds; null where no list has ever come. */
      catalogAge: z.number().int().nullable(),
    })
    .nullable(),
  disk: z.strictObject({
    profileFreeBytes: countSchema.nullable(),
    backupFreeBytes: countSchema.nullable(),
  }),
  clock: z.strictObject({
    /** The computer's. */
    machine: instantSchema,
    /** The service's minus the computer's, in seconds; null if it was not heard since the start. */
    offset: z.number().int().nullable(),
    zone: z.string(),
  }),
  /** Whether an update may be installed now, and if not, why it has to wait. */
  mayUpdate: z.boolean(),
  notToUpdate: z.array(updateBlockerSchema),
});
export type StatusReport = z.infer<typeof statusReportSchema>;
type StatusIndicator = StatusReport['lights'][number];

export interface ReportSources {
  readonly version: string;
  readonly profileFolder: string;
  /** This computer's time, in milliseconds since the epoch. */
  readonly now: number;
  readonly till:
    | (NonNullable<StatusReport['till']> & {
        readonly backupFolder: string | null;
        readonly shifts: UpdateGateFacts['shifts'];
      })
    | null;
  readonly facts: LedgerFacts | null;
  /** Whether the owner's recovery key is confirmed; null in training, or where that is not known. */
  readonly hasRecoveryKey: boolean | null;
  /** Why the till does not open, where it does not. */
  readonly trouble: Problem | null;
  /** Null while no till is open here. */
  readonly open: {
    readonly line: StatusLine;
    readonly isSending: boolean;
    readonly hasCustomer: boolean;
  } | null;
}

export function buildStatusReport(from: ReportSources): StatusReport {
  const { now, facts, open } = from;
  const lights = buildIndicators(from);
  const colours = lights.map((light) => light.colour);
  const gate = toUpdateGateFacts(from);
  const waitsFor = gate === null ? [] : findUpdateHindrances(gate);
  return {
    format: 1,
    at: toIsoTime(now),
    version: from.version,
    running: open !== null,
    till: from.till && {
      environment: from.till.environment,
      chainName: from.till.chainName,
      posNumber: from.till.posNumber,
      serviceVersion: from.till.serviceVersion,
      timeZone: from.till.timeZone,
    },
    worst: colours.includes('red') ? 'red' : colours.includes('yellow') ? 'yellow' : 'green',
    lights,
    ledger: facts && {
      ...facts,
      catalogAge:
        facts.catalogAt === null ? null : Math.round((now - Date.parse(facts.catalogAt)) / 1000),
    },
    disk: {
      profileFreeBytes: getFreeBytes(from.profileFolder),
      backupFreeBytes: from.till?.backupFolder ? getFreeBytes(from.till.backupFolder) : null,
    },
    clock: {
      machine: toIsoTime(now),
      offset: open?.line.service.lastAnswerAt == null ? null : open.line.service.clockOffSeconds,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    mayUpdate: waitsFor.length === 0,
    notToUpdate: waitsFor,
  };
}

/** The exit code of `--status`, by the worst light. */
export function toExitCode({ till, ledger, worst }: StatusReport): ExitCode {
  if (till === null) return EXIT.notThisTill;
  if (ledger === null) return EXIT.held;
  switch (worst) {
    case 'green':
      return EXIT.done;
    case 'yellow':
      return EXIT.attention;
    case 'red':
      return EXIT.trouble;
  }
}

/** For a person at a terminal. */
export function formatStatusReport(report: StatusReport): string[] {
  const { till, ledger } = report;
  return [
    till === null
      ? 'No till is set up in this profile.'
      : `${till.chainName} ${till.posNumber}, ${till.environment}, Mostrador ${report.version}, ${report.running ? 'open' : 'closed'}`,
    ...report.lights.map(
      ({ light, colour, code, detail }) =>
        `${colour.padEnd(7)}${light}: ${code}${detail === null ? '' : ` (${detail})`}`,
    ),
    ...(ledger === null
      ? []
      : [
          `unresolved ${ledger.unresolved}, open shifts ${ledger.openShifts}, owed ${ledger.owed}, papers waiting ${ledger.papersWaiting}`,
          `last upload ${ledger.lastUploadAt ?? 'never'}, backup ${ledger.lastBackupAt ?? 'never'}, rates ${ledger.ratesAt ?? 'never'}`,
        ]),
    report.notToUpdate.length === 0
      ? 'An update may be installed.'
      : `An update waits: ${report.notToUpdate.join(', ')}`,
  ];
}

function buildIndicators(from: ReportSources): StatusIndicator[] {
  const { trouble, facts, open, now, till, hasRecoveryKey } = from;
  if (till === null && trouble === null) return [createIndicator('till', 'red', 'not-set-up')];
  const lights: StatusIndicator[] = [];
  if (trouble !== null) {
    lights.push(
      createIndicator('ledger', 'red', 'reason' in trouble ? trouble.reason : trouble.kind),
    );
  }
  if (facts !== null) {
    const { unresolved, owed, lastBackupAt } = facts;
    lights.push(
      createIndicator(
        'payments',
        unresolved === 0 ? 'green' : 'yellow',
        unresolved === 0 ? 'none' : 'unresolved',
      ),
    );
    if (owed > 0) lights.push(createIndicator('owed', 'red', 'owed'));
    const isOld = lastBackupAt === null || now - Date.parse(lastBackupAt) > MAX_BACKUP_AGE_MS;
    if (open?.line.backup == null) {
      lights.push(createIndicator('backup', isOld ? 'yellow' : 'green', isOld ? 'old' : 'made'));
    }
  }
  if (hasRecoveryKey !== null) {
    const code = hasRecoveryKey ? 'confirmed' : 'none';
    lights.push(createIndicator('recovery-key', hasRecoveryKey ? 'green' : 'yellow', code));
  }
  if (open !== null) lights.push(...buildOpenTillIndicators(open.line));
  return lights;
}

function buildOpenTillIndicators(line: StatusLine): StatusIndicator[] {
  const lists = getBillerListsStatus(line);
  const lights: StatusIndicator[] = [
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
  const { light: disk } = line.disk;
  lights.push(
    createIndicator('disk', disk === 'room' ? 'green' : disk === 'low' ? 'yellow' : 'red', disk),
  );
  if (line.account !== null) {
    const { isLow } = line.account;
    lights.push(createIndicator('account', isLow ? 'red' : 'green', isLow ? 'low' : 'known'));
  }
  if (line.dailyFile !== null) {
    const { days, isLate } = line.dailyFile;
    const state = days === 0 ? 'green' : isLate ? 'red' : 'yellow';
    lights.push(
      createIndicator('daily-file', state, days === 0 ? 'in' : isLate ? 'missing' : 'due'),
    );
  }
  if (line.chain !== null) {
    const { light: word, sentAt } = line.chain;
    lights.push(createIndicator('chain', toStatusColor(getChainStatusLevel(word)), word, sentAt));
  }
  if (line.backup !== null) lights.push(createIndicator('backup', 'red', line.backup.reason));
  if (line.update !== null) {
    const { refused, version, isReady } = line.update;
    const code = refused === null ? (isReady ? 'ready' : 'offered') : 'refused';
    lights.push(
      createIndicator('update', refused === null ? 'green' : 'yellow', code, refused ?? version),
    );
  }
  if (line.refused !== null) {
    lights.push(createIndicator('settings', 'red', 'refused', line.refused.problem.kind));
  }
  const { settingsEditedAt, settingsEdited, fileLeft } = line.warned;
  if (settingsEditedAt !== null) {
    lights.push(createIndicator('settings', 'red', 'edited', settingsEdited.join(' ') || null));
  }
  if (fileLeft !== null) lights.push(createIndicator('settings', 'red', 'file-left'));
  return lights;
}

/**
 * What the gate of updates asks; null where no till is set up, which has nothing to lose. Settings
 * that cannot be read say as little as a ledger that cannot.
 */
export function toUpdateGateFacts({
  facts,
  open,
  till,
  trouble,
  now,
}: ReportSources): UpdateGateFacts | null {
  if (till === null && trouble === null) return null;
  return {
    ledger: facts,
    isOfNewerProgram:
      trouble?.kind === 'storage' && ['newer-version', 'newer-settings'].includes(trouble.reason),
    isSending: open?.isSending ?? false,
    hasCustomer: open?.hasCustomer ?? false,
    shifts: till?.shifts ?? 'required',
    timeZone: till?.timeZone ?? 'UTC',
    now,
  };
}

function createIndicator(
  name: string,
  shown: StatusIndicator['colour'],
  code: string,
  detail: string | null = null,
): StatusIndicator {
  return { light: name, colour: shown, code, detail };
}

export function getFreeBytes(folder: string): number | null {
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
