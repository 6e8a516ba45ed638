import type { CSSProperties } from 'react';
import type { Earnings, EarningsGrouping, EarningsRow } from '../../../../shared/contract/index.ts';
import { classNames, computeAmountWidthEm, patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './earnings.module.css';
import {
  getMeasureValue,
  isCashOut,
  type Measure,
  toBarSize,
  useEarningsFormatter,
} from './earnings-formatter.ts';

/** As many bars as one reads; all of them are in the table. */
const MAX_BARS = 12;

interface EarningsChartProps {
  readonly earnings: Earnings;
  readonly by: EarningsGrouping;
  readonly measure: Measure;
}

/** Days as columns, all else as bars: now filled, before dashed, each with its figure in words. */
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
          <LegendSample isBefore /> {text('earnings.then')}
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
  /** `now` over a column, beneath figures that name the currency. */
  readonly bare: string;
  /** Instead of `bare`, where that has no room. */
  readonly short: string;
  /** With how much more or less that is. */
  readonly compared: string;
  /** Beside the largest: 0 to 1. */
  readonly nowShare: number;
  readonly beforeShare: number;
}

function useChartRows({ earnings, by, measure }: EarningsChartProps): readonly ChartRow[] {
  const words = useEarningsFormatter(earnings);
  const valued = earnings.by[by].map((row) => {
    const isOut = isCashOut(by, row);
    return {
      row,
      now: getMeasureValue(row.now, measure, isOut),
      before: getMeasureValue(row.before, measure, isOut),
    };
  });
  const most = Math.max(
    0,
    ...valued.flatMap(({ now, before }) => [toBarSize(now), toBarSize(before)]),
  );
  const shareOf = (value: string | null): number => (most === 0 ? 0 : toBarSize(value) / most);
  return valued.map(({ row, now, before }) => ({
    row,
    name: words.row(by, row),
    now: words.value(now, measure),
    before: words.value(before, measure),
    bare: words.valueWithoutCurrency(now, measure),
    short: words.compactValue(now, measure),
    compared: words.comparison(now, before, words.value(before, measure)).join(' · '),
    nowShare: shareOf(now),
    beforeShare: shareOf(before),
  }));
}

const formatPercent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

function BarChart(props: EarningsChartProps) {
  const { earnings, by } = props;
  const text = useText();
  const drawn = useChartRows(props).slice(0, MAX_BARS);
  return (
    <ul className={classNames(styles.bars, patterns.stack)} aria-label={text(`earnings.by.${by}`)}>
      {drawn.map(({ row, name, now, compared, nowShare, beforeShare }) => (
        <li key={row.id ?? ''} className={styles.bar}>
          <span className={styles.barName}>
            {name}
            {isCashOut(by, row) ? ` (${text('earnings.isOut')})` : ''}
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
      {earnings.by[by].length > drawn.length ? <li>{text('earnings.moreInTable')}</li> : null}
    </ul>
  );
}

/** What has room over one of seven columns at 1366 by 768, in letters of 16 pixels. */
const MAX_FIGURE_WIDTH_EM = computeAmountWidthEm('$99,999.99');

function ColumnChart(props: EarningsChartProps) {
  const { earnings } = props;
  const text = useText();
  const words = useEarningsFormatter(earnings);
  const drawn = useChartRows(props);
  const isLong = drawn.length > 7;
  const widestOf = (shown: 'bare' | 'short'): number =>
    Math.max(...drawn.map((one) => computeAmountWidthEm(one[shown])));
  // Either all of them are exact or none: they are read beside each other.
  const shown = widestOf('bare') > MAX_FIGURE_WIDTH_EM ? 'short' : 'bare';
  return (
    <ol
      className={isLong ? styles.manyColumns : styles.columns}
      aria-label={text('earnings.by.day')}
      style={{ '--value-width': widestOf(shown) } as CSSProperties}
    >
      {drawn.map(({ row, name, now, before, nowShare, beforeShare, [shown]: figures }, at) => (
        <li key={row.id ?? ''} className={styles.column}>
          <span className={patterns.visuallyHidden}>
            {text('earnings.pair', { name, now, before })}
          </span>
          {isLong ? null : (
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
            {isLong
              ? at % 7 === 0
                ? words.dayOfMonth(row.id ?? '')
                : ' '
              : words.shortDay(row.id ?? '')}
          </span>
        </li>
      ))}
    </ol>
  );
}
