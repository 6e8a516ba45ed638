import {
  OUTLIER_MEASURES,
  type OutlierFigure,
  type OutlierMeasure,
  type OutlierReport,
  type OutlierRow,
} from '../../../shared/contract/index.ts';
import { subtractDays } from '../../../shared/dates/index.ts';

const WEEKS = 14;
const LAST_MONDAY = '2026-03-09';
const CASHIERS = ['Ana Sofía Hernández', 'Beto', 'Carolina', 'Luis'];

/** The figures that stand out: cashier, weeks ago, figure, value. */
const OUTLIERS: readonly (readonly [string, number, OutlierMeasure, string])[] = [
  ['Beto', 1, 'drawer-opened', '14'],
  ['Ana Sofía Hernández', 3, 'count-differences', '1400.00'],
  ['Beto', 6, 'wrong-pins', '16'],
];

const LIMITS: Readonly<Record<OutlierMeasure, number>> = {
  'drawer-opened': 9,
  cancels: 7,
  overrides: 8,
  'closed-by-hand': 5,
  refunds: 5,
  'count-differences': 350,
  reprints: 14,
  'wrong-pins': 11,
};

function createFigure(measure: OutlierMeasure, value: string): OutlierFigure {
  const limit = LIMITS[measure];
  const usual = { expected: (limit / 4).toFixed(1), limit: String(limit) };
  return { value, usual, isOutlier: Number(value) > limit };
}

/** A quarter of a shop with four cashiers, the same in each run. */
export const OUTLIER_REPORT: OutlierReport = {
  from: subtractDays(LAST_MONDAY, 7 * (WEEKS - 1)),
  to: subtractDays(LAST_MONDAY, -6),
  readAt: '2026-03-14T16:00:00Z',
  currency: 'MXN',
  rows: Array.from({ length: WEEKS }).flatMap((_, weeksAgo) =>
    CASHIERS.map((name, cashier): OutlierRow => {
      const from = subtractDays(LAST_MONDAY, 7 * weeksAgo);
      const getFigure = (measure: OutlierMeasure, index: number): OutlierFigure => {
        const outlier = OUTLIERS.find(
          ([who, when, what]) => who === name && when === weeksAgo && what === measure,
        );
        const share = ((weeksAgo * 5 + cashier * 3 + index * 7) % 11) / 20;
        return createFigure(measure, outlier?.[3] ?? String(Math.floor(share * LIMITS[measure])));
      };
      const [drawer, cancels, overrides, byHand, refunds, differences, reprints, pins] =
        OUTLIER_MEASURES;
      return {
        from,
        to: subtractDays(from, -6),
        cashierId: name.toLowerCase(),
        name,
        payments: 210 - 40 * cashier,
        closedShifts: 6,
        figures: {
          [drawer]: getFigure(drawer, 0),
          [cancels]: getFigure(cancels, 1),
          [overrides]: getFigure(overrides, 2),
          [byHand]: getFigure(byHand, 3),
          [refunds]: getFigure(refunds, 4),
          [differences]: getFigure(differences, 5),
          // Recorded only by later versions.
          [reprints]: weeksAgo > 11 ? null : getFigure(reprints, 6),
          [pins]: getFigure(pins, 7),
        },
        overrideKinds: ['pay-out'],
      };
    }),
  ),
};
