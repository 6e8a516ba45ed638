import type { ShiftBlockingPayment } from '../../../shared/contract/index.ts';
import { formatMoneyInSentence } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import styles from './shift.module.css';

/** The open payments of a shift, with biller and account. */
export function ShiftBlockingPaymentList(props: {
  readonly blockingPayments: readonly ShiftBlockingPayment[];
}) {
  const text = useText();
  const language = useLanguage();
  return (
    <ul className={styles.items} aria-label={text('shift.unfinishedList')}>
      {props.blockingPayments.map((item) => (
        <li key={item.paymentId}>
          <span className={styles.emphasized}>
            {item.billerName} {item.account} · {formatMoneyInSentence(item.amount, language)}
          </span>{' '}
          {text(`shift.openReason.${item.why}`)}
        </li>
      ))}
    </ul>
  );
}
