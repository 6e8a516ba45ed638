import type { PaymentKind } from '../../../../../shared/contract/index.ts';
import { useTill } from '../../../../app/index.ts';
import { LoadingIndicator, patterns, Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';

/** Shown from F12 until the answer. It offers no action, because none could help. */
export function SendingPaymentScreen(props: {
  readonly kind: PaymentKind;
  readonly billerName: string;
}) {
  const text = useText();
  const { billerName: biller, kind } = props;
  const isMoneyOut = kind === 'cash-out' || kind === 'cancel';
  const { deadlineSeconds } = useTill();
  return (
    <Screen title={text(isMoneyOut ? `pay.sending.title.${kind}` : 'pay.sending.title')}>
      <p className={patterns.inlineText}>
        {text(isMoneyOut ? `pay.sending.warning.${kind}` : 'pay.sending.warning')}
      </p>
      <LoadingIndicator
        label={text('pay.sending.waiting', { biller })}
        maxSeconds={deadlineSeconds}
      />
    </Screen>
  );
}
