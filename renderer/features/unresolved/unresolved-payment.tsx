import { useState } from 'react';
import type { CallResult, Payment, Problem } from '../../../shared/contract/index.ts';
import { ProblemNotice, useTillMutation, useTillQuery } from '../../app/index.ts';
import { Facts, moneyWords, Screen, type ScreenAction } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import {
  PaymentTape,
  ReleaseCash,
  ResultNotice,
  TroubleNotice,
  UnknownFacts,
  usePaymentTitle,
  useUnread,
  WhichPayment,
} from '../pay/result/index.ts';
import { CloseByHand } from './close-by-hand.tsx';

const READ_AGAIN_MS = 2_000;

/** One of them: what is being done, what to tell the customer, and only what is safe to press. */
export function UnresolvedPayment(props: {
  readonly paymentId: string;
  readonly onBack: () => void;
}) {
  const { paymentId, onBack } = props;
  const text = useText();
  const read = useTillQuery('payments.get', { paymentId }, { everyMs: READ_AGAIN_MS });
  const lookUp = useTillMutation('payments.lookUpNow');
  const sendAgain = useTillMutation('payments.sendAgain');
  const handedOver = useTillMutation('payments.handedOver');
  const [acting, setActing] = useState<'by-hand' | 'release' | null>(null);
  const [trouble, setTrouble] = useState<{
    readonly what: 'look-up' | 'send-again' | 'handed-over';
    readonly problem: Problem;
  } | null>(null);
  const payment = read.value;
  const title = usePaymentTitle(payment);
  const whenRead = useUnread(payment);
  const close = (): void => {
    setActing(null);
    read.again();
  };
  const isOpen = payment?.state === 'unknown' || payment?.state === 'unclear';
  const isBusy = lookUp.isWaiting || sendAgain.isWaiting;

  const ask = async (
    what: 'look-up' | 'send-again' | 'handed-over',
    run: () => Promise<CallResult<'payments.lookUpNow'>>,
  ): Promise<void> => {
    if (isBusy) return;
    setTrouble(null);
    const answer = await run();
    if (!answer.ok) setTrouble({ what, problem: answer.problem });
    read.again();
  };

  const isToHandOver = payment?.handOver === 'now';
  const actions: readonly ScreenAction[] = [
    { label: text('unresolved.backToList'), keyName: 'Escape', onAction: onBack },
    ...(isOpen && payment?.maySendAgain
      ? [
          {
            label: text(sendAgain.isWaiting ? 'pay.unknown.sendingAgain' : 'pay.unknown.sendAgain'),
            keyName: 'Control+E',
            onAction: () =>
              whenRead(() => void ask('send-again', () => sendAgain.run({ paymentId }))),
          } satisfies ScreenAction,
        ]
      : []),
    ...(payment?.mayCloseByHand
      ? [
          {
            label: text('unresolved.byHand'),
            keyName: 'Control+S',
            onAction: () => setActing('by-hand'),
          } satisfies ScreenAction,
        ]
      : []),
    ...(payment?.handOver === 'paper-first'
      ? [
          {
            label: text('pay.out.release'),
            keyName: 'Control+S',
            onAction: () => setActing('release'),
          } satisfies ScreenAction,
        ]
      : []),
    ...(isToHandOver
      ? [
          {
            label: text(payment?.kind === 'cancel' ? 'pay.cancel.handed' : 'pay.out.handed'),
            keyName: 'F11',
            onAction: () =>
              whenRead(() => void ask('handed-over', () => handedOver.run({ paymentId }))),
            variant: 'primary',
          } satisfies ScreenAction,
        ]
      : []),
    ...(isOpen
      ? [
          {
            label: text(lookUp.isWaiting ? 'pay.unknown.lookingUp' : 'pay.unknown.lookUpNow'),
            keyName: 'F1',
            onAction: () => void ask('look-up', () => lookUp.run({ paymentId })),
            variant: 'primary',
          } satisfies ScreenAction,
        ]
      : []),
  ];

  return (
    <Screen
      title={title ?? text('unresolved.title')}
      {...(payment === undefined ? {} : { hint: <WhichPayment payment={payment} /> })}
      actions={actions}
    >
      {read.problem === null ? null : <ProblemNotice problem={read.problem} />}
      {payment === undefined ? null : (
        <>
          <ResultNotice payment={payment} />
          {isOpen ? <UnknownFacts payment={payment} /> : null}
          <What payment={payment} />
          <PaymentTape payment={payment} />
        </>
      )}
      {trouble === null ? null : <TroubleNotice trouble={trouble} />}
      {payment && acting === 'by-hand' ? <CloseByHand payment={payment} onClose={close} /> : null}
      {payment && acting === 'release' ? <ReleaseCash payment={payment} onClose={close} /> : null}
    </Screen>
  );
}

function What(props: { readonly payment: Payment }) {
  const { payment } = props;
  const text = useText();
  const language = useLanguage();
  return (
    <Facts
      facts={[
        {
          name: text(sumKey(payment)),
          value: moneyWords(payment.cash ?? payment.due, language),
        },
        { name: text('unresolved.cashier'), value: payment.cashierName },
        { name: text('pay.facts.reference'), value: payment.externalId },
      ]}
    />
  );
}

/** Whose money the sum is: it comes from the customer, or goes to him. */
function sumKey({
  kind,
}: Payment): 'unresolved.cash' | 'unresolved.toHandOver' | 'unresolved.toGiveBack' {
  if (kind === 'cash-out') return 'unresolved.toHandOver';
  return kind === 'cancel' ? 'unresolved.toGiveBack' : 'unresolved.cash';
}
