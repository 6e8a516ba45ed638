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
import { createMoney, isZero, subtract, sumByCurrency } from '../../../shared/money/index.ts';
import { getMoneyToGive } from '../../../shared/rules/index.ts';
import {
  ApprovalDialog,
  useIfMounted,
  useNavigation,
  usePermission,
  useProblemText,
  useTillMutation,
  useTillQuery,
  useToConfirm,
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
import { ReportScreen } from './report-screens.tsx';

export interface CloseShiftProps {
  readonly state: CashState;
  readonly shift: OpenShiftView;
  /** Close the shift, or hand the drawer over to another cashier. */
  readonly mode: 'close' | 'hand-over';
  readonly onHandOver: () => void;
  readonly onBack: () => void;
}

/** Closing a shift: open payments, the blind count, the difference, and the Z report. */
export function CloseShift(props: CloseShiftProps) {
  const { state, shift, mode, onBack } = props;
  const text = useText();
  const itemsQuery = useTillQuery(
    'cash.openItems',
    { shiftId: shift.id },
    { refetchOnMount: 'always' },
  );
  const earlierCountQuery = useTillQuery(
    'cash.closingCount',
    { shiftId: shift.id },
    { refetchOnMount: 'always' },
  );
  // Unfinished baskets determine which cash must not be counted, so the count starts only after
  // they are loaded.
  const basketsQuery = useTillQuery('basket.unfinished', {}, { refetchOnMount: 'always' });
  const [result, setResult] = useState<CountResult | null>(null);
  const [isCountingAgain, setCountingAgain] = useState(false);
  const [isFirstCountExact, setFirstCountExact] = useState(false);
  const [closedShift, setClosedShift] = useState<CallOutput<'cash.close'> | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const describeProblem = useProblemText();

  if (closedShift !== null) {
    return (
      <ReportScreen
        shownReport={closedShift.shownReport}
        firstJob={closedShift.jobId}
        title={text('shift.reportZ', { number: closedShift.shownReport.report.number ?? 0 })}
        onBack={onBack}
      />
    );
  }
  const problem = itemsQuery.problem ?? earlierCountQuery.problem ?? basketsQuery.problem;
  if (problem !== null) {
    return (
      <Screen
        title={text('shift.close')}
        actions={[{ label: text('shift.back'), keyName: 'Escape', onAction: onBack }]}
      >
        <Notice tone="warning" {...describeProblem(problem)} />
      </Screen>
    );
  }
  // Cached responses may be stale, so the first fetch must finish. Later refetches must not
  // interrupt a count.
  const queries = [itemsQuery, earlierCountQuery, basketsQuery];
  if (!isLoaded && !queries.some(({ isFetching }) => isFetching)) setLoaded(true);
  if (
    !isLoaded ||
    itemsQuery.value === undefined ||
    earlierCountQuery.value === undefined ||
    basketsQuery.value === undefined
  ) {
    return <LoadingIndicator label={text('shift.waiting')} maxSeconds={5} />;
  }
  if (getCurrentShift(state, shift).hasBasket) return <BasketFirstScreen onBack={onBack} />;
  if (mode === 'close' && itemsQuery.value.length > 0) {
    return (
      <OpenItemsScreen items={itemsQuery.value} onHandOver={props.onHandOver} onBack={onBack} />
    );
  }
  const countResult = result ?? earlierCountQuery.value;
  if (countResult === null || isCountingAgain) {
    return (
      <CountingScreen
        state={state}
        shift={shift}
        items={itemsQuery.value}
        baskets={basketsQuery.value}
        mode={mode}
        isRecount={countResult !== null}
        onBack={() => (isCountingAgain ? setCountingAgain(false) : onBack())}
        onCounted={(newResult) => {
          setResult(newResult);
          setFirstCountExact(countResult === null && isWithoutDifference(newResult));
          setCountingAgain(false);
        }}
      />
    );
  }
  return (
    <CountResultScreen
      result={countResult}
      mode={mode}
      items={itemsQuery.value}
      closesAtOnce={mode === 'close' && isFirstCountExact}
      onCountAgain={() => setCountingAgain(true)}
      onBack={onBack}
      onDone={setClosedShift}
    />
  );
}

function isWithoutDifference({ needsExplanation, money: sums }: CountResult): boolean {
  return (
    !needsExplanation &&
    sums.every(({ difference, currency }) => isZero(createMoney(difference, currency)))
  );
}

function CountingScreen(props: {
  readonly state: CashState;
  readonly shift: OpenShiftView;
  readonly mode: CloseShiftProps['mode'];
  readonly items: readonly OpenItem[];
  readonly baskets: readonly Basket[];
  /** True if the expected sum was already shown, so that counting again needs a supervisor. */
  readonly isRecount: boolean;
  readonly onBack: () => void;
  readonly onCounted: (result: CountResult) => void;
}) {
  const { state, shift, items, mode, isRecount: isSecond } = props;
  const text = useText();
  const permission = usePermission('x-report');
  const formatAside = useUnsettledBasketText(shift);
  const asides = [
    ...(items.some(({ why }) => why === 'unresolved') ? [text('shift.countExcludes')] : []),
    ...props.baskets.flatMap((basket) => formatAside(basket) ?? []),
    ...useMoneyToGiveTexts(),
  ];
  const count = useTillMutation('cash.count');
  const runIfMounted = useIfMounted();
  const [pendingCounts, setPendingCounts] = useState<CashCount[] | null>(null);
  const submitCount = async (counts: CashCount[], approval: Approval | null): Promise<void> => {
    const answer = await count.run({ shiftId: shift.id, counts, approval });
    if (answer.ok) runIfMounted(() => props.onCounted(answer.value));
  };
  return (
    <>
      <CountForm
        title={text('shift.countTitle')}
        state={state}
        currencies={getCurrentShift(state, shift).currencies}
        submitLabel={text('shift.finishCount')}
        {...(mode === 'close' && !isSecond ? { consequenceText: text('shift.closeHint') } : {})}
        excludedMoneyText={asides.length === 0 ? undefined : asides.join(' ')}
        isBusy={count.isPending}
        problem={pendingCounts === null ? count.problem : null}
        onBack={props.onBack}
        onCount={(counts) => {
          if (isSecond && permission !== 'yes') setPendingCounts(counts);
          else void submitCount(counts, null);
        }}
      />
      {pendingCounts === null ? null : (
        <ApprovalDialog
          title={text('shift.countAgain')}
          explanation={text('shift.approveCount')}
          isReasonRequired={false}
          permission="x-report"
          isBusy={count.isPending}
          problem={count.problem}
          onCancel={() => setPendingCounts(null)}
          onApprove={(approval) => void submitCount(pendingCounts, approval)}
        />
      )}
    </>
  );
}

/**
 * Returns a text about the cash of an unsettled basket that does not belong to the drawer yet; null
 * if it does not concern this drawer.
 */
function useUnsettledBasketText({ drawerOf }: OpenShiftView): (basket: Basket) => string | null {
  const text = useText();
  const language = useLanguage();
  return ({ cashierName, number, cash, shares }) => {
    if (drawerOf !== null && cashierName !== drawerOf) return null;
    if (number === null || cash === null || shares === null) return null;
    return text('shift.countExcludesBasket', {
      number,
      apart: formatMoneyInSentence(subtract(cash, shares.paid), language),
    });
  };
}

/** Returns a text about change and cash that customers still get, which is not to be counted. */
function useMoneyToGiveTexts(): readonly string[] {
  const text = useText();
  const language = useLanguage();
  const { payments } = useToConfirm();
  const amounts = payments.flatMap((payment) => getMoneyToGive(payment) ?? []);
  return [...sumByCurrency(amounts).values()].map((sum) =>
    text('shift.countExcludesToGive', { amount: formatMoneyInSentence(sum, language) }),
  );
}

/**
 * Returns the current state of the shift: money may have moved or a basket been finished since it
 * was chosen.
 */
function getCurrentShift({ shift, others }: CashState, chosenShift: OpenShiftView): OpenShiftView {
  const openShifts = shift === null ? others : [shift, ...others];
  return openShifts.find(({ id }) => id === chosenShift.id) ?? chosenShift;
}

/**
 * Blocks the count while a basket is in progress, because its money belongs neither to the drawer
 * nor to the customer yet.
 */
function BasketFirstScreen(props: { readonly onBack: () => void }) {
  const text = useText();
  const { open } = useNavigation();
  const describeProblem = useProblemText();
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
      <Notice tone="warning" {...describeProblem({ kind: 'shift', reason: 'basket' })} />
    </Screen>
  );
}

/** The open payments that prevent closing, and a link to them. */
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
        title={text('shift.cannotClose')}
        impact={text('shift.cannotCloseImpact')}
        action={text('shift.cannotCloseAction')}
      />
      <OpenItemList items={props.items} />
    </Screen>
  );
}
