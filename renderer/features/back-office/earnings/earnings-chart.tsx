import type { CSSProperties } from 'react';
import type { Earnings, EarningsGrouping, EarningsRow } from '../../../../shared/contract/index.ts';
import { classNames, computeAmountWidthEm, patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './earnings.module.css';
import {
  type EarningsMeasure,
  getMeasureValue,
  isCashOutRow,
  toBarLength,
  useEarningsFormatter,
} from './earnings-formatter.ts';

/** More bars are not readable. The table has all rows. */
const MAX_BARS = 12;

interface EarningsChartProps {
  readonly earnings: Earnings;
  readonly by: EarningsGrouping;
  readonly measure: EarningsMeasure;
}

/**
 * Draws days as columns and other groupings as bars: the current period filled, the previous one
 * dashed, each with its figure as text.
 */
export function EarningsChart(props: EarningsChartProps) {
  const { earnings, by } = props;
  const text = useText();
  const rows = earnings.by[by];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        <span className={styles.legendItem}>
          <LegendSample isBefore={false} /> {text('earnings.now')}
        </span>
        <span className={styles.legendItem}>
          <LegendSample isBefore /> {text('earnings.previous')}
        </span>
      </figcaption>
      {by === 'day' && rows.length > 1 ? <ColumnChart {...props} /> : <BarChart {...props} />}
    </figure>
  );
}

function LegendSample(props: { readonly isBefore: boolean }) {
  return (
    <svg className={styles.legendSwatch} aria-hidden="true" focusable="false">
      <rect
        className={props.isBefore ? styles.previousPeriod : styles.currentPeriod}
        x="8%"
        y="8%"
        width="84%"
        height="84%"
      />
    </svg>
  );
}

interface ChartRow {
  readonly row: EarningsRow;
  readonly name: string;
  readonly now: string;
  readonly before: string;
  /**
   * `now` without the currency code, for use above a column, because the figures above name the
   * currency.
   */
  readonly bare: string;
  /** Replaces `bare` if that is too wide. */
  readonly short: string;
  /** The change and the previous value as text. */
  readonly compared: string;
  /** Relative to the largest value: 0 to 1. */
  readonly nowShare: number;
  readonly beforeShare: number;
}

function useChartRows({ earnings, by, measure }: EarningsChartProps): readonly ChartRow[] {
  const format = useEarningsFormatter(earnings);
  const values = earnings.by[by].map((row) => {
    const isOut = isCashOutRow(by, row);
    return {
      row,
      now: getMeasureValue(row.now, measure, isOut),
      before: getMeasureValue(row.before, measure, isOut),
    };
  });
  const maxSize = Math.max(
    0,
    ...values.flatMap(({ now, before }) => [toBarLength(now), toBarLength(before)]),
  );
  const getShare = (value: string | null): number =>
    maxSize === 0 ? 0 : toBarLength(value) / maxSize;
  return values.map(({ row, now, before }) => ({
    row,
    name: format.formatRowName(by, row),
    now: format.formatValue(now, measure),
    before: format.formatValue(before, measure),
    bare: format.formatValueWithoutCurrency(now, measure),
    short: format.formatCompactValue(now, measure),
    compared: format.formatComparison(now, before, format.formatValue(before, measure)).join(' · '),
    nowShare: getShare(now),
    beforeShare: getShare(before),
  }));
}

const formatPercent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

function BarChart(props: EarningsChartProps) {
  const { earnings, by } = props;
  const text = useText();
  const shownRows = useChartRows(props).slice(0, MAX_BARS);
  return (
    <ul className={classNames(styles.bars, patterns.stack)} aria-label={text(`earnings.by.${by}`)}>
      {shownRows.map(({ row, name, now, compared, nowShare, beforeShare }) => (
        <li key={row.id ?? ''} className={styles.bar}>
          <span className={styles.barName}>
            {name}
            {isCashOutRow(by, row) ? ` (${text('earnings.leavesDrawer')})` : ''}
          </span>
          <span className={styles.barValue}>{now}</span>
          <svg className={styles.barTrack} aria-hidden="true" focusable="false">
            <rect
              className={styles.currentPeriod}
              y="0"
              width={formatPercent(nowShare)}
              height="58%"
            />
            <rect
              className={styles.previousPeriod}
              y="66%"
              width={formatPercent(beforeShare)}
              height="30%"
            />
          </svg>
          <span className={styles.barDetail}>{compared}</span>
        </li>
      ))}
      {earnings.by[by].length > shownRows.length ? <li>{text('earnings.moreInTable')}</li> : null}
    </ul>
  );
}

/**
 * The widest figure that fits above one of seven columns at 1366 by 768 pixels with a 16-pixel
 * font.
 */
const MAX_FIGURE_WIDTH_EM = computeAmountWidthEm('$99,999.99');

function ColumnChart(props: EarningsChartProps) {
  const { earnings } = props;
  const text = useText();
  const format = useEarningsFormatter(earnings);
  const shownRows = useChartRows(props);
  const hasManyColumns = shownRows.length > 7;
  const getMaxWidth = (figureKind: 'bare' | 'short'): number =>
    Math.max(...shownRows.map((row) => computeAmountWidthEm(row[figureKind])));
  // Either all figures are exact or none is, because they are compared with each other.
  const figureKind = getMaxWidth('bare') > MAX_FIGURE_WIDTH_EM ? 'short' : 'bare';
  return (
    <ol
      className={hasManyColumns ? styles.manyColumns : styles.columns}
      aria-label={text('earnings.by.day')}
      style={{ '--value-width': getMaxWidth(figureKind) } as CSSProperties}
    >
      {shownRows.map(
        ({ row, name, now, before, nowShare, beforeShare, [figureKind]: figures }, index) => (
          <li key={row.id ?? ''} className={styles.column}>
            <span className={patterns.visuallyHidden}>
              {text('earnings.comparison', { name, now, before })}
            </span>
            {hasManyColumns ? null : (
              <span className={styles.columnValue} aria-hidden="true">
                {figures}
              </span>
            )}
            <svg className={styles.columnTrack} aria-hidden="true" focusable="false">
              <rect
                className={styles.previousPeriod}
                x="6%"
                width="36%"
                y={formatPercent(1 - beforeShare)}
                height={formatPercent(beforeShare)}
              />
              <rect
                className={styles.currentPeriod}
                x="46%"
                width="48%"
                y={formatPercent(1 - nowShare)}
                height={formatPercent(nowShare)}
              />
            </svg>
            <span className={styles.columnName} aria-hidden="true">
              {hasManyColumns
                ? index % 7 === 0
                  ? format.dayOfMonth(row.id ?? '')
                  : ' '
                : format.formatShortDay(row.id ?? '')}
            </span>
          </li>
        ),
      )}
    </ol>
  );
}
