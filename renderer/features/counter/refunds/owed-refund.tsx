import { useState } from 'react';
import type { Payment, Problem, Refund } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useRunIfMounted,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  Facts,
  formatMoneyInSentence,
  Money,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { PaymentIdentity, RefundNotice } from '../payment-result/index.ts';

/** One refund: to whom the money is owed, the amount, and the two ways to settle it. */
export function OwedRefund(props: { readonly paymentId: string; readonly onBack: () => void }) {
  const { paymentId, onBack } = props;
  const text = useText();
  const language = useLanguage();
  const paymentQuery = useTillQuery('payments.get', { paymentId });
  const settle = useTillMutation('refunds.settle');
  const [isDeciding, setDeciding] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  const runIfMounted = useRunIfMounted();
  const payment = paymentQuery.value;
  const refund = payment?.refund ?? null;
  const isOwed = refund !== null && refund.settled === null;
  const canMoveCash = isOwed && (refund.owedTo === 'customer' || refund.isHandedOver);

  const settleInCash = async (): Promise<void> => {
    if (settle.isPending) return;
    const answer = await settle.run({ paymentId, approval: null });
    if (!answer.ok && isUnconfirmed(answer.problem)) runIfMounted(() => setReleasing(true));
    paymentQuery.refetch();
  };
  const actions: readonly ScreenAction[] = [
    { label: text('refunds.back'), keyName: 'Escape', onAction: onBack },
    ...(isOwed
      ? [
          {
            label: text('refunds.decide'),
            keyName: 'Control+S',
            onAction: () => setDeciding(true),
          } satisfies ScreenAction,
        ]
      : []),
    ...(canMoveCash
      ? [
          {
            label: text(`refunds.settle.${refund.owedTo}`, {
              amount: formatMoneyInSentence(refund.amount, language),
            }),
            keyName: 'F11',
            variant: 'primary',
            isDisabled: settle.isPending,
            onAction: () => void settleInCash(),
          } satisfies ScreenAction,
        ]
      : []),
  ];

  return (
    <Screen
      title={formatTitle()}
      {...(payment === undefined ? {} : { hint: <PaymentIdentity payment={payment} /> })}
      actions={actions}
      isDense
    >
      {paymentQuery.problem === null ? null : <ProblemNotice problem={paymentQuery.problem} />}
      {settle.problem === null || isReleasing ? null : <ProblemNotice problem={settle.problem} />}
      {payment === undefined || refund === null ? null : (
        <>
          {/* Above the notice, which a small window does not show completely. */}
          {isOwed && canMoveCash ? <Money value={refund.amount} size="huge" /> : null}
          <RefundNotice payment={payment} refund={refund} isOnSettlementScreen />
          <RefundFacts payment={payment} refund={refund} />
          {isReleasing && isOwed ? (
            <ApprovalDialog
              title={formatTitle()}
              explanation={text('refunds.releaseExplanation')}
              permission="decide-refund"
              isReasonRequired={false}
              isBusy={settle.isPending}
              // The missing confirmation is the reason for asking for the PIN, so it is not shown
              // as a problem.
              problem={isUnconfirmed(settle.problem) ? null : settle.problem}
              onCancel={() => setReleasing(false)}
              onApprove={(approval) =>
                void settle.run({ paymentId, approval }).then((answer) => {
                  paymentQuery.refetch();
                  if (answer.ok) runIfMounted(() => setReleasing(false));
                })
              }
            />
          ) : null}
          {isDeciding ? (
            <DecideRefundDialog
              payment={payment}
              refund={refund}
              onClose={() => setDeciding(false)}
              onDone={paymentQuery.refetch}
            />
          ) : null}
        </>
      )}
    </Screen>
  );

  function formatTitle(): string {
    if (refund === null) return text('refunds.title');
    const amount = formatMoneyInSentence(refund.amount, language);
    if (refund.settled !== null) return text(`refunds.done.${refund.settled.how}`, { amount });
    if (!canMoveCash) return text('refunds.screenTitle.not-handed-over');
    return text(`refunds.screenTitle.${refund.owedTo}`, { amount });
  }
}

function isUnconfirmed(problem: Problem | null): boolean {
  return problem?.kind === 'refund' && problem.reason === 'not-confirmed';
}

function RefundFacts(props: { readonly payment: Payment; readonly refund: Refund }) {
  const { payment, refund } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const { fee } = payment;
  return (
    <Facts
      facts={[
        { name: text('refunds.paidAt'), value: clock.dateTime(payment.createdAt) },
        { name: text('refunds.paidBy'), value: payment.cashierName },
        ...(fee === null || refund.owedTo === 'shop'
          ? []
          : [{ name: text('refunds.fee'), value: formatMoneyInSentence(fee, language) }]),
        { name: text('refunds.foundAt'), value: clock.dateTime(refund.foundAt) },
        ...(payment.authorization === null
          ? []
          : [{ name: text('pay.paid.authorization'), value: payment.authorization }]),
        { name: text('pay.facts.reference'), value: payment.externalId },
      ]}
    />
  );
}

/** Asks a supervisor to settle the refund without cash. */
function DecideRefundDialog(props: {
  readonly payment: Payment;
  readonly refund: Refund;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { payment, refund, onClose, onDone } = props;
  const text = useText();
  const language = useLanguage();
  const decide = useTillMutation('refunds.decide');
  const runIfMounted = useRunIfMounted();
  return (
    <ApprovalDialog
      title={text('refunds.decideTitle', {
        amount: formatMoneyInSentence(refund.amount, language),
      })}
      explanation={text(`refunds.decideExplanation.${refund.owedTo}`)}
      permission="decide-refund"
      isReasonRequired
      isBusy={decide.isPending}
      problem={decide.problem}
      onCancel={onClose}
      onApprove={(approval, reason) =>
        void decide.run({ paymentId: payment.id, reason, approval }).then((answer) => {
          onDone();
          if (answer.ok) runIfMounted(onClose);
        })
      }
    />
  );
}
