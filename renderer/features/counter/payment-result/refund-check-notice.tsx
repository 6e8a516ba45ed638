import type { CallOutput } from '../../../../shared/contract/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

type PaymentRowReading = CallOutput<'refunds.checkNow'>;

/** The result of reading a paid payment's row on request. */
export function PaymentRowNotice({ reading }: { readonly reading: PaymentRowReading }) {
  const text = useText();
  const result = getRowTextKey(reading);
  const isExpected = result === 'stands' || result === 'cancelled' || result === 'given-back';
  return (
    <Notice
      tone={isExpected ? 'info' : 'warning'}
      word={text('refunds.checkedNow')}
      title={text(`refunds.checkResult.${result}`)}
      code={reading.status}
    />
  );
}

/** Only a completed cancel has reversed the payment; an open one may not have arrived. */
function getRowTextKey({ kind, payment }: PaymentRowReading) {
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
