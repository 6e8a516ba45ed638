import { useEffect, useEffectEvent, useState } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import type { Money as MoneyAmount } from '../../../../shared/money/index.ts';
import {
  getMoneyStatus,
  getMoneyToGive,
  getServiceVersionInfo,
  isOutcomeToConfirm,
} from '../../../../shared/rules/index.ts';
import {
  ProblemNotice,
  useNavigation,
  useTill,
  useTillCall,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  type Fact,
  Facts,
  formatMoneyInSentence,
  Money,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { useBasketOfPayment } from '../../counter/basket/notice/index.ts';
import {
  FailedActionNotice,
  MoneyToGive,
  PaymentIdentity,
  PaymentResultNotice,
  PaymentTape,
  RefundCheckNotice,
  UnknownOutcomeDetails,
  usePaymentScreenActions,
  usePaymentTitle,
} from '../../counter/payment-result/index.ts';
import { OwedRefund } from '../../counter/refunds/index.ts';
import { CancelPayment } from './cancel-payment.tsx';
import { CancelUnavailableDialog, isCancelUnavailable } from './cancel-unavailable-dialog.tsx';
import { PaymentEvents } from './payment-events.tsx';
import { PaymentNoteQuestion, PaymentNotes } from './payment-notes.tsx';

/** One payment: its state, events, notes and paper, and the actions on it, such as cancelling. */
export function HistoryPayment(props: {
  readonly paymentId: string;
  readonly onOpen: (paymentId: string) => void;
  readonly onBack: () => void;
}) {
  const { paymentId, onOpen, onBack } = props;
  const text = useText();
  const paymentQuery = useTillQuery('payments.get', { paymentId }, { refetchOnMount: 'always' });
  const [isCancelling, setCancelling] = useState(false);
  const [isSettling, setSettling] = useState(false);
  const [isAddingNote, setAddingNote] = useState(false);
  const { open } = useNavigation();
  const claim =
    useTillQuery('claims.ofPayment', { paymentId }, { refetchOnMount: 'always' }).value ?? null;
  const notes = useTillQuery('history.notes', { paymentId }, { refetchOnMount: 'always' });
  const payment = paymentQuery.value;
  const hasCancel = getServiceVersionInfo(useTill().version).capabilities.hasCancel;
  const title = usePaymentTitle(payment);
  const paymentActions = usePaymentScreenActions(paymentId, paymentQuery);
  const call = useTillCall();
  // The cashier saw the cancel's outcome, so it is no longer "in hand".
  const isOver =
    payment?.kind === 'cancel' &&
    !isOutcomeToConfirm(payment) &&
    (payment.handOver === 'done' || payment.handOver === 'never');
  const state = payment?.state ?? null;
  useEffect(() => {
    if (isOver && state !== null) void call('payments.acknowledge', { paymentId, state });
  }, [isOver, state, call, paymentId]);

  // An outcome that arrives after the cashier has left the open cancel is announced.
  const leaveOpenCancel = useEffectEvent(() => {
    const isOpenCancel =
      payment?.kind === 'cancel' && (paymentActions.isOutcomeUnknown || state === 'sending');
    if (isOpenCancel && state !== null) void call('payments.acknowledge', { paymentId, state });
  });
  useEffect(() => () => leaveOpenCancel(), []);

  const basketOfPayment = useBasketOfPayment(payment);
  const relatedPaymentId = payment?.cancelledBy?.paymentId ?? payment?.cancels ?? null;
  const actions: readonly ScreenAction[] = [
    { label: text('history.backToList'), keyName: 'Escape', onAction: onBack },
    ...(payment === undefined
      ? []
      : [
          {
            label: text('notes.add'),
            keyName: 'Insert',
            onAction: () => setAddingNote(true),
          } satisfies ScreenAction,
          {
            label: text(claim?.state === 'open' ? 'claims.see' : 'claims.add'),
            keyName: 'Control+R',
            onAction: () =>
              open({
                name: 'claims',
                paymentId,
                ...(claim?.state === 'open' ? { claimId: claim.id } : {}),
              }),
          } satisfies ScreenAction,
        ]),
    ...paymentActions.lookUp,
    ...(payment?.refund != null && payment.refund.settled === null
      ? [
          {
            label: text('refunds.open'),
            keyName: 'Enter',
            variant: 'primary',
            onAction: () => setSettling(true),
          } satisfies ScreenAction,
        ]
      : []),
    ...(relatedPaymentId === null
      ? []
      : [
          {
            label: text(payment?.cancels ? 'history.openOriginal' : 'history.openCancel'),
            keyName: 'Control+O',
            onAction: () => onOpen(relatedPaymentId),
          } satisfies ScreenAction,
        ]),
    ...basketOfPayment.actions,
    ...(payment?.canCancel
      ? [
          {
            label: text('history.cancel'),
            keyName: 'Delete',
            onAction: () => setCancelling(true),
          } satisfies ScreenAction,
        ]
      : []),
    ...(payment !== undefined && isCancelUnavailable(payment, hasCancel)
      ? [
          {
            label: text('history.noCancel.explain'),
            keyName: 'Delete',
            onAction: () => setCancelling(true),
          } satisfies ScreenAction,
        ]
      : []),
    ...paymentActions.sendAgain,
    ...paymentActions.confirm,
    ...paymentActions.handedOver,
    // Rarely needed, so it is last: nobody looks for the refund of a fresh payment.
    ...paymentActions.checkRefund,
  ];

  if (isSettling) {
    return <OwedRefund paymentId={paymentId} onBack={() => setSettling(false)} />;
  }
  if (isAddingNote) {
    return (
      <PaymentNoteQuestion
        paymentId={paymentId}
        onSaved={() => {
          notes.refetch();
          setAddingNote(false);
        }}
        onBack={() => setAddingNote(false)}
      />
    );
  }
  return (
    <Screen
      isDense
      title={title ?? text('history.title')}
      {...(payment === undefined ? {} : { hint: <PaymentIdentity payment={payment} /> })}
      actions={actions}
    >
      {paymentQuery.problem === null ? null : <ProblemNotice problem={paymentQuery.problem} />}
      {paymentActions.failedAction === null ? null : (
        <FailedActionNotice failedAction={paymentActions.failedAction} />
      )}
      {payment === undefined ? null : (
        <>
          <PaymentResultNotice payment={payment} />
          {paymentActions.refundCheckResult === null ? null : (
            <RefundCheckNotice result={paymentActions.refundCheckResult} />
          )}
          <MoneyToGive payment={payment} />
          {payment.handOver === 'now' && !isOutcomeToConfirm(payment) ? (
            <Money value={payment.due} size="huge" />
          ) : null}
          {paymentActions.isOutcomeUnknown ? <UnknownOutcomeDetails payment={payment} /> : null}
          {notes.problem === null ? null : <ProblemNotice problem={notes.problem} />}
          <PaymentNotes notes={notes.value ?? []} />
          <PaymentFacts payment={payment} basketFacts={basketOfPayment.facts} />
          <PaymentEvents paymentId={paymentId} />
          <PaymentTape payment={payment} />
          {isCancelling && !payment.canCancel ? (
            <CancelUnavailableDialog payment={payment} onClose={() => setCancelling(false)} />
          ) : null}
          {isCancelling && payment.canCancel ? (
            <CancelPayment
              payment={payment}
              onClose={() => setCancelling(false)}
              onCancelled={(cancel) => onOpen(cancel.id)}
            />
          ) : null}
        </>
      )}
    </Screen>
  );
}

function PaymentFacts({
  payment,
  basketFacts,
}: {
  readonly payment: Payment;
  readonly basketFacts: readonly Fact[];
}) {
  const text = useText();
  const till = useTill();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const facts: Fact[] = [
    { name: text('history.kind'), value: text(`history.kind.${payment.kind}`) },
    { name: text('history.at'), value: clock.dateTime(payment.createdAt) },
    { name: text('history.due'), value: formatMoneyInSentence(payment.due, language) },
    ...createCashFacts(),
    ...basketFacts,
    { name: text('history.cashier'), value: `${payment.cashierName} · ${payment.posNumber}` },
    ...createRefundFacts(),
    ...(payment.isDrp ? [{ name: 'DRP', value: text('history.drp') }] : []),
    { name: text('history.reference'), value: payment.externalId },
  ];
  return <Facts facts={facts} />;

  /** Returns the cash that was received, and the change or the cash that goes back. */
  function createCashFacts(): Fact[] {
    const { cash } = payment;
    if (cash === null) return [];
    const toGive = getMoneyToGive(payment);
    const moneyStatus = getMoneyStatus({ ...payment, isNotSent: false });
    const format = (money: MoneyAmount): string => formatMoneyInSentence(money, language);
    return [
      { name: text('toConfirm.fact.received'), value: format(cash) },
      ...(toGive === null
        ? []
        : [
            {
              name: text(moneyStatus === 'paid' ? 'toConfirm.fact.change' : 'toConfirm.fact.cash'),
              value: isOutcomeToConfirm(payment)
                ? text('toConfirm.fact.pending', { amount: format(toGive) })
                : format(toGive),
            },
          ]),
    ];
  }

  /** Returns whether and until when the till would detect a later refund. */
  function createRefundFacts(): Fact[] {
    const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';
    if (!isPaid || payment.kind === 'cancel' || payment.refund !== null) return [];
    const name = text('refunds.watch');
    if (!getServiceVersionInfo(till.version).capabilities.hasTransactionStatus) {
      return [{ name, value: text('refunds.watch.notReported') }];
    }
    const watchedUntil = payment.watchedUntil;
    const value =
      watchedUntil === null
        ? text('refunds.watch.over')
        : text('refunds.watch.until', { at: clock.dateTime(watchedUntil) });
    return [{ name, value }];
  }
}
