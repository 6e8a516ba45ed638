import { useState } from 'react';
import type { CashCount, CashState } from '../../../shared/contract/index.ts';
import {
  useIfMounted,
  useNavigation,
  useProblemText,
  useTillMutation,
  useTillQuery,
} from '../../app/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { CloseShift } from './close-shift.tsx';
import { CountForm } from './count-form.tsx';
import { MoveCash } from './move-cash.tsx';
import { XReport, ZReports } from './reports.tsx';
import { ShiftHome } from './shift-home.tsx';
import type { ShiftView } from './shift-view.ts';

/** Shift and cash. If it was entered to open a shift, opening one returns to the counter. */
export function Shift() {
  const { open, goHome, route } = useNavigation();
  const text = useText();
  const describe = useProblemText();
  const state = useTillQuery('cash.state', {}, { refetchOnMount: 'always' });
  const toOpen = route.name === 'shift' ? route.toOpen : undefined;
  const [view, setView] = useState<ShiftView>(toOpen ? { name: 'open' } : { name: 'home' });
  const home = (): void => setView({ name: 'home' });

  if (state.value === undefined) {
    return state.problem === null ? (
      <LoadingIndicator label={text('shift.waiting')} maxSeconds={5} />
    ) : (
      <Screen
        title={text('shift.title')}
        actions={[
          {
            label: text('shift.back'),
            keyName: 'Escape',
            onAction: () => open({ name: 'back-office' }),
          },
        ]}
      >
        <Notice tone="warning" {...describe(state.problem)} />
      </Screen>
    );
  }
  const now = state.value;
  switch (view.name) {
    case 'home':
      return (
        <ShiftHome state={now} onView={setView} onBack={() => open({ name: 'back-office' })} />
      );
    case 'open':
      return (
        <OpenShift
          state={now}
          onBack={() => (toOpen ? goHome() : home())}
          onOpened={() => {
            state.again();
            if (toOpen) open(toOpen);
            else home();
          }}
        />
      );
    case 'move':
      return <MoveCash key={view.kind} kind={view.kind} state={now} onBack={home} />;
    case 'x':
      return now.shift === null ? (
        <ShiftHome state={now} onView={setView} onBack={() => open({ name: 'back-office' })} />
      ) : (
        <XReport shiftId={now.shift.id} onBack={home} />
      );
    case 'z':
      return <ZReports onBack={home} />;
    case 'close':
      return (
        <CloseShift
          key={view.way}
          state={now}
          shift={view.shift}
          way={view.way}
          onHandOver={() => setView({ ...view, way: 'hand-over' })}
          onBack={home}
        />
      );
  }
}

function OpenShift(props: {
  readonly state: CashState;
  readonly onBack: () => void;
  readonly onOpened: () => void;
}) {
  const { state } = props;
  const text = useText();
  const open = useTillMutation('cash.open');
  const whileHere = useIfMounted();
  const isLate = state.shift !== null;
  const run = async (counts: CashCount[]): Promise<void> => {
    const answer = await open.run({ counts });
    if (answer.ok) whileHere(props.onOpened);
  };
  return (
    <CountForm
      title={text(isLate ? 'shift.floatTitle' : 'shift.openTitle')}
      state={state}
      currencies={[state.currency]}
      submitLabel={text(isLate ? 'shift.keepFloat' : 'shift.openNow')}
      isBusy={open.isWaiting}
      problem={open.problem}
      onBack={props.onBack}
      onCount={(counts) => void run(counts)}
    />
  );
}
