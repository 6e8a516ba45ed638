import { useState } from 'react';
import type { CashCount, CashState } from '../../../shared/contract/index.ts';
import {
  useNavigation,
  useProblemText,
  useRunIfMounted,
  useTillMutation,
  useTillQuery,
} from '../../app/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { CloseShift } from './close-shift.tsx';
import { CashCountForm } from './count-form.tsx';
import { MoveCashScreen } from './move-cash.tsx';
import { XReportScreen, ZReportsScreen } from './report-screens.tsx';
import { ShiftHome } from './shift-home.tsx';
import type { ShiftView } from './shift-view.ts';

/**
 * Shift and cash. If it was opened in order to open a shift, opening one returns to the requested
 * route; if it was opened for a drop, the end of the drop returns to the home screen.
 */
export function ShiftPage() {
  const { open, goHome, route } = useNavigation();
  const text = useText();
  const describeProblem = useProblemText();
  const stateQuery = useTillQuery('cash.state', {}, { refetchOnMount: 'always' });
  const toOpen = route.name === 'shift' ? route.nextRoute : undefined;
  const isForDrop = route.name === 'shift' && route.isForDrop === true;
  const [view, setView] = useState<ShiftView>(getFirstView());
  function getFirstView(): ShiftView {
    if (toOpen) return { name: 'open' };
    return isForDrop ? { name: 'move', kind: 'drop' } : { name: 'home' };
  }
  const openHome = (): void => setView({ name: 'home' });

  if (stateQuery.value === undefined) {
    return stateQuery.problem === null ? (
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
        <Notice tone="warning" {...describeProblem(stateQuery.problem)} />
      </Screen>
    );
  }
  const cashState = stateQuery.value;
  switch (view.name) {
    case 'home':
      return (
        <ShiftHome
          cashState={cashState}
          onView={setView}
          onBack={() => open({ name: 'back-office' })}
        />
      );
    case 'open':
      return (
        <OpenShift
          state={cashState}
          onBack={() => (toOpen ? goHome() : openHome())}
          onOpened={() => {
            stateQuery.refetch();
            if (toOpen) open(toOpen);
            else openHome();
          }}
        />
      );
    case 'move':
      return (
        <MoveCashScreen
          key={view.kind}
          kind={view.kind}
          cashState={cashState}
          onBack={isForDrop ? goHome : openHome}
        />
      );
    case 'x':
      return cashState.shift === null ? (
        <ShiftHome
          cashState={cashState}
          onView={setView}
          onBack={() => open({ name: 'back-office' })}
        />
      ) : (
        <XReportScreen shiftId={cashState.shift.id} onBack={openHome} />
      );
    case 'z':
      return <ZReportsScreen onBack={openHome} />;
    case 'close':
      return (
        <CloseShift
          key={view.mode}
          cashState={cashState}
          shift={view.shift}
          mode={view.mode}
          onHandOver={() => setView({ ...view, mode: 'hand-over' })}
          onBack={openHome}
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
  const openShift = useTillMutation('cash.open');
  const runIfMounted = useRunIfMounted();
  const isFloatLate = state.shift !== null;
  const submit = async (counts: CashCount[]): Promise<void> => {
    const answer = await openShift.run({ counts });
    if (answer.ok) runIfMounted(props.onOpened);
  };
  return (
    <CashCountForm
      title={text(isFloatLate ? 'shift.floatTitle' : 'shift.openTitle')}
      cashState={state}
      currencies={[state.currency]}
      submitLabel={text(isFloatLate ? 'shift.saveFloat' : 'shift.openNow')}
      isBusy={openShift.isPending}
      problem={openShift.problem}
      onBack={props.onBack}
      onCount={(counts) => void submit(counts)}
    />
  );
}
