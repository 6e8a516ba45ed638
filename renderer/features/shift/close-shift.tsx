import { useEffect, useEffectEvent } from 'react';
import type {
  Basket,
  CashState,
  OpenShiftView,
  ShiftBlockingPayment,
} from '../../../shared/contract/index.ts';
import { subtract, sumByCurrency } from '../../../shared/money/index.ts';
import { getMoneyToGive } from '../../../shared/rules/index.ts';
import {
  ApprovalDialog,
  useNavigation,
  useOutcomesToConfirm,
  usePermission,
  useProblemText,
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
import { CashCountForm } from './count-form.tsx';
import { CountResultScreen } from './count-result-screen.tsx';
import { ReportScreen } from './report-screens.tsx';
import { ShiftBlockingPaymentList } from './shift-blocking-payment-list.tsx';
import type { CountingStep, ShiftCloseEvent, ShiftCloseSettings } from './shift-close-state.ts';
import { useShiftClose } from './use-shift-close.ts';

export interface CloseShiftProps {
  readonly cashState: CashState;
  readonly shift: OpenShiftView;
  readonly mode: ShiftCloseSettings['mode'];
  readonly onHandOver: () => void;
  readonly onBack: () => void;
}

/** Closing a shift: open payments, the blind count, the difference, and the Z report. */
export function CloseShift(props: CloseShiftProps) {
  const { cashState: state, shift, mode, onBack } = props;
  const text = useText();
  const describeProblem = useProblemText();
  const canCountAgain = usePermission('x-report') === 'yes';
  const { closeState, dispatch } = useShiftClose(shift.id, { mode, canCountAgain }, onBack);
  const queryOptions = { refetchOnMount: 'always' } as const;
  const itemsQuery = useTillQuery(
    'cash.shiftBlockingPayments',
    { shiftId: shift.id },
    queryOptions,
  );
  const earlierCountQuery = useTillQuery('cash.closingCount', { shiftId: shift.id }, queryOptions);
  // Unfinished baskets determine which cash must not be counted, so the count starts only after
  // they are loaded.
  const basketsQuery = useTillQuery('basket.unfinished', {}, queryOptions);
  const { value: items } = itemsQuery;
  const { value: earlierResult } = earlierCountQuery;
  const { value: baskets } = basketsQuery;
  // Cached responses may be stale, so the first fetch must finish. Later refetches must not
  // interrupt a count.
  const isLoaded = [itemsQuery, earlierCountQuery, basketsQuery].every(
    ({ value, isFetching }) => value !== undefined && !isFetching,
  );
  const startCount = useEffectEvent(() => {
    if (earlierResult !== undefined) dispatch({ type: 'loaded', earlierResult });
  });
  useEffect(() => {
    if (isLoaded) startCount();
  }, [isLoaded]);

  if (closeState.step === 'closed') {
    const { printableReport, jobId } = closeState.report;
    return (
      <ReportScreen
        printableReport={printableReport}
        firstJobId={jobId}
        title={text('shift.reportZ', { number: printableReport.report.number ?? 0 })}
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
  if (closeState.step === 'loading' || items === undefined || baskets === undefined) {
    return <LoadingIndicator label={text('shift.waiting')} maxSeconds={5} />;
  }
  if (getCurrentShift(state, shift).hasBasket) return <BasketFirstScreen onBack={onBack} />;
  if (mode === 'close' && items.length > 0) {
    return <ShiftBlockedScreen items={items} onHandOver={props.onHandOver} onBack={onBack} />;
  }
  const stepProps = { mode, dispatch };
  return closeState.step === 'counting' ? (
    <CountingScreen
      {...stepProps}
      items={items}
      step={closeState}
      state={state}
      shift={shift}
      baskets={baskets}
    />
  ) : (
    <CountResultScreen {...stepProps} blockingPayments={items} step={closeState} />
  );
}

function CountingScreen(props: {
  readonly step: CountingStep;
  readonly dispatch: (event: ShiftCloseEvent) => void;
  readonly mode: CloseShiftProps['mode'];
  readonly state: CashState;
  readonly shift: OpenShiftView;
  readonly items: readonly ShiftBlockingPayment[];
  readonly baskets: readonly Basket[];
}) {
  const { step, dispatch, mode, state, shift, items } = props;
  const { earlierResult, countsToApprove, isBusy, problem } = step;
  const text = useText();
  const formatAside = useUnsettledBasketText(shift);
  const asides = [
    ...(items.some(({ why }) => why === 'unresolved') ? [text('shift.countExcludes')] : []),
    ...props.baskets.flatMap((basket) => formatAside(basket) ?? []),
    ...useMoneyToGiveTexts(),
  ];
  const isFirst = earlierResult === null;
  return (
    <>
      <CashCountForm
        title={text('shift.countTitle')}
        cashState={state}
        currencies={getCurrentShift(state, shift).currencies}
        submitLabel={text('shift.finishCount')}
        {...(mode === 'close' && isFirst ? { consequenceText: text('shift.closeHint') } : {})}
        excludedMoneyText={asides.length === 0 ? undefined : asides.join(' ')}
        isBusy={isBusy}
        problem={countsToApprove === null ? problem : null}
        onBack={() => dispatch({ type: 'back' })}
        onCount={(counts) => dispatch({ type: 'counted', counts })}
      />
      {countsToApprove === null ? null : (
        <ApprovalDialog
          title={text('shift.countAgain')}
          explanation={text('shift.approveCount')}
          isReasonRequired={false}
          permission="x-report"
          isBusy={isBusy}
          problem={problem}
          onCancel={() => dispatch({ type: 'pin-cancelled' })}
          onApprove={(approval) => dispatch({ type: 'pin-entered', approval })}
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
  const { payments } = useOutcomesToConfirm();
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
function ShiftBlockedScreen(props: {
  readonly items: readonly ShiftBlockingPayment[];
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
      <ShiftBlockingPaymentList blockingPayments={props.items} />
    </Screen>
  );
}
