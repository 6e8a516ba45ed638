import { useState } from 'react';
import { ProblemNotice, useNavigation, useTillQuery } from '../../../app/index.ts';
import { LoadingIndicator, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { ChainDaySales } from './chain-day-sales.tsx';
import { ChainDays } from './chain-days.tsx';
import { ChainDifferences } from './chain-differences.tsx';
import { ChainHistory } from './chain-history.tsx';
import { ChainMenu, type ChainView } from './chain-menu.tsx';
import { ChainShifts } from './chain-shifts.tsx';
import { ChainTills } from './chain-tills.tsx';
import { ChainUnresolvedPayments } from './chain-unresolved-payments.tsx';
import { ConnectScreen } from './connect-screen.tsx';

/** What is seen of the chain, or who may look. */
export function ChainPage() {
  const { open } = useNavigation();
  const text = useText();
  const access = useTillQuery('chain.access', {}, { refetchOnMount: 'always' });
  const [view, setView] = useState<ChainView | null>(null);
  const leave = (): void => open({ name: 'back-office' });
  const back = (): void => setView(null);
  if (access.value === undefined) {
    return (
      <Screen
        title={text('chain.title')}
        actions={[{ label: text('chain.back'), keyName: 'Escape', onAction: leave }]}
      >
        {access.problem === null ? (
          <LoadingIndicator label={text('chain.reading')} maxSeconds={10} />
        ) : (
          <ProblemNotice problem={access.problem} />
        )}
      </Screen>
    );
  }
  if (access.value.user === null) {
    return <ConnectScreen access={access.value} onConnected={access.again} onBack={leave} />;
  }
  switch (view) {
    case null:
      return (
        <ChainMenu
          access={access.value}
          onOpen={setView}
          onForgotten={access.again}
          onBack={leave}
        />
      );
    case 'today':
      return <ChainDaySales onBack={back} />;
    case 'tills':
      return <ChainTills onBack={back} />;
    case 'unresolved':
      return <ChainUnresolvedPayments onBack={back} />;
    case 'days':
      return <ChainDays onBack={back} />;
    case 'differences':
      return <ChainDifferences onBack={back} />;
    case 'shifts':
      return <ChainShifts onBack={back} />;
    case 'history':
      return <ChainHistory onBack={back} />;
  }
}
