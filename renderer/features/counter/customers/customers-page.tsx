import { useState } from 'react';
import type { CustomerAccount } from '../../../../shared/contract/index.ts';
import { useNavigation } from '../../../app/index.ts';
import { CustomerDetails } from './customer-details.tsx';
import { CustomerList } from './customer-list.tsx';
import { PhoneQuestion } from './phone-question.tsx';

type View =
  | { readonly name: 'list'; readonly gone: number | null }
  | { readonly name: 'customer' | 'phone'; readonly customer: CustomerAccount };

/** The list, one customer, or the question for a phone. The search stays while one is open. */
export function CustomersPage() {
  const { open } = useNavigation();
  const [view, setView] = useState<View>({ name: 'list', gone: null });
  const [wanted, setWanted] = useState('');
  const toCustomer = (customer: CustomerAccount) => setView({ name: 'customer', customer });
  switch (view.name) {
    case 'list':
      return (
        <CustomerList
          wanted={wanted}
          gone={view.gone}
          onWant={(text) => {
            setWanted(text);
            setView({ name: 'list', gone: null });
          }}
          onOpen={toCustomer}
          onAllGone={(count) => {
            setWanted('');
            setView({ name: 'list', gone: count });
          }}
          onBack={() => open({ name: 'back-office' })}
        />
      );
    case 'customer':
      return (
        <CustomerDetails
          customer={view.customer}
          onPhone={() => setView({ name: 'phone', customer: view.customer })}
          onGone={() => {
            setWanted('');
            setView({ name: 'list', gone: 1 });
          }}
          onBack={() => setView({ name: 'list', gone: null })}
        />
      );
    case 'phone':
      return (
        <PhoneQuestion
          customer={view.customer}
          onKept={toCustomer}
          onBack={() => toCustomer(view.customer)}
        />
      );
  }
}
