import { useState } from 'react';
import { ProblemNotice, useNavigation, useTillQuery } from '../../app/index.ts';
import { Screen, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { Connect } from './connect.tsx';
import { Days } from './days.tsx';
import { Differences } from './differences.tsx';
import { ChainHistory } from './history.tsx';
import { type ChainView, Menu } from './menu.tsx';
import { Shifts } from './shifts.tsx';
import { Tills } from './tills.tsx';
import { Today } from './today.tsx';
import { UnresolvedPayments } from './unresolved.tsx';

/** What is seen of the chain, or who may look. */
export function ChainRoom() {
  const { open } = useNavigation();
  const text = useText();
  const access = useTillQuery('chain.access', {}, { asksAnew: true });
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
          <Waiting what={text('chain.reading')} longestSeconds={10} />
        ) : (
          <ProblemNotice problem={access.problem} />
        )}
      </Screen>
    );
  }
  if (access.value.user === null) {
    return <Connect access={access.value} onConnected={access.again} onBack={leave} />;
  }
  switch (view) {
    case null:
      return (
        <Menu access={access.value} onOpen={setView} onForgotten={access.again} onBack={leave} />
      );
    case 'today':
      return <Today onBack={back} />;
    case 'tills':
      return <Tills onBack={back} />;
    case 'unresolved':
      return <UnresolvedPayments onBack={back} />;
    case 'days':
      return <Days onBack={back} />;
    case 'differences':
      return <Differences onBack={back} />;
    case 'shifts':
      return <Shifts onBack={back} />;
    case 'history':
      return <ChainHistory onBack={back} />;
  }
}
