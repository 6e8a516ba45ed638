import {
  type CallOutput,
  type CallReceived,
  type DailyFileDay,
  fail,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { Comparisons } from './comparison/index.ts';
import {
  type BusinessDays,
  clearDayHandedIn,
  closeDayOffer,
  type DayRow,
  insertAdoptedTransaction,
  markDayHandedIn,
} from './days/index.ts';
import { type DayFiles, isFrozen, saveDrpCsv } from './file/index.ts';
import type { Actor, ReconciliationPorts } from './ports.ts';
import type { RunningWork } from './running-work.ts';
import type { TransactionSource } from './types.ts';
import type { Uploader, UploadSchedule } from './upload/index.ts';

/** What a person can do about a day's file; each act is noted in the audit log. */
export interface DayActions {
  upload(input: CallReceived<'reconciliation.upload'>, by: Actor): Promise<Result<DailyFileDay>>;
  /** A person knows that the service does not have a file that may have arrived. */
  sendAgain(
    input: CallReceived<'reconciliation.sendAgain'>,
    by: Actor,
  ): Promise<Result<DailyFileDay>>;
  save(
    input: CallReceived<'reconciliation.save'>,
    by: Actor,
  ): Promise<Result<CallOutput<'reconciliation.save'>>>;
  markHandedIn(
    input: CallReceived<'reconciliation.markHandedIn'>,
    by: Actor,
  ): Promise<Result<DailyFileDay>>;
  /** What the service has and a restored ledger lacks was this till's, by a person's word. */
  takeIn(input: CallReceived<'reconciliation.takeIn'>, by: Actor): Promise<Result<DailyFileDay>>;
  /** It was not handed in after all: the day is missing or in doubt again, as before. */
  takeBackHandedIn(
    input: CallReceived<'reconciliation.takeBackHandedIn'>,
    by: Actor,
  ): Promise<Result<DailyFileDay>>;
  saveDrp(
    input: CallReceived<'reconciliation.saveDrp'>,
    by: Actor,
  ): Promise<Result<CallOutput<'reconciliation.saveDrp'>>>;
}

export function createDayActions(
  ports: ReconciliationPorts,
  parts: {
    readonly tracked: RunningWork['track'];
    readonly source: TransactionSource;
    readonly days: BusinessDays;
    readonly files: DayFiles;
    readonly uploads: Uploader;
    readonly schedule: UploadSchedule;
    readonly comparisons: Comparisons;
    readonly posNumber: () => string;
    readonly viewOf: (day: string) => DailyFileDay;
  },
): DayActions {
  const { database, clock, audit, settings } = ports;
  const { tracked, source, days, files, uploads, schedule } = parts;

  const ended = (day: string): Result<DayRow> => {
    days.recordEndedDays();
    const row = days.read(day);
    if (day >= days.getToday()) return fail({ kind: 'daily-file', reason: 'day-not-over' });
    return ok(row);
  };

  /** A day whose file a person may send now: it is over, ours, and nobody has the file yet. */
  const sendable = async (day: string): Promise<Result<DayRow>> => {
    const isOver = (): boolean => schedule.hasPassed(toIsoTime(days.read(day).until * 1000));
    if (!isOver()) {
      const connected = await ports.connected();
      if (!connected.ok) return connected;
      await connected.value.account();
    }
    const row = ended(day);
    if (!row.ok) return row;
    if (!isOver()) return fail({ kind: 'daily-file', reason: 'clock-unsure' });
    const chainFrom = days.getChainStart();
    if (chainFrom !== null && day >= chainFrom) {
      return fail({ kind: 'daily-file', reason: 'of-chain' });
    }
    if (!settings().uploads || !days.isReported(day)) {
      return fail({ kind: 'daily-file', reason: 'not-this-till' });
    }
    if (row.value.uploadedAt !== null) {
      return fail({ kind: 'daily-file', reason: 'already-uploaded' });
    }
    if (row.value.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
    if (uploads.isBusy()) return fail({ kind: 'daily-file', reason: 'busy' });
    return row;
  };

  const send = async (day: string, by: Actor): Promise<Result<DailyFileDay>> => {
    const ran = await uploads.run([day], by);
    if (!ran.ok) return ran;
    const result = ran.value.get(day);
    return result === undefined || result.ok ? ok(parts.viewOf(day)) : result;
  };

  return {
    upload: ({ day }, by) =>
      tracked(async () => {
        const row = await sendable(day);
        return row.ok ? await send(day, by) : row;
      }),
    sendAgain: ({ day, reason }, by) =>
      tracked(async () => {
        const row = await sendable(day);
        if (!row.ok) return row;
        database.commit(() => {
          if (row.value.inDoubtAt !== null) closeDayOffer(database, day);
          audit.noteInCommit({ kind: 'daily-file-sent-again', by, detail: { day, reason } });
        });
        return await send(day, by);
      }),
    save: ({ day, folder }, by) =>
      tracked(async () => {
        const row = ended(day);
        if (!row.ok) return row;
        const saved = await files.saveCopy(row.value, folder);
        if (saved.ok) audit.note({ kind: 'daily-file-saved', by, detail: { day, ...saved.value } });
        return saved;
      }),
    markHandedIn: ({ day, reason }, by) =>
      tracked(async () => {
        const row = ended(day);
        if (!row.ok) return row;
        if (!days.isReported(day)) return fail({ kind: 'daily-file', reason: 'not-this-till' });
        const marked = await files.markHandedIn(day, () => {
          markDayHandedIn(database, day, { at: toIsoTime(clock.now()), by: by.name, reason });
          audit.noteInCommit({ kind: 'daily-file-handed-in', by, detail: { day, reason } });
        });
        if (!marked.ok) return marked;
        ports.onChange(day);
        return ok(parts.viewOf(day));
      }),
    takeIn: ({ day, authorization, reason }, by) =>
      tracked(async () => {
        const row = ended(day);
        if (!row.ok) return row;
        if (row.value.handedIn !== null) return fail({ kind: 'daily-file', reason: 'handed-in' });
        if (isFrozen(row.value)) return fail({ kind: 'daily-file', reason: 'already-uploaded' });
        const lacking = parts.comparisons
          .readLast(day)
          ?.differences.find(
            (one) => one.kind === 'unknown-here' && one.authorization === authorization,
          );
        const { externalId, second, billerId, accountNumber, amount } = { ...lacking };
        if (!externalId || second == null || billerId == null || !accountNumber || !amount) {
          return fail({ kind: 'not-found', what: 'payment' });
        }
        const taken = { authorization, externalId, billerId, accountNumber, ...amount };
        database.commit(() => {
          insertAdoptedTransaction(database, {
            ...taken,
            performedSecond: second,
            posNumber: parts.posNumber(),
            decidedAt: toIsoTime(clock.now()),
            decidedBy: by.name,
            reason,
          });
          audit.noteInCommit({
            kind: 'daily-file-taken-in',
            by,
            detail: { day, authorization, externalId, amount, reason },
          });
        });
        await parts.comparisons.compare(row.value);
        ports.onChange(day);
        return ok(parts.viewOf(day));
      }),
    takeBackHandedIn: ({ day, reason }, by) =>
      tracked(async () => {
        const missed = await files.undoHandedIn(day, () => {
          clearDayHandedIn(database, day);
          audit.noteInCommit({ kind: 'daily-file-not-handed-in', by, detail: { day, reason } });
        });
        if (!missed.ok) return missed;
        ports.onChange(day);
        schedule.resetBackoff();
        return ok(parts.viewOf(day));
      }),
    saveDrp: ({ day, folder }, by) =>
      tracked(async () => {
        const into = {
          folder: folder ?? ports.exportsFolder,
          isOurs: folder === null,
          name: `${settings().chainName}-drp-${day}.csv`,
        };
        const saved = await saveDrpCsv(source, days.read(day), into);
        if (saved.ok) audit.note({ kind: 'drp-saved', by, detail: { day, ...saved.value } });
        return saved;
      }),
  };
}
