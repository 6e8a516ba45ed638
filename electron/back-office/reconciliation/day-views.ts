import { z } from 'zod';
import {
  type DailyFileDay,
  type DayDifference,
  type DayState,
  dayDifferenceSchema,
  problemSchema,
} from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { Comparisons } from './comparison/index.ts';
import { type BusinessDays, computeLateFrom, type DayRow, type TrustedTime } from './days/index.ts';
import { parseLeftOut, parseTotals } from './file/index.ts';
import type { ReconciliationSettings } from './ports.ts';
import { type AttemptRow, listAttempts } from './upload/index.ts';

/** A day as the page sees it. */
export interface DayViews {
  toDailyFileDay(row: DayRow): DailyFileDay;
  listAttempts(day: string): NonNullable<DailyFileDay['lastAttempt']>[];
  listOwnDifferences(row: DayRow): DayDifference[];
}

const MAX_ATTEMPTS = 50;
const differenceListSchema = z.array(dayDifferenceSchema);

export function createDayViews(ports: {
  readonly database: Database;
  readonly days: BusinessDays;
  readonly time: TrustedTime;
  readonly settings: () => ReconciliationSettings;
  readonly comparisons: Comparisons;
  readonly uploading: () => string | null;
  readonly nextAttemptAt: (day: string) => string | null;
}): DayViews {
  const { database, days, settings } = ports;

  const stateOf = (row: DayRow): DayState => {
    if (row.uploadedAt !== null) return 'uploaded';
    if (row.handedIn !== null) return 'handed-in';
    const chainFrom = days.getChainStart();
    if (chainFrom !== null && row.day >= chainFrom) return 'of-chain';
    if (row.day >= days.getToday()) return 'open';
    if (!days.isReported(row.day)) return 'not-ours';
    if (row.inDoubtAt !== null && ports.uploading() !== row.day) return 'in-doubt';
    return Date.parse(row.dueAt) > ports.time.now() ? 'waiting' : 'missing';
  };

  const attemptOf = (day: string, row: AttemptRow): NonNullable<DailyFileDay['lastAttempt']> => ({
    number: row.number,
    startedAt: row.startedAt,
    by: row.cashierName,
    ...toAttemptResult(row, ports.uploading() === day),
  });

  const listOwnDifferences = (row: DayRow): DayDifference[] => [
    ...parseLeftOut(row).map(
      (one): DayDifference => ({
        kind: 'left-out',
        paymentId: one.paymentId,
        externalId: one.externalId,
        authorization: null,
        billerId: null,
        accountNumber: null,
        amount: one.amount,
        fields: [one.field],
      }),
    ),
    ...(row.late === null ? [] : differenceListSchema.parse(JSON.parse(row.late))),
  ];

  return {
    listOwnDifferences,
    listAttempts: (day) =>
      listAttempts(database, day, MAX_ATTEMPTS).map((row) => attemptOf(day, row)),
    toDailyFileDay: (row) => {
      const state = stateOf(row);
      const [last] = listAttempts(database, row.day, 1);
      const compared = ports.comparisons.readLast(row.day);
      const unknownHere = compared?.unknownHere ?? 0;
      const found = compared?.differences.filter((one) => one.kind !== 'unknown-here').length ?? 0;
      return {
        day: row.day,
        state,
        dueAt: row.dueAt,
        lateFrom: toIsoTime(computeLateFrom(Date.parse(row.dueAt), settings().uploadHour)),
        name: row.name,
        file:
          row.file === null
            ? null
            : {
                madeAt: row.file.madeAt,
                lines: row.file.lines,
                bytes: row.file.bytes,
                sha256: row.file.sha256,
                totals: parseTotals(row),
              },
        uploadedAt: row.uploadedAt,
        lastAttempt: last === undefined ? null : attemptOf(row.day, last),
        nextAttemptAt:
          state === 'missing' || state === 'in-doubt' ? ports.nextAttemptAt(row.day) : null,
        inDoubtSince: state === 'in-doubt' ? row.inDoubtAt : null,
        handedIn: row.handedIn,
        differences: found + listOwnDifferences(row).length,
        unknownHere,
        comparedAt: compared?.problem === null ? compared.at : null,
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
