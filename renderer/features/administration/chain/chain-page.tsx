import { useState } from 'react';
import { ProblemNotice, useNavigation, useTillQuery } from '../../../app/index.ts';
import { LoadingIndicator, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { ChainDailyFiles } from './chain-daily-files.tsx';
import { ChainDaySales } from './chain-day-sales.tsx';
import { ChainDifferences } from './chain-differences.tsx';
import { ChainHistory } from './chain-history.tsx';
import { ChainMenu, type ChainView } from './chain-menu.tsx';
import { ChainShifts } from './chain-shifts.tsx';
import { ChainTills } from './chain-tills.tsx';
import { ChainUnresolvedPayments } from './chain-unresolved-payments.tsx';
import { ConnectScreen } from './connect-screen.tsx';

/**
 * The chain's back-office page: the connect screen until the office's role is signed in, then the
 * menu or one view.
 */
export function ChainPage() {
  const { open } = useNavigation();
  const text = useText();
  const access = useTillQuery('chain.access', {}, { refetchOnMount: 'always' });
  const [view, setView] = useState<ChainView | null>(null);
  const openBackOffice = (): void => open({ name: 'back-office' });
  const closeView = (): void => setView(null);
  if (access.value === undefined) {
    return (
      <Screen
        title={text('chain.title')}
        actions={[{ label: text('chain.back'), keyName: 'Escape', onAction: openBackOffice }]}
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
    return (
      <ConnectScreen access={access.value} onConnected={access.refetch} onBack={openBackOffice} />
    );
  }
  switch (view) {
    case null:
      return (
        <ChainMenu
          access={access.value}
          onOpen={setView}
          onLoginForgotten={access.refetch}
          onBack={openBackOffice}
        />
      );
    case 'today':
      return <ChainDaySales onBack={closeView} />;
    case 'tills':
      return <ChainTills onBack={closeView} />;
    case 'unresolved':
      return <ChainUnresolvedPayments onBack={closeView} />;
    case 'days':
      return <ChainDailyFiles onBack={closeView} />;
    case 'differences':
      return <ChainDifferences onBack={closeView} />;
    case 'shifts':
      return <ChainShifts onBack={closeView} />;
    case 'history':
      return <ChainHistory onBack={closeView} />;
  }
}
