import { useState } from 'react';
import type { LinkedBill } from '../../../../shared/contract/index.ts';
import { useNavigation, useTillEvent } from '../../../app/index.ts';
import { BillsList } from './bills-list.tsx';
import { LinkAccount } from './link-account.tsx';
import { SavedBillScreen } from './saved-bill.tsx';
import { useSavedBillPages } from './use-bill-pages.ts';

type View =
  | { readonly name: 'list' }
  | { readonly name: 'bill'; readonly bill: LinkedBill }
  | { readonly name: 'link' };

/**
 * The list, one bill, or linking a new one. The list and its search text stay while a bill is open.
 */
export function BillsPage() {
  const { goHome } = useNavigation();
  const pages = useSavedBillPages();
  const [view, setView] = useState<View>({ name: 'list' });
  const [searchText, setSearchText] = useState('');
  useTillEvent('bills.changed', (bill) => {
    if (!pages.bills.some(({ id }) => id === bill.id)) return;
    pages.updateBill(bill);
    if (view.name === 'bill' && view.bill.id === bill.id) setView({ name: 'bill', bill });
  });
  const openList = () => setView({ name: 'list' });
  switch (view.name) {
    case 'list':
      return (
        <BillsList
          pages={pages}
          searchText={searchText}
          onSearch={setSearchText}
          onOpen={(bill) => setView({ name: 'bill', bill })}
          onLink={() => setView({ name: 'link' })}
          onBack={goHome}
        />
      );
    case 'bill':
      return (
        <SavedBillScreen
          key={view.bill.id}
          bill={view.bill}
          onUpdated={pages.updateBill}
          onRemoved={() => pages.removeBill(view.bill.id)}
          onBack={openList}
        />
      );
    case 'link':
      return (
        <LinkAccount
          onLinked={pages.updateBill}
          onOpen={(bill) => setView({ name: 'bill', bill })}
          onRefused={pages.refetch}
          onBack={openList}
        />
      );
  }
}
