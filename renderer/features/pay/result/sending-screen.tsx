import type { PaymentKind } from '../../../../shared/contract/index.ts';
import { useTill } from '../../../app/index.ts';
import { Screen, Waiting } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from '../pay.module.css';

/** From F12 to the answer. Nothing can be pressed: there is nothing that could help. */
export function SendingScreen(props: { readonly kind: PaymentKind; readonly biller: string }) {
  const text = useText();
  const { biller, kind } = props;
  const isMoneyOut = kind === 'cash-out' || kind === 'cancel';
  const { deadlineSeconds } = useTill();
  return (
    <Screen title={text(isMoneyOut ? `pay.sending.title.${kind}` : 'pay.sending.title')}>
      <p className={styles.sentence}>
        {text(isMoneyOut ? `pay.sending.hold.${kind}` : 'pay.sending.hold')}
      </p>
      <Waiting what={text('pay.sending.what', { biller })} longestSeconds={deadlineSeconds} />
    </Screen>
  );
}
