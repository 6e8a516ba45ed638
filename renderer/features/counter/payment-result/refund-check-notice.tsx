import type { CallOutput } from '../../../../shared/contract/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

type RefundCheckResult = CallOutput<'refunds.checkNow'>;

/** What the service says of a paid payment on request: whether it was refunded. */
export function RefundCheckNotice({ result }: { readonly result: RefundCheckResult }) {
  const text = useText();
  const textKey = getRefundCheckTextKey(result);
  const isExpected = textKey === 'stands' || textKey === 'cancelled' || textKey === 'given-back';
  return (
    <Notice
      tone={isExpected ? 'info' : 'warning'}
      toneText={text('refunds.checkedNow')}
      title={text(`refunds.checkResult.${textKey}`)}
      code={result.status}
    />
  );
}

/** Only a completed cancel has reversed the payment; an open one may not have arrived. */
function getRefundCheckTextKey({ kind, payment }: RefundCheckResult) {
  const { refund, cancelledBy } = payment;
  const isOwed = refund !== null && refund.settled === null;
  if (kind === 'stands' && isOwed) return 'stands-again';
  if (kind !== 'given-back' || refund !== null) return kind;
  switch (cancelledBy?.state) {
    case 'paid':
    case 'by-hand-paid':
      return 'cancelled';
    case 'sending':
    case 'unknown':
    case 'unclear':
      return 'cancelling';
    default:
      return kind;
  }
}
