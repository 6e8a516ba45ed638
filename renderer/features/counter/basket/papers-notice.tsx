import { Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { formatPaperUnavailableReason } from '../payment-result/index.ts';
import type { BasketPapers } from './use-basket-papers.ts';

/** Why receipts were not printed, each reason once; and a note about gift-card papers. */
export function BasketPapersNotice({ papers }: { readonly papers: BasketPapers }) {
  const text = useText();
  const language = useLanguage();
  const { missingReceipts: missing, giftCardItemNumbers } = papers;
  const [firstReason, ...otherReasons] = new Set(
    missing.map(({ tape }) => formatPaperUnavailableReason(text, language, tape)),
  );
  return (
    <>
      {firstReason === undefined ? null : (
        <Notice
          tone="warning"
          toneText={text('basket.paper.missing', { count: missing.length })}
          title={firstReason}
        >
          {otherReasons.length === 0
            ? null
            : otherReasons.map((reason) => <p key={reason}>{reason}</p>)}
        </Notice>
      )}
      {giftCardItemNumbers.length === 0 ? null : <p>{text('pay.gift.once')}</p>}
    </>
  );
}
