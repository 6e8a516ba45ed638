import type { Basket, Payment } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useProblemText } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { ResultNotice } from '../pay/result/index.ts';
import { getItemShare } from './item-share.ts';

/** Why nothing goes on, and what that means for the money. */
export function BasketStatusNotice(props: { readonly basket: Basket }) {
  const { basket } = props;
  const text = useText();
  const first = findFirstUnknownPayment(basket);
  switch (basket.state) {
    case 'sending':
      return <p>{text('basket.sending.hint')}</p>;
    case 'waiting':
      if (basket.stoppedBy !== null) return <ProblemNotice problem={basket.stoppedBy} />;
      return (
        <Notice
          tone={first === undefined ? 'warning' : 'unknown'}
          {...(first === undefined ? { word: text('basket.waiting.word') } : {})}
          happened={text('basket.waiting.happened')}
          money={text('basket.waiting.money')}
          next={text(basket.mayGoOn ? 'basket.waiting.next' : 'basket.waiting.nextOther')}
        />
      );
    case 'open':
      return first === undefined ? null : <ResultNotice payment={first} />;
    case 'settled':
    case 'ended':
      return basket.isRestored ? <RestoredBasketNotice /> : null;
    case 'collecting':
      return null;
  }
}

/** Nothing is left to be sent or stopped: what helps is to compare. */
function RestoredBasketNotice() {
  const describe = useProblemText();
  const text = useText();
  const problem = describe({ kind: 'basket', reason: 'restored' });
  return <Notice tone="warning" {...problem} next={text('basket.restored.next')} />;
}

function findFirstUnknownPayment({ items }: Basket): Payment | undefined {
  return items
    .flatMap(({ payment }) => (payment === null ? [] : [payment]))
    .find((payment) => getItemShare(payment) === 'unknown');
}
