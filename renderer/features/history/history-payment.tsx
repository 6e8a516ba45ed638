import { useEffect, useState } from 'react';
import type { Payment } from '../../../shared/contract/index.ts';
import { ProblemNotice, useCall, useClock, useTillQuery } from '../../app/index.ts';
import {
  type Fact,
  Facts,
  Money,
  moneyWords,
  Screen,
  type ScreenAction,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import {
  PaymentTape,
  ResultNotice,
  TroubleNotice,
  UnknownFacts,
  usePaymentCalls,
  usePaymentTitle,
  WhichPayment,
} from '../pay/result/index.ts';
import { CancelPayment } from './cancel-payment.tsx';
import { Events } from './events.tsx';

const READ_AGAIN_MS = 2_000;

/** One payment: how it stands, what happened to it, its paper, and taking it back. */
export function HistoryPayment(props: {
  readonly paymentId: string;
  readonly onOpen: (paymentId: string) => void;
  readonly onBack: () => void;
}) {
  const { paymentId, onOpen, onBack } = props;
  const text = useText();
  const read = useTillQuery('payments.get', { paymentId }, { everyMs: READ_AGAIN_MS });
  const [isCancelling, setCancelling] = useState(false);
  const payment = read.value;
  const title = usePaymentTitle(payment);
  const calls = usePaymentCalls(paymentId, read);
  const call = useCall();
  // A cancel that ended before the cashier's eyes is in nobody's hand any more.
  const isOver =
    payment?.kind === 'cancel' && (payment.handOver === 'done' || payment.handOver === 'never');
  useEffect(() => {
    if (isOver) void call('payments.seen', { paymentId });
  }, [isOver, call, paymentId]);

  const other = payment?.cancelledBy?.paymentId ?? payment?.cancels ?? null;
  const actions: readonly ScreenAction[] = [
    { label: text('history.backToList'), keyName: 'Escape', onAction: onBack },
    ...calls.lookUp,
    ...(other === null
      ? []
      : [
          {
            label: text(payment?.cancels ? 'history.openOriginal' : 'history.openCancel'),
            keyName: 'Control+O',
            onAction: () => onOpen(other),
          } satisfies ScreenAction,
        ]),
    ...(payment?.mayCancel
      ? [
          {
            label: text('history.cancel'),
            keyName: 'Delete',
            onAction: () => setCancelling(true),
          } satisfies ScreenAction,
        ]
      : []),
    ...calls.handedOver,
  ];

  return (
    <Screen
      title={title ?? text('history.title')}
      {...(payment === undefined ? {} : { hint: <WhichPayment payment={payment} /> })}
      actions={actions}
    >
      {read.problem === null ? null : <ProblemNotice problem={read.problem} />}
      {calls.trouble === null ? null : <TroubleNotice trouble={calls.trouble} />}
      {payment === undefined ? null : (
        <>
          <ResultNotice payment={payment} />
          {payment.handOver === 'now' ? <Money value={payment.due} size="huge" /> : null}
          {calls.isOpen ? <UnknownFacts payment={payment} /> : null}
          <What payment={payment} />
          <Events paymentId={paymentId} />
          <PaymentTape payment={payment} />
          {isCancelling ? (
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

function What({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const clock = useClock();
  const language = useLanguage();
  const facts: Fact[] = [
    { name: text('history.kind'), value: text(`history.kind.${payment.kind}`) },
    { name: text('history.at'), value: clock.dateTime(payment.createdAt) },
    { name: text('history.due'), value: moneyWords(payment.due, language) },
    { name: text('history.cashier'), value: `${payment.cashierName} · ${payment.posNumber}` },
    ...(payment.isDrp ? [{ name: 'DRP', value: text('history.drp') }] : []),
    { name: text('history.reference'), value: payment.externalId },
  ];
  return <Facts facts={facts} />;
}
