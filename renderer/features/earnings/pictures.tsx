import type { CSSProperties } from 'react';
import type { Earnings, EarningsBy, EarningsRow } from '../../../shared/contract/index.ts';
import { classes, patterns, widthOfFigures } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './earnings.module.css';
import { isCashOut, type Measure, measured, sizeOf, useEarningsWords } from './words.ts';

/** As many bars as one reads; all of them are in the table. */
const MOST_BARS = 12;

interface PictureProps {
  readonly earnings: Earnings;
  readonly by: EarningsBy;
  readonly measure: Measure;
}

/** Days as columns, all else as bars: now filled, before dashed, each with its figure in words. */
export function Picture(props: PictureProps) {
  const { earnings, by } = props;
  const text = useText();
  const rows = earnings.by[by];
  return (
    <figure className={styles.picture}>
      <figcaption className={styles.legend}>
        <span className={styles.sample}>
          <Sample isBefore={false} /> {text('earnings.now')}
        </span>
        <span className={styles.sample}>
          <Sample isBefore /> {text('earnings.then')}
        </span>
      </figcaption>
      {by === 'day' && rows.length > 1 ? <Columns {...props} /> : <Bars {...props} />}
    </figure>
  );
}

function Sample(props: { readonly isBefore: boolean }) {
  return (
    <svg className={styles.key} aria-hidden="true" focusable="false">
      <rect
        className={props.isBefore ? styles.before : styles.now}
        x="8%"
        y="8%"
        width="84%"
        height="84%"
      />
    </svg>
  );
}

interface Drawn {
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

function useDrawn({ earnings, by, measure }: PictureProps): readonly Drawn[] {
  const words = useEarningsWords(earnings);
  const valued = earnings.by[by].map((row) => {
    const isOut = isCashOut(by, row);
    return {
      row,
      now: measured(row.now, measure, isOut),
      before: measured(row.before, measure, isOut),
    };
  });
  const most = Math.max(0, ...valued.flatMap(({ now, before }) => [sizeOf(now), sizeOf(before)]));
  const shareOf = (value: string | null): number => (most === 0 ? 0 : sizeOf(value) / most);
  return valued.map(({ row, now, before }) => ({
    row,
    name: words.row(by, row),
    now: words.value(now, measure),
    before: words.value(before, measure),
    bare: words.bare(now, measure),
    short: words.short(now, measure),
    compared: words.compared(now, before, words.value(before, measure)).join(' · '),
    nowShare: shareOf(now),
    beforeShare: shareOf(before),
  }));
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

function Bars(props: PictureProps) {
  const { earnings, by } = props;
  const text = useText();
  const drawn = useDrawn(props).slice(0, MOST_BARS);
  return (
    <ul className={classes(styles.bars, patterns.stack)} aria-label={text(`earnings.by.${by}`)}>
      {drawn.map(({ row, name, now, compared, nowShare, beforeShare }) => (
        <li key={row.id ?? ''} className={styles.bar}>
          <span className={styles.barName}>
            {name}
            {isCashOut(by, row) ? ` (${text('earnings.isOut')})` : ''}
          </span>
          <span className={styles.barValue}>{now}</span>
          <svg className={styles.strip} aria-hidden="true" focusable="false">
            <rect className={styles.now} y="0" width={percent(nowShare)} height="58%" />
            <rect className={styles.before} y="66%" width={percent(beforeShare)} height="30%" />
          </svg>
          <span className={styles.barDetail}>{compared}</span>
        </li>
      ))}
      {earnings.by[by].length > drawn.length ? <li>{text('earnings.moreInTable')}</li> : null}
    </ul>
  );
}

/** What has room over one of seven columns at 1366 by 768, in letters of 16 pixels. */
const MOST_FIGURES = widthOfFigures('$99,999.99');

function Columns(props: PictureProps) {
  const { earnings } = props;
  const text = useText();
  const words = useEarningsWords(earnings);
  const drawn = useDrawn(props);
  const isLong = drawn.length > 7;
  const widestOf = (shown: 'bare' | 'short'): number =>
    Math.max(...drawn.map((one) => widthOfFigures(one[shown])));
  // Either all of them are exact or none: they are read beside each other.
  const shown = widestOf('bare') > MOST_FIGURES ? 'short' : 'bare';
  return (
    <ol
      className={isLong ? styles.manyColumns : styles.columns}
      aria-label={text('earnings.by.day')}
      style={{ '--value-width': widestOf(shown) } as CSSProperties}
    >
      {drawn.map(({ row, name, now, before, nowShare, beforeShare, [shown]: figures }, at) => (
        <li key={row.id ?? ''} className={styles.column}>
          <span className={patterns.spoken}>{text('earnings.pair', { name, now, before })}</span>
          {isLong ? null : (
            <span className={styles.columnValue} aria-hidden="true">
              {figures}
            </span>
          )}
          <svg className={styles.stand} aria-hidden="true" focusable="false">
            <rect
              className={styles.before}
              x="6%"
              width="36%"
              y={percent(1 - beforeShare)}
              height={percent(beforeShare)}
            />
            <rect
              className={styles.now}
              x="46%"
              width="48%"
              y={percent(1 - nowShare)}
              height={percent(nowShare)}
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
