import type { ScannedBill } from '../../../../shared/contract/index.ts';
import {
  getPaymentStateTextKey,
  useNavigation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  ChoiceList,
  Facts,
  formatMoneyInSentence,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * The same code was scanned within an hour, and its account was paid since. Asked before anything is
 * sent to the service. The first choice pays nothing.
 */
export function RepeatedBillScreen(props: {
  readonly bill: ScannedBill;
  readonly paymentId: string;
  readonly onContinue: () => void;
}) {
  const { bill, paymentId, onContinue } = props;
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  const { goHome } = useNavigation();
  const payment = useTillQuery('payments.get', { paymentId }).value;
  return (
    <Screen
      isDense
      title={text('scan.repeated.title')}
      actions={[{ label: text('pay.home'), keyName: 'Escape', onAction: goHome }]}
    >
      <Notice
        tone="warning"
        title={text('scan.repeated.what', { time: clock.time(bill.earlierScan?.at ?? '') })}
        impact={text('pay.decide.impact')}
        action={text('scan.repeated.action')}
      >
        {payment === undefined ? null : (
          <Facts
            label={text('pay.decide.earlier')}
            isInline
            facts={[
              {
                name: text('pay.decide.earlier'),
                value: `${formatMoneyInSentence(payment.amount, language)} · ${payment.accountShown}`,
              },
              {
                name: text('unresolved.cashier'),
                value: `${payment.cashierName}, ${clock.time(payment.createdAt)} · ${text(getPaymentStateTextKey(payment))}`,
              },
            ]}
          />
        )}
      </Notice>
      <ChoiceList
        label={text('scan.repeated.title')}
        isAutoFocused
        choices={[
          {
            id: 'stop',
            name: text('pay.decide.same'),
            detail: text('pay.decide.sameDetail'),
          },
          {
            id: 'continue',
            name: text('pay.decide.other'),
            detail: text('pay.decide.otherDetail'),
          },
        ]}
        onChoose={(choice) => {
          if (choice === 'stop') goHome();
          else onContinue();
        }}
      />
    </Screen>
  );
}
