import {
  OUTLIER_MEASURES,
  type OutlierFigure,
  type OutlierMeasure,
  type OutlierQuery,
  type OutlierReport,
  type OutlierRow,
} from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { type Activity, type CashierWeek, readActivity } from './read-activity.ts';
import { createUsual, type Usual } from './usual.ts';
import { buildWeeks } from './weeks.ts';

/** What is usual comes from a year, whatever period is shown. */
const HISTORY_WEEKS = 52;

/** With fewer weeks nothing is compared. */
const MIN_HISTORY_WEEKS = 4;

/** Computes the whole report from the ledger. */
export async function computeOutliers(
  database: Database,
  query: OutlierQuery,
  context: { readonly now: number; readonly timeZone: string; readonly currency: string },
): Promise<OutlierReport> {
  const { now, timeZone, currency } = context;
  const weeks = buildWeeks(HISTORY_WEEKS, now, timeZone);
  const activity = await readActivity(database, weeks, currency);
  const figureReaders = OUTLIER_MEASURES.map(
    (measure) => [measure, createFigureReader(measure, activity)] as const,
  );
  const from = weeks[HISTORY_WEEKS - query.weeks]?.from ?? '';
  const rows = activity.cashierWeeks
    .filter(({ week }) => week.from >= from)
    .map((cashierWeek) => toRow(cashierWeek, activity, figureReaders))
    .sort(
      (first, second) =>
        compareText(second.from, first.from) ||
        first.name.localeCompare(second.name) ||
        compareText(first.cashierId, second.cashierId),
    );
  return { from, to: weeks.at(-1)?.to ?? '', readAt: toIsoTime(now), currency, rows };
}

type FigureReader = (cashierWeek: CashierWeek) => OutlierFigure | null;

function toRow(
  cashierWeek: CashierWeek,
  activity: Activity,
  figureReaders: readonly (readonly [OutlierMeasure, FigureReader])[],
): OutlierRow {
  const { cashierId, week, payments, closedShifts, overrideKinds } = cashierWeek;
  const figures: Partial<OutlierRow['figures']> = {};
  for (const [measure, readFigure] of figureReaders) figures[measure] = readFigure(cashierWeek);
  return {
    from: week.from,
    to: week.to,
    cashierId,
    name: activity.names.get(cashierId) ?? cashierId,
    payments,
    closedShifts,
    figures: { ...EMPTY_FIGURES, ...figures },
    overrideKinds: [...overrideKinds].sort(),
  };
}

const EMPTY_FIGURES: OutlierRow['figures'] = {
  'drawer-opened': null,
  cancels: null,
  overrides: null,
  'closed-by-hand': null,
  refunds: null,
  'count-differences': null,
  reprints: null,
  'wrong-pins': null,
};

function createFigureReader(measure: OutlierMeasure, activity: Activity): FigureReader {
  const start = activity.starts.get(measure) ?? '';
  const isRecorded = ({ week }: CashierWeek): boolean => week.since >= start;
  const recordedWeeks = activity.cashierWeeks.filter(isRecorded);
  const getValue = (cashierWeek: CashierWeek): string =>
    measure === 'count-differences'
      ? cashierWeek.countDifference
      : String(cashierWeek.counts[measure]);
  const getExposure = ({ closedShifts, payments }: CashierWeek): number =>
    measure === 'count-differences' ? closedShifts : payments;
  const historyWeeks = new Set(
    recordedWeeks.filter((week) => getExposure(week) > 0).map(({ week }) => week.from),
  );
  const getUsual =
    historyWeeks.size < MIN_HISTORY_WEEKS
      ? null
      : createUsual(
          recordedWeeks.map((cashierWeek) => ({
            cashierId: cashierWeek.cashierId,
            value: Number(getValue(cashierWeek)),
            exposure: getExposure(cashierWeek),
          })),
          measure === 'count-differences'
            ? { kind: 'amount', minLimit: activity.averagePayment }
            : { kind: 'count' },
        );
  return (cashierWeek) => {
    if (!isRecorded(cashierWeek)) return null;
    const value = getValue(cashierWeek);
    if (getUsual === null) return { value, usual: null, isOutlier: false };
    const usual = getUsual(getExposure(cashierWeek));
    return {
      value,
      usual: formatUsual(usual, measure),
      isOutlier: Number(value) > usual.limit,
    };
  };
}

/** Rounded so that a value stands out exactly if it is above the shown limit. */
function formatUsual({ expected, limit }: Usual, measure: OutlierMeasure) {
  return measure === 'count-differences'
    ? { expected: expected.toFixed(2), limit: (Math.floor(limit * 100) / 100).toFixed(2) }
    : { expected: expected.toFixed(1), limit: String(Math.floor(limit)) };
}

function compareText(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0;
}
