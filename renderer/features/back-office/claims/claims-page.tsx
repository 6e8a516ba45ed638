import { useState } from 'react';
import { useNavigation } from '../../../app/index.ts';
import { ClaimList } from './claim-list.tsx';
import { NewClaimQuestions } from './claim-questions.tsx';
import { ClaimScreen } from './claim-screen.tsx';

type View =
  | { readonly name: 'list' }
  | { readonly name: 'claim'; readonly claimId: string }
  | { readonly name: 'new'; readonly paymentId: string };

/** The claims, one of them, or a new one. What was opened from a payment returns to that payment. */
export function ClaimsPage() {
  const { route, open } = useNavigation();
  const { claimId, paymentId } = route.name === 'claims' ? route : {};
  const [view, setView] = useState<View>(getFirstView());
  function getFirstView(): View {
    if (claimId !== undefined) return { name: 'claim', claimId };
    return paymentId === undefined ? { name: 'list' } : { name: 'new', paymentId };
  }
  const goBack = (): void => {
    if (paymentId === undefined) setView({ name: 'list' });
    else open({ name: 'history', paymentId });
  };
  switch (view.name) {
    case 'list':
      return (
        <ClaimList
          onOpen={(id) => setView({ name: 'claim', claimId: id })}
          onBack={() => open({ name: 'back-office' })}
        />
      );
    case 'claim':
      return <ClaimScreen claimId={view.claimId} onBack={goBack} />;
    case 'new':
      return (
        <NewClaimQuestions
          paymentId={view.paymentId}
          onOpened={(id) => setView({ name: 'claim', claimId: id })}
          onBack={goBack}
        />
      );
  }
}
