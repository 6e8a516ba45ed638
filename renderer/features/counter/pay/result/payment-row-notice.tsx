import type { CallOutput } from '../../../../../shared/contract/index.ts';
import { Notice } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';

type PaymentRowReading = CallOutput<'refunds.readNow'>;

/** What the row of a paid payment said when a person asked. */
export function PaymentRowNotice({ said }: { readonly said: PaymentRowReading }) {
  const text = useText();
  const word = getRowTextKey(said);
  const isCalm = word === 'stands' || word === 'cancelled' || word === 'given-back';
  return (
    <Notice
      tone={isCalm ? 'info' : 'warning'}
      word={text('refunds.asked')}
      happened={text(`refunds.says.${word}`)}
      code={said.status}
    />
  );
}

/** Only a cancel that is done has taken it back: one that is open may not have arrived. */
function getRowTextKey({ says, payment }: PaymentRowReading) {
  const { refund, cancelledBy } = payment;
  const isOwed = refund !== null && refund.settled === null;
  if (says === 'stands' && isOwed) return 'stands-again';
  if (says !== 'given-back' || refund !== null) return says;
  switch (cancelledBy?.state) {
    case 'paid':
    case 'by-hand-paid':
      return 'cancelled';
    case 'sending':
    case 'unknown':
    case 'unclear':
      return 'cancelling';
    default:
      return says;
  }
}
