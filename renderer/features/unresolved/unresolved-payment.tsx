import { useState } from 'react';
import type { Payment } from '../../../shared/contract/index.ts';
import { ProblemNotice, useTillQuery } from '../../app/index.ts';
import { Facts, moneyWords, Screen, type ScreenAction } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import {
  PaymentTape,
  ReleaseCash,
  ResultNotice,
  releaseAction,
  TroubleNotice,
  UnknownFacts,
  usePaymentCalls,
  usePaymentTitle,
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
  const [acting, setActing] = useState<'by-hand' | 'release' | null>(null);
  const payment = read.value;
  const title = usePaymentTitle(payment);
  const calls = usePaymentCalls(paymentId, read);
  const close = (): void => {
    setActing(null);
    read.again();
  };

  const actions: readonly ScreenAction[] = [
    { label: text('unresolved.backToList'), keyName: 'Escape', onAction: onBack },
    ...calls.sendAgain,
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
      ? [releaseAction(text, () => setActing('release'))]
      : []),
    ...calls.handedOver,
    ...calls.lookUp,
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
          {calls.isOpen ? <UnknownFacts payment={payment} /> : null}
          <What payment={payment} />
          <PaymentTape payment={payment} />
        </>
      )}
      {calls.trouble === null ? null : <TroubleNotice trouble={calls.trouble} />}
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
