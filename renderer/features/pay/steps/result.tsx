import { assertNever, type Payment } from '../../../../shared/contract/index.ts';
import { isZero, type Money as MoneyValue } from '../../../../shared/money/index.ts';
import { Money, Screen, type ScreenAction } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { moneyWords } from '../money-words.ts';
import { ResultNotice } from '../result-notice.tsx';
import type { StepProps } from '../step-props.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { UnknownFacts } from '../unknown-facts.tsx';

/** What became of the payment. While it is not known, only what is safe can be pressed. */
export function ResultScreen(props: StepProps<'payment'>) {
  const { step, tell, press } = props;
  const { payment, busy } = step;
  const text = useText();
  const isOpen = payment.state === 'unknown' || payment.state === 'unclear';
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';

  const next: ScreenAction = {
    label: text('pay.nextCustomer'),
    keyName: 'Enter',
    onAction: () => press('enter'),
    variant: 'primary',
  };
  const open: readonly ScreenAction[] = [
    { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
    ...(payment.maySendAgain
      ? [
          {
            label: text(
              busy?.what === 'send-again' ? 'pay.unknown.sendingAgain' : 'pay.unknown.sendAgain',
            ),
            keyName: 'F11',
            onAction: () => tell({ type: 'send-again' }),
          } satisfies ScreenAction,
        ]
      : []),
    {
      label: text(busy?.what === 'look-up' ? 'pay.unknown.lookingUp' : 'pay.unknown.lookUpNow'),
      keyName: 'Enter',
      onAction: () => press('enter'),
      variant: 'primary',
    },
  ];

  return (
    <Screen title={useTitle(payment)} actions={isOpen ? open : [next]}>
      <ResultNotice payment={payment} />
      {isPaid && payment.change ? (
        <Money value={payment.change} label={text('pay.cash.change')} size="huge" />
      ) : null}
      {isOpen ? <UnknownFacts payment={payment} /> : null}
      {step.trouble === null ? null : <TroubleNotice trouble={step.trouble} />}
    </Screen>
  );
}

/** What the cashier does with the money now: the one thing that must not go wrong. */
function useTitle(payment: Payment): string {
  const text = useText();
  const language = useLanguage();
  const write = (value: MoneyValue) => moneyWords(value, language);
  switch (payment.state) {
    case 'sending':
      return text('pay.sending.title');
    case 'paid':
    case 'by-hand-paid':
      return payment.change === null || isZero(payment.change)
        ? text('pay.paid.titleExact')
        : text('pay.paid.title', { change: write(payment.change) });
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return text('pay.refused.title', { cash: write(payment.cash ?? payment.due) });
    case 'unknown':
    case 'unclear':
      return text('pay.unknown.title');
    default:
      return assertNever(payment.state);
  }
}
