import { useState } from 'react';
import type {
  Approval,
  Basket,
  CallOutput,
  CashCount,
  CashState,
  CountResult,
  OpenItem,
  OpenShiftView,
} from '../../../shared/contract/index.ts';
import { createMoney, isZero, subtract } from '../../../shared/money/index.ts';
import {
  ApprovalDialog,
  useIfMounted,
  useNavigation,
  usePermission,
  useProblemText,
  useTillMutation,
  useTillQuery,
} from '../../app/index.ts';
import {
  formatMoneyInSentence,
  LoadingIndicator,
  Notice,
  Screen,
  type ScreenAction,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { CountForm } from './count-form.tsx';
import { CountResultScreen } from './count-result-screen.tsx';
import { OpenItemList } from './open-item-list.tsx';
import { ReportScreen } from './reports.tsx';

export interface CloseShiftProps {
  readonly state: CashState;
  readonly shift: OpenShiftView;
  /** Closes the shift, or hands the drawer to somebody else. */
  readonly way: 'close' | 'hand-over';
  readonly onHandOver: () => void;
  readonly onBack: () => void;
}

/** Open payments, the blind count, the difference, and the Z report. */
export function CloseShift(props: CloseShiftProps) {
  const { state, shift, way, onBack } = props;
  const text = useText();
  const items = useTillQuery('cash.openItems', { shiftId: shift.id }, { refetchOnMount: 'always' });
  const earlier = useTillQuery('cash.counted', { shiftId: shift.id }, { refetchOnMount: 'always' });
  // What the count must leave apart: nobody counts before it is known.
  const baskets = useTillQuery('basket.unfinished', {}, { refetchOnMount: 'always' });
  const [result, setResult] = useState<CountResult | null>(null);
  const [isAgain, setAgain] = useState(false);
  const [isExact, setExact] = useState(false);
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
  const problem = items.problem ?? earlier.problem ?? baskets.problem;
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
  // Answers of an earlier visit may be old; once these are read, reading them again disturbs no
  // count.
  const reads = [items, earlier, baskets];
  if (!isRead && !reads.some(({ isAsking }) => isAsking)) setRead(true);
  if (
    !isRead ||
    items.value === undefined ||
    earlier.value === undefined ||
    baskets.value === undefined
  ) {
    return <LoadingIndicator label={text('shift.waiting')} maxSeconds={5} />;
  }
  if (getCurrentShift(state, shift).hasBasket) return <BasketFirstScreen onBack={onBack} />;
  if (way === 'close' && items.value.length > 0) {
    return <OpenItemsScreen items={items.value} onHandOver={props.onHandOver} onBack={onBack} />;
  }
  const counted = result ?? earlier.value;
  if (counted === null || isAgain) {
    return (
      <CountingScreen
        state={state}
        shift={shift}
        items={items.value}
        baskets={baskets.value}
        way={way}
        isSecond={counted !== null}
        onBack={() => (isAgain ? setAgain(false) : onBack())}
        onCounted={(given) => {
          setResult(given);
          setExact(counted === null && isWithoutDifference(given));
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
      closesAtOnce={way === 'close' && isExact}
      onAgain={() => setAgain(true)}
      onBack={onBack}
      onDone={setDone}
    />
  );
}

function isWithoutDifference({ needsExplanation, money: counted }: CountResult): boolean {
  return (
    !needsExplanation &&
    counted.every(({ difference, currency }) => isZero(createMoney(difference, currency)))
  );
}

function CountingScreen(props: {
  readonly state: CashState;
  readonly shift: OpenShiftView;
  readonly way: CloseShiftProps['way'];
  readonly items: readonly OpenItem[];
  readonly baskets: readonly Basket[];
  /** The expected sum has been shown, so counting again needs a supervisor. */
  readonly isSecond: boolean;
  readonly onBack: () => void;
  readonly onCounted: (result: CountResult) => void;
}) {
  const { state, shift, items, way, isSecond } = props;
  const text = useText();
  const may = usePermission('x-report');
  const asideOf = useUnsettledBasketText(shift);
  const asides = [
    ...(items.some(({ why }) => why === 'unresolved') ? [text('shift.countAside')] : []),
    ...props.baskets.flatMap((basket) => asideOf(basket) ?? []),
  ];
  const count = useTillMutation('cash.count');
  const whileHere = useIfMounted();
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
        currencies={getCurrentShift(state, shift).currencies}
        submitLabel={text('shift.giveCount')}
        {...(way === 'close' && !isSecond ? { more: text('shift.closeHint') } : {})}
        aside={asides.length === 0 ? undefined : asides.join(' ')}
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
          isReasonRequired={false}
          permission="x-report"
          isBusy={count.isWaiting}
          problem={count.problem}
          onCancel={() => setAsked(null)}
          onApprove={(approval) => void run(asked, approval)}
        />
      )}
    </>
  );
}

/** Of a basket that waits for an outcome: what of its cash is not the drawer's yet. */
function useUnsettledBasketText({ drawerOf }: OpenShiftView): (basket: Basket) => string | null {
  const text = useText();
  const language = useLanguage();
  return ({ cashierName, number, cash, shares }) => {
    if (drawerOf !== null && cashierName !== drawerOf) return null;
    if (number === null || cash === null || shares === null) return null;
    return text('shift.countBasket', {
      number,
      apart: formatMoneyInSentence(subtract(cash, shares.paid), language),
    });
  };
}

/** The shift as it is now: money may have moved since it was chosen, a basket been finished. */
function getCurrentShift({ shift, others }: CashState, chosen: OpenShiftView): OpenShiftView {
  const open = shift === null ? others : [shift, ...others];
  return open.find(({ id }) => id === chosen.id) ?? chosen;
}

/** Nobody counts a drawer beside money that is neither its own nor the customer's yet. */
function BasketFirstScreen(props: { readonly onBack: () => void }) {
  const text = useText();
  const { open } = useNavigation();
  const describe = useProblemText();
  return (
    <Screen
      title={text('shift.close')}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('shift.toUnresolved'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => open({ name: 'unresolved' }),
        },
      ]}
    >
      <Notice tone="warning" {...describe({ kind: 'shift', reason: 'basket' })} />
    </Screen>
  );
}

/** What prevents closing, by name, and the way there. */
function OpenItemsScreen(props: {
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
