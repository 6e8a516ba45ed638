import {
  type CallOutput,
  type DailyFileDay,
  fail,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { DayComparisons } from './comparison/index.ts';
import {
  type BusinessDayRow,
  type BusinessDays,
  clearDayHandedIn,
  clearUploadInDoubt,
  insertManuallyAddedTransaction,
  markDayHandedIn,
} from './days/index.ts';
import { type DayFiles, isDayFileFinal, saveDrpCsv } from './file/index.ts';
import type { ReconciliationPorts } from './ports.ts';
import type { TransactionSource } from './types.ts';
import type { Uploader, UploadSchedule } from './upload/index.ts';
import type { WorkTracker } from './work-tracker.ts';

/** The actions of a person on a day's file; each is recorded in the audit log. */
export interface DayActions {
  upload(
    input: ValidatedCallInput<'reconciliation.upload'>,
    by: AuditPerson,
  ): Promise<Result<DailyFileDay>>;
  /**
   * Resends a file that may have arrived, when a person knows that the service does not have it.
   */
  sendAgain(
    input: ValidatedCallInput<'reconciliation.sendAgain'>,
    by: AuditPerson,
  ): Promise<Result<DailyFileDay>>;
  save(
    input: ValidatedCallInput<'reconciliation.save'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'reconciliation.save'>>>;
  markHandedIn(
    input: ValidatedCallInput<'reconciliation.markHandedIn'>,
    by: AuditPerson,
  ): Promise<Result<DailyFileDay>>;
  /**
   * Adds a transaction that the service lists and a restored ledger lacks, when a person confirms
   * that it is this till's.
   */
  addTransaction(
    input: ValidatedCallInput<'reconciliation.addTransaction'>,
    by: AuditPerson,
  ): Promise<Result<DailyFileDay>>;
  /** Removes the handed-in mark: the day is missing or in doubt again, as before. */
  unmarkHandedIn(
    input: ValidatedCallInput<'reconciliation.unmarkHandedIn'>,
    by: AuditPerson,
  ): Promise<Result<DailyFileDay>>;
  saveDrp(
    input: ValidatedCallInput<'reconciliation.saveDrp'>,
    by: AuditPerson,
  ): Promise<Result<CallOutput<'reconciliation.saveDrp'>>>;
}

export function createDayActions(
  ports: ReconciliationPorts,
  parts: {
    readonly track: WorkTracker['track'];
    readonly transactionSource: TransactionSource;
    readonly days: BusinessDays;
    readonly files: DayFiles;
    readonly uploads: Uploader;
    readonly schedule: UploadSchedule;
    readonly comparisons: DayComparisons;
    readonly getPosNumber: () => string;
    readonly getDayView: (day: string) => DailyFileDay;
  },
): DayActions {
  const { database, clock, audit, settings } = ports;
  const { track, transactionSource: source, days, files, uploads, schedule } = parts;

  const readEndedDay = (day: string): Result<BusinessDayRow> => {
    days.recordEndedDays();
    const row = days.readDay(day);
    if (day >= days.getToday()) return fail({ kind: 'daily-file', reason: 'day-not-over' });
    return ok(row);
  };

  /**
   * Returns the day if a person may upload its file now: the day is over, this till reports it, and
   * its file is not uploaded yet.
   */
  const readSendableDay = async (day: string): Promise<Result<BusinessDayRow>> => {
    const isOver = (): boolean => schedule.hasPassed(toIsoTime(days.readDay(day).until * 1000));
    if (!isOver()) {
      const connected = await ports.waitForService();
      if (!connected.ok) return connected;
      await connected.value.readAccount();
    }
    const row = readEndedDay(day);
    if (!row.ok) return row;
    if (!isOver()) return fail({ kind: 'daily-file', reason: 'clock-unsure' });
    const chainFrom = days.getFirstDayOfChain();
    if (chainFrom !== null && day >= chainFrom) {
      return fail({ kind: 'daily-file', reason: 'of-chain' });
    }
    if (!settings().isUploading || !days.isDayReported(day)) {
      return fail({ kind: 'daily-file', reason: 'not-this-till' });
    }
    if (row.value.uploadedAt !== null) {
      return fail({ kind: 'daily-file', reason: 'already-uploaded' });
    }
    if (row.value.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
    if (uploads.isBusy()) return fail({ kind: 'daily-file', reason: 'busy' });
    return row;
  };

  const send = async (day: string, by: AuditPerson): Promise<Result<DailyFileDay>> => {
    const runResult = await uploads.run([day], by);
    if (!runResult.ok) return runResult;
    const dayResult = runResult.value.get(day);
    return dayResult === undefined || dayResult.ok ? ok(parts.getDayView(day)) : dayResult;
  };

  return {
    upload: ({ day }, by) =>
      track(async () => {
        const row = await readSendableDay(day);
        return row.ok ? await send(day, by) : row;
      }),
    sendAgain: ({ day, reason }, by) =>
      track(async () => {
        const row = await readSendableDay(day);
        if (!row.ok) return row;
        database.commit(() => {
          if (row.value.inDoubtAt !== null) clearUploadInDoubt(database, day);
          audit.recordInTransaction({ kind: 'daily-file-sent-again', by, detail: { day, reason } });
        });
        return await send(day, by);
      }),
    save: ({ day, folder }, by) =>
      track(async () => {
        const row = readEndedDay(day);
        if (!row.ok) return row;
        const saved = await files.saveCopy(row.value, folder);
        if (saved.ok) audit.note({ kind: 'daily-file-saved', by, detail: { day, ...saved.value } });
        return saved;
      }),
    markHandedIn: ({ day, reason }, by) =>
      track(async () => {
        const row = readEndedDay(day);
        if (!row.ok) return row;
        if (!days.isDayReported(day)) return fail({ kind: 'daily-file', reason: 'not-this-till' });
        const result = await files.markHandedIn(day, () => {
          markDayHandedIn(database, day, { at: toIsoTime(clock.now()), by: by.name, reason });
          audit.recordInTransaction({ kind: 'daily-file-handed-in', by, detail: { day, reason } });
        });
        if (!result.ok) return result;
        ports.onChange(day);
        return ok(parts.getDayView(day));
      }),
    addTransaction: ({ day, authorization, reason }, by) =>
      track(async () => {
        const row = readEndedDay(day);
        if (!row.ok) return row;
        if (row.value.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
        if (isDayFileFinal(row.value))
          return fail({ kind: 'daily-file', reason: 'already-uploaded' });
        const missingTransaction = parts.comparisons
          .readLastComparison(day)
          ?.differences.find(
            (difference) =>
              difference.kind === 'unknown-here' && difference.authorization === authorization,
          );
        const { externalId, second, billerId, accountNumber, amount } = { ...missingTransaction };
        if (!externalId || second == null || billerId == null || !accountNumber || !amount) {
          return fail({ kind: 'not-found', what: 'payment' });
        }
        const transaction = { authorization, externalId, billerId, accountNumber, ...amount };
        database.commit(() => {
          insertManuallyAddedTransaction(database, {
            ...transaction,
            performedSecond: second,
            posNumber: parts.getPosNumber(),
            decidedAt: toIsoTime(clock.now()),
            decidedBy: by.name,
            reason,
          });
          audit.recordInTransaction({
            kind: 'daily-file-taken-in',
            by,
            detail: { day, authorization, externalId, amount, reason },
          });
        });
        await parts.comparisons.compareDay(row.value);
        ports.onChange(day);
        return ok(parts.getDayView(day));
      }),
    unmarkHandedIn: ({ day, reason }, by) =>
      track(async () => {
        const result = await files.unmarkHandedIn(day, () => {
          clearDayHandedIn(database, day);
          audit.recordInTransaction({
            kind: 'daily-file-not-handed-in',
            by,
            detail: { day, reason },
          });
        });
        if (!result.ok) return result;
        ports.onChange(day);
        schedule.resetBackoff();
        return ok(parts.getDayView(day));
      }),
    saveDrp: ({ day, folder }, by) =>
      track(async () => {
        const target = {
          folder: folder ?? ports.exportsFolder,
          isOwnFolder: folder === null,
          name: `${settings().chainName}-drp-${day}.csv`,
        };
        const saved = await saveDrpCsv(source, days.readDay(day), target);
        if (saved.ok) audit.note({ kind: 'drp-saved', by, detail: { day, ...saved.value } });
        return saved;
      }),
  };
}
