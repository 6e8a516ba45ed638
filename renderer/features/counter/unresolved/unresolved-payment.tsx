import { useState } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTillQuery } from '../../../app/index.ts';
import {
  type Fact,
  Facts,
  formatMoneyInSentence,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { useBasketLink } from '../basket/notice/index.ts';
import {
  createReleaseAction,
  FailedActionNotice,
  PaymentIdentity,
  PaymentTape,
  ReleaseCash,
  ResultNotice,
  UnknownFacts,
  usePaymentCalls,
  usePaymentTitle,
} from '../pay/result/index.ts';
import { CloseByHandDialog } from './close-by-hand-dialog.tsx';

const REFETCH_INTERVAL_MS = 2_000;

/** One open payment: what is being done, what to tell the customer, and only safe actions. */
export function UnresolvedPayment(props: {
  readonly paymentId: string;
  readonly onBack: () => void;
}) {
  const { paymentId, onBack } = props;
  const text = useText();
  const read = useTillQuery(
    'payments.get',
    { paymentId },
    { refetchInterval: REFETCH_INTERVAL_MS },
  );
  const [acting, setActing] = useState<'by-hand' | 'release' | null>(null);
  const payment = read.value;
  const title = usePaymentTitle(payment);
  const calls = usePaymentCalls(paymentId, read);
  const toBasket = useBasketLink(payment);
  const close = (): void => {
    setActing(null);
    read.again();
  };

  const actions: readonly ScreenAction[] = [
    { label: text('unresolved.backToList'), keyName: 'Escape', onAction: onBack },
    ...toBasket.actions,
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
      ? [createReleaseAction(text, () => setActing('release'))]
      : []),
    ...calls.handedOver,
    ...calls.lookUp,
  ];

  return (
    <Screen
      title={title ?? text('unresolved.title')}
      {...(payment === undefined ? {} : { hint: <PaymentIdentity payment={payment} /> })}
      actions={actions}
    >
      {read.problem === null ? null : <ProblemNotice problem={read.problem} />}
      {payment === undefined ? null : (
        <>
          <ResultNotice payment={payment} />
          {calls.isOpen ? <UnknownFacts payment={payment} /> : null}
          <PaymentFacts payment={payment} basketFacts={toBasket.facts} />
          <PaymentTape payment={payment} />
        </>
      )}
      {calls.failedAction === null ? null : <FailedActionNotice trouble={calls.failedAction} />}
      {payment && acting === 'by-hand' ? (
        <CloseByHandDialog payment={payment} onClose={close} />
      ) : null}
      {payment && acting === 'release' ? <ReleaseCash payment={payment} onClose={close} /> : null}
    </Screen>
  );
}

function PaymentFacts(props: { readonly payment: Payment; readonly basketFacts: readonly Fact[] }) {
  const { payment, basketFacts } = props;
  const text = useText();
  const language = useLanguage();
  return (
    <Facts
      facts={[
        {
          name: text(payment.basket === null ? getSumTextKey(payment) : 'basket.share.ofItem'),
          value: formatMoneyInSentence(payment.cash ?? payment.due, language),
        },
        ...basketFacts,
        { name: text('unresolved.cashier'), value: payment.cashierName },
        { name: text('pay.facts.reference'), value: payment.externalId },
      ]}
    />
  );
}

/** Names the sum by its direction: from the customer, or to him. */
function getSumTextKey({
  kind,
}: Payment): 'unresolved.cash' | 'unresolved.toHandOver' | 'unresolved.toGiveBack' {
  if (kind === 'cash-out') return 'unresolved.toHandOver';
  return kind === 'cancel' ? 'unresolved.toGiveBack' : 'unresolved.cash';
}
