import { z } from 'zod';
import {
  type DailyFileDay,
  type DailyFileDayState,
  type DailyFileDifference,
  dailyFileDifferenceSchema,
  problemSchema,
} from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { type DayComparisons, toDifferenceFromOurTransaction } from './comparison/index.ts';
import {
  type BusinessDayRow,
  type BusinessDays,
  computeUploadLateAt,
  listMisdatedTransactionRows,
  type TrustedTime,
} from './days/index.ts';
import { parseFileTotals, parseOmittedTransactions } from './file/index.ts';
import type { ReconciliationSettings } from './ports.ts';
import { type AttemptRow, listAttempts } from './upload/index.ts';

/** Converts a day and its attempts to the types of the IPC contract. */
export interface DayViews {
  toDailyFileDay(row: BusinessDayRow): DailyFileDay;
  listUploadAttempts(day: string): NonNullable<DailyFileDay['lastAttempt']>[];
  listOurDifferences(row: BusinessDayRow): DailyFileDifference[];
}

const MAX_ATTEMPTS = 50;
const differenceListSchema = z.array(dailyFileDifferenceSchema);

export function createDayViews(ports: {
  readonly database: Database;
  readonly days: BusinessDays;
  readonly time: TrustedTime;
  readonly settings: () => ReconciliationSettings;
  readonly comparisons: DayComparisons;
  readonly getUploadingDay: () => string | null;
  readonly getNextAttemptAt: (day: string) => string | null;
}): DayViews {
  const { database, days, settings } = ports;

  const getState = (row: BusinessDayRow): DailyFileDayState => {
    if (row.uploadedAt !== null) return 'uploaded';
    if (row.handedIn !== null) return 'handed-in';
    const chainFrom = days.getFirstDayOfChain();
    if (chainFrom !== null && row.day >= chainFrom) return 'of-chain';
    if (row.day >= days.getToday()) return 'open';
    if (!days.isDayReported(row.day)) return 'not-ours';
    if (row.inDoubtAt !== null && ports.getUploadingDay() !== row.day) return 'in-doubt';
    return Date.parse(row.dueAt) > ports.time.now() ? 'waiting' : 'missing';
  };

  const toAttempt = (day: string, row: AttemptRow): NonNullable<DailyFileDay['lastAttempt']> => ({
    number: row.number,
    startedAt: row.startedAt,
    by: row.cashierName,
    ...toAttemptResult(row, ports.getUploadingDay() === day),
  });

  const listOurDifferences = (row: BusinessDayRow): DailyFileDifference[] => [
    ...parseOmittedTransactions(row).map(
      (omitted): DailyFileDifference => ({
        kind: 'left-out',
        paymentId: omitted.paymentId,
        externalId: omitted.externalId,
        authorization: null,
        billerId: null,
        accountNumber: null,
        amount: omitted.amount,
        fields: [omitted.field],
      }),
    ),
    ...listMisdatedTransactionRows(database, row).map((transaction) =>
      toDifferenceFromOurTransaction('left-out', transaction, ['time']),
    ),
    ...(row.late === null ? [] : differenceListSchema.parse(JSON.parse(row.late))),
  ];

  return {
    listOurDifferences,
    listUploadAttempts: (day) =>
      listAttempts(database, day, MAX_ATTEMPTS).map((row) => toAttempt(day, row)),
    toDailyFileDay: (row) => {
      const state = getState(row);
      const [last] = listAttempts(database, row.day, 1);
      const comparison = ports.comparisons.readLastComparison(row.day);
      const unknownHere = comparison?.unknownHere ?? 0;
      const differenceCount =
        comparison?.differences.filter((difference) => difference.kind !== 'unknown-here').length ??
        0;
      return {
        day: row.day,
        state,
        dueAt: row.dueAt,
        lateFrom: toIsoTime(computeUploadLateAt(Date.parse(row.dueAt), settings().uploadHour)),
        name: row.name,
        file:
          row.file === null
            ? null
            : {
                madeAt: row.file.madeAt,
                lines: row.file.lines,
                bytes: row.file.bytes,
                sha256: row.file.sha256,
                totals: parseFileTotals(row),
              },
        uploadedAt: row.uploadedAt,
        lastAttempt: last === undefined ? null : toAttempt(row.day, last),
        nextAttemptAt:
          state === 'missing' || state === 'in-doubt' ? ports.getNextAttemptAt(row.day) : null,
        inDoubtSince: state === 'in-doubt' ? row.inDoubtAt : null,
        handedIn: row.handedIn,
        differences: differenceCount + listOurDifferences(row).length,
        unknownHere,
        comparedAt: comparison?.problem === null ? comparison.at : null,
      };
    },
  };
}

function toAttemptResult(
  row: AttemptRow,
  isRunning: boolean,
): Pick<NonNullable<DailyFileDay['lastAttempt']>, 'result' | 'problem'> {
  if (row.endedAt === null || row.result === null) {
    return { result: isRunning ? 'running' : 'broke-off', problem: null };
  }
  if (row.result === 'uploaded' || row.result === 'was-there') {
    return { result: row.result, problem: null };
  }
  return { result: 'failed', problem: problemSchema.parse(JSON.parse(row.result)) };
}
