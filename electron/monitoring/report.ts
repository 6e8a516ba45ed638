import { statfsSync } from 'node:fs';
import { z } from 'zod';
import {
  chainGlow,
  environmentName,
  glowColour,
  instant,
  listsGlow,
  listsWord,
  type Problem,
  printerGlow,
  type StatusLine,
  serviceGlow,
  serviceVersion,
  updateHindrance,
} from '../../shared/contract/index.ts';
import { EXIT, type ExitCode } from '../platform/index.ts';
import type { LedgerFacts } from './facts.ts';
import { BACKUP_AGE_MS, type GateFacts, hindrances } from './gate.ts';

/**
 * What `--status --json` prints, and what a heartbeat file holds. `format` grows when a field changes
 * its meaning or goes; new fields come without that. No field is about a person or a customer, and
 * none is a secret: docs/from-afar.md describes each.
 */
const colour = z.enum(['green', 'yellow', 'red']);
const count = z.number().int().min(0);

export const statusReport = z.strictObject({
  format: z.literal(1),
  at: instant,
  version: z.string(),
  /** Whether a till is open in this profile. A closed one has no lights of service and printer. */
  running: z.boolean(),
  till: z
    .strictObject({
      environment: environmentName,
      chainName: z.string(),
      posNumber: z.string(),
      serviceVersion,
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
      unresolved: count,
      openShifts: count,
      owed: count,
      papersWaiting: count,
      missingDays: count,
      lastUploadAt: instant.nullable(),
      lastBackupAt: instant.nullable(),
      ratesAt: instant.nullable(),
      catalogAt: instant.nullable(),
      /** Seconds; null where no list has ever come. */
      catalogAge: z.number().int().nullable(),
    })
    .nullable(),
  disk: z.strictObject({
    profileFreeBytes: count.nullable(),
    backupFreeBytes: count.nullable(),
  }),
  clock: z.strictObject({
    /** The computer's. */
    machine: instant,
    /** The service's minus the computer's, in seconds; null if it was not heard since the start. */
    offset: z.number().int().nullable(),
    zone: z.string(),
  }),
  /** Whether an update may be installed now, and if not, why it has to wait. */
  mayUpdate: z.boolean(),
  notToUpdate: z.array(updateHindrance),
});
export type StatusReport = z.infer<typeof statusReport>;
type Light = StatusReport['lights'][number];

export interface ReportSources {
  readonly version: string;
  readonly profileFolder: string;
  /** This computer's time, in milliseconds since the epoch. */
  readonly now: number;
  readonly till:
    | (NonNullable<StatusReport['till']> & {
        readonly backupFolder: string | null;
        readonly shifts: GateFacts['shifts'];
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

export function makeStatusReport(from: ReportSources): StatusReport {
  const { now, facts, open } = from;
  const lights = lightsOf(from);
  const colours = lights.map((light) => light.colour);
  const gate = gateFactsOf(from);
  const waitsFor = gate === null ? [] : hindrances(gate);
  return {
    format: 1,
    at: iso(now),
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
      profileFreeBytes: freeBytes(from.profileFolder),
      backupFreeBytes: from.till?.backupFolder ? freeBytes(from.till.backupFolder) : null,
    },
    clock: {
      machine: iso(now),
      offset: open?.line.service.lastAnswerAt == null ? null : open.line.service.clockOffSeconds,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    mayUpdate: waitsFor.length === 0,
    notToUpdate: waitsFor,
  };
}

/** The exit code of `--status`, by the worst light. */
export function exitOf({ till, ledger, worst }: StatusReport): ExitCode {
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
export function linesOf(report: StatusReport): string[] {
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

function lightsOf(from: ReportSources): Light[] {
  const { trouble, facts, open, now, till, hasRecoveryKey } = from;
  if (till === null && trouble === null) return [light('till', 'red', 'not-set-up')];
  const lights: Light[] = [];
  if (trouble !== null) {
    lights.push(light('ledger', 'red', 'reason' in trouble ? trouble.reason : trouble.kind));
  }
  if (facts !== null) {
    const { unresolved, owed, lastBackupAt } = facts;
    lights.push(
      light(
        'payments',
        unresolved === 0 ? 'green' : 'yellow',
        unresolved === 0 ? 'none' : 'unresolved',
      ),
    );
    if (owed > 0) lights.push(light('owed', 'red', 'owed'));
    const isOld = lastBackupAt === null || now - Date.parse(lastBackupAt) > BACKUP_AGE_MS;
    if (open?.line.backup == null) {
      lights.push(light('backup', isOld ? 'yellow' : 'green', isOld ? 'old' : 'made'));
    }
  }
  if (hasRecoveryKey !== null) {
    const code = hasRecoveryKey ? 'confirmed' : 'none';
    lights.push(light('recovery-key', hasRecoveryKey ? 'green' : 'yellow', code));
  }
  if (open !== null) lights.push(...openLights(open.line));
  return lights;
}

function openLights(line: StatusLine): Light[] {
  const lists = listsWord(line);
  const lights: Light[] = [
    light(
      'service',
      glowColour(serviceGlow(line.service.light)),
      line.service.light,
      line.service.reason,
    ),
    light('printer', glowColour(printerGlow(line.printer.light)), line.printer.light),
    light('lists', glowColour(listsGlow(lists)), lists),
  ];
  const { light: disk } = line.disk;
  lights.push(light('disk', disk === 'room' ? 'green' : disk === 'low' ? 'yellow' : 'red', disk));
  if (line.account !== null) {
    const { isLow } = line.account;
    lights.push(light('account', isLow ? 'red' : 'green', isLow ? 'low' : 'known'));
  }
  if (line.dailyFile !== null) {
    const { days, isLate } = line.dailyFile;
    const state = days === 0 ? 'green' : isLate ? 'red' : 'yellow';
    lights.push(light('daily-file', state, days === 0 ? 'in' : isLate ? 'missing' : 'due'));
  }
  if (line.chain !== null) {
    const { light: word, sentAt } = line.chain;
    lights.push(light('chain', glowColour(chainGlow(word)), word, sentAt));
  }
  if (line.backup !== null) lights.push(light('backup', 'red', line.backup.reason));
  if (line.update !== null) {
    const { refused, version, isReady } = line.update;
    const code = refused === null ? (isReady ? 'ready' : 'offered') : 'refused';
    lights.push(light('update', refused === null ? 'green' : 'yellow', code, refused ?? version));
  }
  if (line.refused !== null) {
    lights.push(light('settings', 'red', 'refused', line.refused.problem.kind));
  }
  const { settingsEditedAt, settingsEdited, fileLeft } = line.warned;
  if (settingsEditedAt !== null) {
    lights.push(light('settings', 'red', 'edited', settingsEdited.join(' ') || null));
  }
  if (fileLeft !== null) lights.push(light('settings', 'red', 'file-left'));
  return lights;
}

/**
 * What the gate of updates asks; null where no till is set up, which has nothing to lose. Settings
 * that cannot be read say as little as a ledger that cannot.
 */
export function gateFactsOf({ facts, open, till, trouble, now }: ReportSources): GateFacts | null {
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

function light(
  name: string,
  shown: Light['colour'],
  code: string,
  detail: string | null = null,
): Light {
  return { light: name, colour: shown, code, detail };
}

export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
