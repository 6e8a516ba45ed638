import type {
  OutlierFigure,
  OutlierMeasure,
  OutlierReport,
} from '../../../../shared/contract/index.ts';
import { subtractDays } from '../../../../shared/dates/index.ts';
import { classNames, patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useOutlierFormatter } from './outlier-formatter.ts';
import styles from './outliers.module.css';

/**
 * Draws one figure of each cashier as a column for each week: outlined up to the usual, filled above
 * it. A line shows the most that is usual. The table has the same figures as text.
 */
export function OutliersChart(props: {
  readonly report: OutlierReport;
  readonly measure: OutlierMeasure;
}) {
  const { report, measure } = props;
  const text = useText();
  const format = useOutlierFormatter(report);
  const weeks = listWeeks(report);
  const charts = toCashierCharts(report, measure, weeks);
  const maxValue = Math.max(
    1,
    ...charts.flatMap(({ columns }) =>
      columns.map((figure) =>
        Math.max(Number(figure?.value ?? 0), Number(figure?.usual?.limit ?? 0)),
      ),
    ),
  );
  const [first, last] = [weeks[0], weeks.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        {(['above', 'within', 'limit'] as const).map((id) => (
          <span key={id} className={styles.legendItem}>
            <LegendSample id={id} /> {text(`outliers.legend.${id}`)}
          </span>
        ))}
      </figcaption>
      <ul
        className={classNames(styles.cashiers, patterns.stack)}
        aria-label={text(`outliers.measure.${measure}`)}
      >
        {charts.map(({ cashierId, name, total, columns }) => (
          <li key={cashierId} className={styles.cashier}>
            <span className={styles.cashierName}>{name}</span>
            <span className={styles.cashierTotal}>{format.formatValue(total, measure)}</span>
            <svg className={styles.track} aria-hidden="true" focusable="false">
              {columns.map((figure, index) =>
                figure === null ? null : (
                  <WeekColumn
                    key={weeks[index]}
                    figure={figure}
                    start={index / columns.length}
                    width={1 / columns.length}
                    maxValue={maxValue}
                  />
                ),
              )}
            </svg>
          </li>
        ))}
      </ul>
      {first === undefined || last === undefined ? null : (
        <div className={styles.axis} aria-hidden="true">
          <span>{format.formatDay(first)}</span>
          <span>{format.formatDay(last)}</span>
        </div>
      )}
    </figure>
  );
}

function LegendSample({ id }: { readonly id: 'above' | 'within' | 'limit' }) {
  return (
    <svg className={styles.legendSample} aria-hidden="true" focusable="false">
      {id === 'limit' ? (
        <line className={styles.limit} x1="0" x2="100%" y1="50%" y2="50%" />
      ) : (
        <rect className={styles[id]} x="8%" y="8%" width="84%" height="84%" />
      )}
    </svg>
  );
}

const formatPercent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

function WeekColumn(props: {
  readonly figure: OutlierFigure;
  /** Shares of the chart's width. */
  readonly start: number;
  readonly width: number;
  readonly maxValue: number;
}) {
  const { figure, start, width, maxValue } = props;
  const height = Number(figure.value) / maxValue;
  const limitY =
    figure.usual === null ? null : formatPercent(1 - Number(figure.usual.limit) / maxValue);
  return (
    <>
      <rect
        className={figure.isOutlier ? styles.above : styles.within}
        x={formatPercent(start + width * 0.15)}
        width={formatPercent(width * 0.7)}
        y={formatPercent(1 - height)}
        height={formatPercent(height)}
      />
      {limitY === null ? null : (
        <line
          className={styles.limit}
          x1={formatPercent(start)}
          x2={formatPercent(start + width)}
          y1={limitY}
          y2={limitY}
        />
      )}
    </>
  );
}

/** The first day of each week, the oldest first. */
function listWeeks({ from, to }: OutlierReport): readonly string[] {
  const weeks: string[] = [];
  for (let week = from; week < to; week = subtractDays(week, -7)) weeks.push(week);
  return weeks;
}

interface CashierChart {
  readonly cashierId: string;
  readonly name: string;
  /** The sum of all weeks. */
  readonly total: string;
  /** One figure for each week; null where there is none. */
  readonly columns: readonly (OutlierFigure | null)[];
}

function toCashierCharts(
  report: OutlierReport,
  measure: OutlierMeasure,
  weeks: readonly string[],
): readonly CashierChart[] {
  const names = new Map(report.rows.map(({ cashierId, name }) => [cashierId, name]));
  return [...names]
    .map(([cashierId, name]) => {
      const rows = report.rows.filter((row) => row.cashierId === cashierId);
      const columns = weeks.map(
        (week) => rows.find(({ from }) => from === week)?.figures[measure] ?? null,
      );
      return { cashierId, name, total: sumValues(columns), columns };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Sums hundredths, because amounts have two decimals. */
function sumValues(figures: readonly (OutlierFigure | null)[]): string {
  const hundredths = figures.reduce(
    (sum, figure) => sum + Math.round(Number(figure?.value ?? 0) * 100),
    0,
  );
  return (hundredths / 100).toFixed(2);
}
