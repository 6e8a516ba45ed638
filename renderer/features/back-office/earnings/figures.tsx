import type { CSSProperties } from 'react';
import type { Earnings } from '../../../../shared/contract/index.ts';
import { createMoney, isZero } from '../../../../shared/money/index.ts';
import { computeAmountWidthEm } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './earnings.module.css';
import { useEarningsFormatter } from './earnings-formatter.ts';

/** The three figures that answer the question, each beside that of before. */
export function Figures({ earnings }: { readonly earnings: Earnings }) {
  const text = useText();
  const words = useEarningsFormatter(earnings);
  const { now, before } = earnings.total;
  const compared = (value: string | null, other: string | null): readonly string[] =>
    other === null ? [] : words.comparison(value, other, words.money(other));
  const sold = words.money(now.amount);
  const earned = now.earned === null ? text('earnings.untold') : words.money(now.earned);
  const fees = words.money(now.fee);
  const width = [sold, earned, fees].reduce((sum, one) => sum + computeAmountWidthEm(one), 0);
  return (
    <section className={styles.figuresContainer} aria-label={text('earnings.figures')}>
      <dl className={styles.figures} style={{ '--figures-width': width } as CSSProperties}>
        <Figure
          name={text('earnings.sold')}
          value={sold}
          detail={compared(now.amount, before.amount)}
        />
        <Figure
          name={text('earnings.earned')}
          value={earned}
          detail={now.earned === null ? [] : compared(now.earned, before.earned)}
        />
        <Figure name={text('earnings.fees')} value={fees} detail={compared(now.fee, before.fee)} />
      </dl>
    </section>
  );
}

/** What is not in the three figures, or is taken off them already, and how they are counted. */
export function Notes({ earnings }: { readonly earnings: Earnings }) {
  const text = useText();
  const words = useEarningsFormatter(earnings);
  const { now } = earnings.total;
  return (
    <ul className={styles.notes}>
      <li>{text('earnings.payments', words.count(now.count))}.</li>
      {now.takenBack === 0 ? null : (
        <li>{text('earnings.takenBack', words.count(now.takenBack))}</li>
      )}
      {now.cashOuts.count === 0 && isZero(createMoney(now.cashOuts.amount, '')) ? null : (
        <li>
          {text('earnings.cashOuts', {
            ...words.count(now.cashOuts.count),
            amount: words.money(now.cashOuts.amount),
          })}
        </li>
      )}
      {earnings.inOtherCurrencies === 0 ? null : (
        <li>{text('earnings.inOtherCurrencies', words.count(earnings.inOtherCurrencies))}</li>
      )}
      {now.untold === 0 ? null : (
        <li>
          {now.earned === null
            ? `${text('earnings.untoldAll')}.`
            : text('earnings.untoldSome', words.count(now.untold))}
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
  const [first, ...more] = props.detail;
  return (
    <div className={styles.figure}>
      <dt className={styles.figureName}>{props.name}</dt>
      <dd className={styles.figureValue}>{props.value}</dd>
      {first === undefined ? null : (
        <dd className={styles.figureDetail}>
          {first}
          {more.map((one) => (
            <span key={one} className={styles.figureMore}>{` · ${one}`}</span>
          ))}
        </dd>
      )}
    </div>
  );
}
