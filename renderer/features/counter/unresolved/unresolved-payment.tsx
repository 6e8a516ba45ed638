import { useState } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import { isOutcomeToConfirm } from '../../../../shared/rules/index.ts';
import { ProblemNotice, useTillQuery } from '../../../app/index.ts';
import {
  type Fact,
  Facts,
  formatMoneyInSentence,
  Money,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { useBasketOfPayment } from '../basket/notice/index.ts';
import {
  createReleaseCashAction,
  FailedActionNotice,
  MoneyToGive,
  PaymentIdentity,
  PaymentResultNotice,
  PaymentTape,
  ReleaseCashDialog,
  UnknownOutcomeDetails,
  usePaymentScreenActions,
  usePaymentTitle,
} from '../payment-result/index.ts';
import { CloseByHandDialog } from './close-by-hand-dialog.tsx';

/**
 * One open payment: what the till is doing about it, what to tell the customer, and only safe
 * actions.
 */
export function UnresolvedPayment(props: {
  readonly paymentId: string;
  readonly onBack: () => void;
}) {
  const { paymentId, onBack } = props;
  const text = useText();
  const paymentQuery = useTillQuery('payments.get', { paymentId }, { refetchOnMount: 'always' });
  const [openDialog, setOpenDialog] = useState<'by-hand' | 'release' | null>(null);
  const payment = paymentQuery.value;
  const title = usePaymentTitle(payment);
  const paymentActions = usePaymentScreenActions(paymentId, paymentQuery);
  const basketOfPayment = useBasketOfPayment(payment);
  const closeDialog = (): void => {
    setOpenDialog(null);
    paymentQuery.refetch();
  };

  const actions: readonly ScreenAction[] = [
    { label: text('unresolved.backToList'), keyName: 'Escape', onAction: onBack },
    ...basketOfPayment.actions,
    ...paymentActions.sendAgain,
    ...(payment?.canCloseByHand
      ? [
          {
            label: text('unresolved.byHand'),
            keyName: 'Control+S',
            onAction: () => setOpenDialog('by-hand'),
          } satisfies ScreenAction,
        ]
      : []),
    ...(payment?.handOver === 'paper-first' && !isOutcomeToConfirm(payment)
      ? [createReleaseCashAction(text, payment, () => setOpenDialog('release'))]
      : []),
    ...paymentActions.confirm,
    ...paymentActions.handedOver,
    ...paymentActions.lookUp,
  ];

  return (
    <Screen
      title={title ?? text('unresolved.title')}
      {...(payment === undefined ? {} : { hint: <PaymentIdentity payment={payment} /> })}
      actions={actions}
    >
      {paymentQuery.problem === null ? null : <ProblemNotice problem={paymentQuery.problem} />}
      {payment === undefined ? null : (
        <>
          <PaymentResultNotice payment={payment} />
          {payment.handOver === 'now' ? <Money value={payment.due} size="huge" /> : null}
          {paymentActions.isOutcomeUnknown ? <UnknownOutcomeDetails payment={payment} /> : null}
          <MoneyToGive payment={payment} />
          <PaymentFacts payment={payment} basketFacts={basketOfPayment.facts} />
          <PaymentTape payment={payment} />
        </>
      )}
      {paymentActions.failedAction === null ? null : (
        <FailedActionNotice failedAction={paymentActions.failedAction} />
      )}
      {payment && openDialog === 'by-hand' ? (
        <CloseByHandDialog payment={payment} onClose={closeDialog} />
      ) : null}
      {payment && openDialog === 'release' ? (
        <ReleaseCashDialog payment={payment} onClose={closeDialog} />
      ) : null}
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

/** Names the sum by its direction: from the customer or to the customer. */
function getSumTextKey({
  kind,
}: Payment): 'unresolved.cash' | 'unresolved.toHandOver' | 'unresolved.toGiveBack' {
  if (kind === 'cash-out') return 'unresolved.toHandOver';
  return kind === 'cancel' ? 'unresolved.toGiveBack' : 'unresolved.cash';
}
