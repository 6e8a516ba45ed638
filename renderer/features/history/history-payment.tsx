import { useEffect, useState } from 'react';
import type { CallResult, Payment, Problem } from '../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useCall,
  useClock,
  useTillMutation,
  useTillQuery,
} from '../../app/index.ts';
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
  usePaymentTitle,
  useUnread,
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
  const handedOver = useTillMutation('payments.handedOver');
  const lookUp = useTillMutation('payments.lookUpNow');
  const [isCancelling, setCancelling] = useState(false);
  const [trouble, setTrouble] = useState<{
    readonly what: 'look-up' | 'handed-over';
    readonly problem: Problem;
  } | null>(null);
  const payment = read.value;
  const title = usePaymentTitle(payment);
  const whenRead = useUnread(payment);
  const call = useCall();
  // A cancel that ended before the cashier's eyes is in nobody's hand any more.
  const isOver =
    payment?.kind === 'cancel' && (payment.handOver === 'done' || payment.handOver === 'never');
  useEffect(() => {
    if (isOver) void call('payments.seen', { paymentId });
  }, [isOver, call, paymentId]);
  const isOpen = payment?.state === 'unknown' || payment?.state === 'unclear';

  const act = async (
    what: 'look-up' | 'handed-over',
    run: () => Promise<CallResult<'payments.handedOver'>>,
  ): Promise<void> => {
    if (handedOver.isWaiting || lookUp.isWaiting) return;
    setTrouble(null);
    const answer = await run();
    if (!answer.ok) setTrouble({ what, problem: answer.problem });
    read.again();
  };

  const other = payment?.cancelledBy?.paymentId ?? payment?.cancels ?? null;
  const actions: readonly ScreenAction[] = [
    { label: text('history.backToList'), keyName: 'Escape', onAction: onBack },
    ...(isOpen
      ? [
          {
            label: text(lookUp.isWaiting ? 'pay.unknown.lookingUp' : 'pay.unknown.lookUpNow'),
            keyName: 'F1',
            onAction: () => void act('look-up', () => lookUp.run({ paymentId })),
            variant: 'primary',
          } satisfies ScreenAction,
        ]
      : []),
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
    ...(payment?.handOver === 'now'
      ? [
          {
            label: text(payment.kind === 'cancel' ? 'pay.cancel.handed' : 'pay.out.handed'),
            keyName: 'F11',
            onAction: () =>
              whenRead(() => void act('handed-over', () => handedOver.run({ paymentId }))),
            variant: 'primary',
          } satisfies ScreenAction,
        ]
      : []),
  ];

  return (
    <Screen
      title={title ?? text('history.title')}
      {...(payment === undefined ? {} : { hint: <WhichPayment payment={payment} /> })}
      actions={actions}
    >
      {read.problem === null ? null : <ProblemNotice problem={read.problem} />}
      {trouble === null ? null : <TroubleNotice trouble={trouble} />}
      {payment === undefined ? null : (
        <>
          <ResultNotice payment={payment} />
          {payment.handOver === 'now' ? <Money value={payment.due} size="huge" /> : null}
          {isOpen ? <UnknownFacts payment={payment} /> : null}
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
