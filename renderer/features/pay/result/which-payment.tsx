import type { Payment } from '../../../../shared/contract/index.ts';
import { Money } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from '../pay.module.css';
import { isAboutMoney } from './result-title.ts';

/**
 * Beneath the title, before all else: how much it is, and of which account; whose, where the title
 * does not say.
 */
export function WhichPayment(props: { readonly payment: Payment }) {
  const { amount, accountNumber, billerName } = props.payment;
  const text = useText();
  return (
    <span className={styles.which}>
      {isAboutMoney(props.payment) ? <span>{billerName}</span> : null}
      <Money value={amount} size="text" />
      <span className={styles.figures}>
        {text('history.account')} {accountNumber}
      </span>
    </span>
  );
}
