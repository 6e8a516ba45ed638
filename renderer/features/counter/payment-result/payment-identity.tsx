import type { Payment } from '../../../../shared/contract/index.ts';
import { getAccountLabel, getReceiptTexts } from '../../../../shared/i18n/index.ts';
import { Money, patterns } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './payment-result.module.css';
import { isMoneyPending } from './result-title.ts';

/** Shown below the title: the amount, the account, and the biller if the title does not name it. */
export function PaymentIdentity(props: { readonly payment: Payment }) {
  const { amount, accountIs, accountShown, billerName, basket } = props.payment;
  const text = useText();
  return (
    <span className={styles.paymentIdentity}>
      {isMoneyPending(props.payment) ? <span>{billerName}</span> : null}
      <Money value={amount} size="text" />
      <span className={patterns.tabularFigures}>
        {getAccountLabel(getReceiptTexts(useLanguage()), accountIs)} {accountShown}
      </span>
      {basket === null ? null : (
        <span>{text('basket.paymentNumber', { number: basket.number, of: basket.of })}</span>
      )}
    </span>
  );
}
