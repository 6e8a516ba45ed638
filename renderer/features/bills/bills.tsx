import { useState } from 'react';
import type { LinkedBill } from '../../../shared/contract/index.ts';
import { useNavigation } from '../../app/index.ts';
import { BillsList } from './bills-list.tsx';
import { KeptBill } from './kept-bill.tsx';
import { LinkAccount } from './link-account.tsx';
import { useBillPages } from './use-bill-pages.ts';

type View =
  | { readonly name: 'list' }
  | { readonly name: 'bill'; readonly bill: LinkedBill }
  | { readonly name: 'link' };

/** The list, one bill of it, or a new one. What was read and looked for stays while one is open. */
export function Bills() {
  const { goHome } = useNavigation();
  const pages = useBillPages();
  const [view, setView] = useState<View>({ name: 'list' });
  const [wanted, setWanted] = useState('');
  const toList = () => setView({ name: 'list' });
  switch (view.name) {
    case 'list':
      return (
        <BillsList
          pages={pages}
          wanted={wanted}
          onWant={setWanted}
          onOpen={(bill) => setView({ name: 'bill', bill })}
          onLink={() => setView({ name: 'link' })}
          onBack={goHome}
        />
      );
    case 'bill':
      return (
        <KeptBill
          key={view.bill.id}
          bill={view.bill}
          onNews={pages.put}
          onGone={() => pages.drop(view.bill.id)}
          onBack={toList}
        />
      );
    case 'link':
      return (
        <LinkAccount
          onLinked={pages.put}
          onOpen={(bill) => setView({ name: 'bill', bill })}
          onTried={pages.again}
          onBack={toList}
        />
      );
  }
}
