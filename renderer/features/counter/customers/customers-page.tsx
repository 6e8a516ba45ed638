import { useState } from 'react';
import type { CustomerAccount } from '../../../../shared/contract/index.ts';
import { useNavigation } from '../../../app/index.ts';
import { CustomerDetails } from './customer-details.tsx';
import { CustomerList } from './customer-list.tsx';
import { PhoneQuestion } from './phone-question.tsx';

type View =
  | { readonly name: 'list'; readonly deletedCount: number | null }
  | { readonly name: 'customer' | 'phone'; readonly customer: CustomerAccount };

/**
 * The list, one customer, or the question for a phone number. The search text stays while a
 * customer is open.
 */
export function CustomersPage() {
  const { open } = useNavigation();
  const [view, setView] = useState<View>({ name: 'list', deletedCount: null });
  const [searchText, setSearchText] = useState('');
  const openCustomer = (customer: CustomerAccount) => setView({ name: 'customer', customer });
  switch (view.name) {
    case 'list':
      return (
        <CustomerList
          searchText={searchText}
          deletedCount={view.deletedCount}
          onSearch={(text) => {
            setSearchText(text);
            setView({ name: 'list', deletedCount: null });
          }}
          onOpen={openCustomer}
          onAllDeleted={(count) => {
            setSearchText('');
            setView({ name: 'list', deletedCount: count });
          }}
          onBack={() => open({ name: 'back-office' })}
        />
      );
    case 'customer':
      return (
        <CustomerDetails
          customer={view.customer}
          onChangePhone={() => setView({ name: 'phone', customer: view.customer })}
          onDeleted={() => {
            setSearchText('');
            setView({ name: 'list', deletedCount: 1 });
          }}
          onBack={() => setView({ name: 'list', deletedCount: null })}
        />
      );
    case 'phone':
      return (
        <PhoneQuestion
          customer={view.customer}
          onSaved={openCustomer}
          onBack={() => openCustomer(view.customer)}
        />
      );
  }
}
