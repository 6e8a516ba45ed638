import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { useChainPaymentChoices } from './chain-payment-choices.tsx';
import { ChainPaymentDialog } from './chain-payment-dialog.tsx';
import { QueryListView } from './query-view.tsx';
import { CHAIN_PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

/** Payments of every till whose outcome is unknown, oldest first. */
export function ChainUnresolvedPayments(props: { readonly onBack: () => void }) {
  const text = useText();
  const { first, pages, readMore } = usePagedQuery('chain.unresolved', (cursor) => ({
    cursor,
    limit: CHAIN_PAGE_SIZE,
  }));
  const payments = pages.flatMap((page) => page.payments);
  const rows = useChainPaymentChoices(payments);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const payment = payments.find(({ id }) => id === openedId);
  return (
    <QueryListView
      title={text('chain.view.unresolved')}
      hint={text('chain.unresolved.hint')}
      query={first}
      onBack={props.onBack}
      rows={rows}
      empty={{ title: text('chain.unresolved.empty'), more: text('chain.unresolved.emptyMore') }}
      onOpen={setOpenedId}
      onLoadMore={readMore}
      isAutoFocused
      dialog={
        payment === undefined ? null : (
          <ChainPaymentDialog payment={payment} onClose={() => setOpenedId(null)} />
        )
      }
    />
  );
}
