import { useState } from 'react';
import type {
  Approval,
  CallOutput,
  CashCount,
  CashState,
  CountResult,
  OpenItem,
  OpenShiftView,
} from '../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  useMay,
  useNavigation,
  useProblemText,
  useTillMutation,
  useTillQuery,
  useWhileHere,
} from '../../app/index.ts';
import { Notice, Screen, type ScreenAction, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { CountForm } from './count-form.tsx';
import { CountResultScreen } from './count-result.tsx';
import { OpenItemList } from './open-item-list.tsx';
import { ReportScreen } from './reports.tsx';

export interface CloseShiftProps {
  readonly state: CashState;
  readonly shift: OpenShiftView;
  /** To close it for good, or to hand the drawer to somebody else. */
  readonly way: 'close' | 'hand-over';
  readonly onHandOver: () => void;
  readonly onBack: () => void;
}

/** What is open, the blind count, the difference, and the Z report. */
export function CloseShift(props: CloseShiftProps) {
  const { state, shift, way, onBack } = props;
  const text = useText();
  const items = useTillQuery('cash.openItems', { shiftId: shift.id }, { asksAnew: true });
  const earlier = useTillQuery('cash.counted', { shiftId: shift.id }, { asksAnew: true });
  const [result, setResult] = useState<CountResult | null>(null);
  const [isAgain, setAgain] = useState(false);
  const [done, setDone] = useState<CallOutput<'cash.close'> | null>(null);
  const [isRead, setRead] = useState(false);
  const describe = useProblemText();

  if (done !== null) {
    return (
      <ReportScreen
        shown={done.shown}
        firstJob={done.jobId}
        title={text('shift.reportZ', { number: done.shown.report.number ?? 0 })}
        onBack={onBack}
      />
    );
  }
  const problem = items.problem ?? earlier.problem;
  if (problem !== null) {
    return (
      <Screen
        title={text('shift.close')}
        actions={[{ label: text('shift.back'), keyName: 'Escape', onAction: onBack }]}
      >
        <Notice tone="warning" {...describe(problem)} />
      </Screen>
    );
  }
  // What an earlier visit left is not believed; once read, being read again disturbs no count.
  if (!isRead && !items.isAsking && !earlier.isAsking) setRead(true);
  if (!isRead || items.value === undefined || earlier.value === undefined) {
    return <Waiting what={text('shift.waiting')} longestSeconds={5} />;
  }
  if (way === 'close' && items.value.length > 0) {
    return <Held items={items.value} onHandOver={props.onHandOver} onBack={onBack} />;
  }
  const counted = result ?? earlier.value;
  if (counted === null || isAgain) {
    return (
      <Counting
        state={state}
        shift={shift}
        items={items.value}
        isSecond={counted !== null}
        onBack={() => (isAgain ? setAgain(false) : onBack())}
        onCounted={(given) => {
          setResult(given);
          setAgain(false);
        }}
      />
    );
  }
  return (
    <CountResultScreen
      result={counted}
      way={way}
      items={items.value}
      onAgain={() => setAgain(true)}
      onBack={onBack}
      onDone={setDone}
    />
  );
}

function Counting(props: {
  readonly state: CashState;
  readonly shift: OpenShiftView;
  readonly items: readonly OpenItem[];
  /** What should be there has been shown: it takes a supervisor. */
  readonly isSecond: boolean;
  readonly onBack: () => void;
  readonly onCounted: (result: CountResult) => void;
}) {
  const { state, shift, items, isSecond } = props;
  const text = useText();
  const may = useMay('x-report');
  const count = useTillMutation('cash.count');
  const whileHere = useWhileHere();
  const [asked, setAsked] = useState<CashCount[] | null>(null);
  const run = async (counts: CashCount[], approval: Approval | null): Promise<void> => {
    const answer = await count.run({ shiftId: shift.id, counts, approval });
    if (answer.ok) whileHere(() => props.onCounted(answer.value));
  };
  return (
    <>
      <CountForm
        title={text('shift.countTitle')}
        state={state}
        currencies={currenciesNow(state, shift)}
        doLabel={text('shift.giveCount')}
        aside={items.some(({ why }) => why === 'unresolved') ? text('shift.countAside') : undefined}
        isBusy={count.isWaiting}
        problem={asked === null ? count.problem : null}
        onBack={props.onBack}
        onCount={(counts) => {
          if (isSecond && may !== 'yes') setAsked(counts);
          else void run(counts, null);
        }}
      />
      {asked === null ? null : (
        <ApprovalDialog
          title={text('shift.countAgain')}
          explanation={text('shift.approveCount')}
          asksReason={false}
          act="x-report"
          isBusy={count.isWaiting}
          problem={count.problem}
          onCancel={() => setAsked(null)}
          onApprove={(approval) => void run(asked, approval)}
        />
      )}
    </>
  );
}

/** Also those in which something moved only while it was being counted. */
function currenciesNow({ shift, others }: CashState, counted: OpenShiftView): readonly string[] {
  const open = shift === null ? others : [shift, ...others];
  return (open.find(({ id }) => id === counted.id) ?? counted).currencies;
}

/** What stands in the way, by name, and the way there. */
function Held(props: {
  readonly items: readonly OpenItem[];
  readonly onHandOver: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const { open } = useNavigation();
  const actions: ScreenAction[] = [
    { label: text('shift.back'), keyName: 'Escape', onAction: props.onBack },
    { label: text('shift.handOver'), keyName: 'Insert', onAction: props.onHandOver },
    {
      label: text('shift.toUnresolved'),
      keyName: 'Enter',
      variant: 'primary',
      onAction: () => open({ name: 'unresolved' }),
    },
  ];
  return (
    <Screen title={text('shift.close')} actions={actions}>
      <Notice
        tone="warning"
        happened={text('shift.held')}
        money={text('shift.heldMoney')}
        next={text('shift.heldNext')}
      />
      <OpenItemList items={props.items} />
    </Screen>
  );
}
