import { Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { formatPaperUnavailableReason } from '../pay/result/index.ts';
import type { BasketPapers } from './use-basket-papers.ts';

/** Why receipts did not come out, each reason once; and what a gift card's paper is worth. */
export function PapersNotice({ papers }: { readonly papers: BasketPapers }) {
  const text = useText();
  const language = useLanguage();
  const { missing, withCode } = papers;
  const [first, ...others] = new Set(
    missing.map(({ tape }) => formatPaperUnavailableReason(text, language, tape)),
  );
  return (
    <>
      {first === undefined ? null : (
        <Notice
          tone="warning"
          word={text('basket.paper.lacking', { count: missing.length })}
          happened={first}
        >
          {others.length === 0 ? null : others.map((one) => <p key={one}>{one}</p>)}
        </Notice>
      )}
      {withCode.length === 0 ? null : <p>{text('pay.gift.once')}</p>}
    </>
  );
}
