import type { CSSProperties } from 'react';
import type { Earnings } from '../../../../shared/contract/index.ts';
import { createMoney, isZero } from '../../../../shared/money/index.ts';
import { computeAmountWidthEm } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './earnings.module.css';
import { useEarningsFormatter } from './earnings-formatter.ts';

/** The three main figures, each with its previous value. */
export function EarningsFigures({ earnings }: { readonly earnings: Earnings }) {
  const text = useText();
  const format = useEarningsFormatter(earnings);
  const { now, before } = earnings.total;
  const formatComparison = (value: string | null, previous: string | null): readonly string[] =>
    previous === null ? [] : format.formatComparison(value, previous, format.formatMoney(previous));
  const soldText = format.formatMoney(now.amount);
  const earnedText =
    now.earned === null ? text('earnings.notReported') : format.formatMoney(now.earned);
  const feesText = format.formatMoney(now.fee);
  const width = [soldText, earnedText, feesText].reduce(
    (sum, figure) => sum + computeAmountWidthEm(figure),
    0,
  );
  return (
    <section className={styles.figuresContainer} aria-label={text('earnings.figures')}>
      <dl className={styles.figures} style={{ '--figures-width': width } as CSSProperties}>
        <Figure
          name={text('earnings.sold')}
          value={soldText}
          detail={formatComparison(now.amount, before.amount)}
        />
        <Figure
          name={text('earnings.earned')}
          value={earnedText}
          detail={now.earned === null ? [] : formatComparison(now.earned, before.earned)}
        />
        <Figure
          name={text('earnings.fees')}
          value={feesText}
          detail={formatComparison(now.fee, before.fee)}
        />
      </dl>
    </section>
  );
}

/** Notes about what the three figures exclude or already subtract, and how they are counted. */
export function EarningsNotes({ earnings }: { readonly earnings: Earnings }) {
  const text = useText();
  const format = useEarningsFormatter(earnings);
  const { now } = earnings.total;
  return (
    <ul className={styles.notes}>
      <li>{text('earnings.payments', format.formatCount(now.count))}.</li>
      {now.takenBack === 0 ? null : (
        <li>{text('earnings.reversed', format.formatCount(now.takenBack))}</li>
      )}
      {now.cashOuts.count === 0 && isZero(createMoney(now.cashOuts.amount, '')) ? null : (
        <li>
          {text('earnings.cashOuts', {
            ...format.formatCount(now.cashOuts.count),
            amount: format.formatMoney(now.cashOuts.amount),
          })}
        </li>
      )}
      {earnings.inOtherCurrencies === 0 ? null : (
        <li>
          {text('earnings.inOtherCurrencies', format.formatCount(earnings.inOtherCurrencies))}
        </li>
      )}
      {now.notReported === 0 ? null : (
        <li>
          {now.earned === null
            ? `${text('earnings.notReportedAll')}.`
            : text('earnings.notReportedSome', format.formatCount(now.notReported))}
        </li>
      )}
      <li>{text('earnings.kinds')}</li>
      <li>{text('earnings.rules')}</li>
    </ul>
  );
}

function Figure(props: {
  readonly name: string;
  readonly value: string;
  readonly detail: readonly string[];
}) {
  const [first, ...moreTexts] = props.detail;
  return (
    <div className={styles.figure}>
      <dt className={styles.figureName}>{props.name}</dt>
      <dd className={styles.figureValue}>{props.value}</dd>
      {first === undefined ? null : (
        <dd className={styles.figureDetail}>
          {first}
          {moreTexts.map((text) => (
            <span key={text} className={styles.figureMore}>{` · ${text}`}</span>
          ))}
        </dd>
      )}
    </div>
  );
}
