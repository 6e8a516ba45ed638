import type { Basket, Payment } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useProblemText } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { PaymentResultNotice } from '../payment-result/index.ts';
import { getItemMoneyStatus } from './item-status.ts';

/** Why the basket has stopped, and what that means for the money. */
export function BasketStatusNotice(props: { readonly basket: Basket }) {
  const { basket } = props;
  const text = useText();
  const unknownPayment = findFirstUnknownPayment(basket);
  switch (basket.state) {
    case 'sending':
      return <p>{text('basket.sending.hint')}</p>;
    case 'waiting':
      if (basket.stoppedBy !== null) return <ProblemNotice problem={basket.stoppedBy} />;
      return (
        <Notice
          tone={unknownPayment === undefined ? 'warning' : 'unknown'}
          {...(unknownPayment === undefined ? { toneText: text('basket.waiting.word') } : {})}
          title={text('basket.waiting.noticeTitle')}
          impact={text('basket.waiting.impact')}
          action={text(basket.canContinue ? 'basket.waiting.action' : 'basket.waiting.actionOther')}
        />
      );
    case 'open':
      return unknownPayment === undefined ? null : <PaymentResultNotice payment={unknownPayment} />;
    case 'settled':
    case 'ended':
      return basket.isRestored ? <RestoredBasketNotice /> : null;
    case 'collecting':
      return null;
  }
}

/** A restored basket has nothing to send or stop; the only remedy is to compare. */
function RestoredBasketNotice() {
  const describeProblem = useProblemText();
  const text = useText();
  const problem = describeProblem({ kind: 'basket', reason: 'restored' });
  return <Notice tone="warning" {...problem} action={text('basket.restored.action')} />;
}

function findFirstUnknownPayment({ items }: Basket): Payment | undefined {
  return items
    .flatMap(({ payment }) => (payment === null ? [] : [payment]))
    .find((payment) => getItemMoneyStatus(payment) === 'unknown');
}
