import { useState } from 'react';
import type { Payment } from '../../../../../shared/contract/index.ts';
import { isZero, type Money as MoneyValue } from '../../../../../shared/money/index.ts';
import { isOutcomeToConfirm, isOutcomeUnknown } from '../../../../../shared/rules/index.ts';
import { useTillQuery } from '../../../../app/index.ts';
import { Money, Screen, type ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import {
  createConfirmAction,
  createHandedOverAction,
  createLookUpAction,
  createReleaseCashAction,
  createSendAgainAction,
  FailedActionNotice,
  GiftCardCode,
  getOriginalReceiptStatus,
  MoneyToGive,
  PaymentResultNotice,
  ReleaseCashDialog,
  UnknownOutcomeDetails,
  useGiftCardCodeText,
  useResultTitle,
  useTapeOfPaidPayment,
} from '../../payment-result/index.ts';
import { getActionAfterPayment, getResultIgnoresKeysMs, type StepProps } from '../flow/index.ts';
import { PostponeHandOverDialog } from './postpone-hand-over.tsx';
import { createRetryAction } from './retry-action.ts';
import { SendingPaymentScreen } from './sending-screen.tsx';

/**
 * Returns the customer's cash after a payment that was certainly not made; null if there is none.
 * The cash of a basket's item is returned with the change of the basket.
 */
function getCashToReturn({ kind, state, cash, basket }: Payment): MoneyValue | null {
  const isNotMade =
    state === 'rejected' || state === 'not-performed' || state === 'by-hand-not-paid';
  return isNotMade && kind !== 'cancel' && basket === null ? cash : null;
}

interface ResultScreenProps extends StepProps<'sent-payment'> {
  /** False while the keys that leave the result, or confirm money, are ignored. */
  readonly areKeysAccepted: boolean;
}

function isPaymentMade({ state }: Payment): boolean {
  return state === 'paid' || state === 'by-hand-paid';
}

/** The result of the payment. While the outcome is unknown, only safe actions are offered. */
export function PaymentResultScreen(props: ResultScreenProps) {
  const { payment } = props.step;
  const isPaid = isPaymentMade(payment);
  const tape = useTillQuery('printing.tape', { paymentId: payment.id }, { enabled: isPaid });
  // The title names the paper, and must not change under the cashier's eyes.
  return isPaid && tape.isPending ? (
    <SendingPaymentScreen kind={payment.kind} billerName={payment.billerName} />
  ) : (
    <KnownResultScreen {...props} />
  );
}

function KnownResultScreen(props: ResultScreenProps) {
  const { step, dispatch, press } = props;
  const { payment, pendingAction } = step;
  const text = useText();
  const isUnknown = isOutcomeUnknown(payment);
  const hasCode = useGiftCardCodeText(payment) !== null;
  const [isReleasing, setReleasing] = useState(false);
  const [isPostponing, setPostponing] = useState(false);
  const isPaid = isPaymentMade(payment);

  // Enter leaves no paper behind silently: it stays in the list of papers.
  const isPaperMissing = getOriginalReceiptStatus(useTapeOfPaidPayment(payment)) === 'failed';

  const cashToReturn = getCashToReturn(payment);
  const refusalAction = getActionAfterPayment(step);
  const nextActions: readonly ScreenAction[] =
    refusalAction.kind === 'next-customer'
      ? [
          {
            label: text(isPaperMissing ? 'pay.nextCustomerPaper' : 'pay.nextCustomer'),
            keyName: 'Enter',
            onAction: () => press('enter'),
            variant: 'primary',
          },
        ]
      : [
          { label: text('pay.nextCustomer'), keyName: 'Escape', onAction: () => press('back') },
          createRetryAction(text, refusalAction, () => press('enter')),
        ];
  const openActions: readonly ScreenAction[] = [
    { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
    ...(payment.canResend
      ? [
          createSendAgainAction(text, pendingAction?.what === 'send-again', () =>
            dispatch({ type: 'send-again' }),
          ),
        ]
      : []),
    createLookUpAction(text, pendingAction?.what === 'look-up', () =>
      dispatch({ type: 'look-up-now' }),
    ),
  ];

  const change =
    isPaid && payment.change && !isOutcomeToConfirm(payment) ? (
      <Money
        value={payment.change}
        label={text('pay.cash.change')}
        size={hasCode ? 'large' : 'huge'}
      />
    ) : null;

  return (
    <Screen title={useResultTitle(payment, refusalAction)} actions={createActions().map(holdBack)}>
      {/* Below the text of the code, a small window would not show it. */}
      {hasCode && payment.change && !isZero(payment.change) ? change : null}
      <GiftCardCode payment={payment} />
      {/* Above the notice, which a small window does not show completely. */}
      {cashToReturn === null ? null : (
        <Money value={cashToReturn} label={text('pay.refused.toReturn')} size="huge" />
      )}
      <PaymentResultNotice payment={payment} />
      {!isOutcomeToConfirm(payment) ? null : <MoneyToGive payment={payment} />}
      {hasCode ? null : change}
      {payment.handOver === 'now' && !isOutcomeToConfirm(payment) ? (
        <Money value={payment.due} size="huge" />
      ) : null}
      {isReleasing ? (
        <ReleaseCashDialog payment={payment} onClose={() => setReleasing(false)} />
      ) : null}
      {isPostponing ? (
        <PostponeHandOverDialog
          payment={payment}
          onPostpone={() => dispatch({ type: 'hand-over-later', at: performance.now() })}
          onClose={() => setPostponing(false)}
        />
      ) : null}
      {isUnknown ? <UnknownOutcomeDetails payment={payment} /> : null}
      {step.failedAction === null ? null : <FailedActionNotice failedAction={step.failedAction} />}
    </Screen>
  );

  /** Shows that the keys do not work yet. */
  function holdBack(action: ScreenAction): ScreenAction {
    const isHeldBack =
      ['Enter', 'Escape', 'F11'].includes(action.keyName) && !props.areKeysAccepted;
    return isHeldBack ? { ...action, enabledAfterMs: getResultIgnoresKeysMs(payment) } : action;
  }

  function createActions(): readonly ScreenAction[] {
    if (isUnknown) return openActions;
    if (isOutcomeToConfirm(payment)) {
      return [
        { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
        createConfirmAction(text, payment, () =>
          dispatch({ type: 'handed-over', at: performance.now() }),
        ),
      ];
    }
    switch (payment.handOver) {
      case 'now':
        return [
          {
            label: text('pay.cashOut.notEnough'),
            keyName: 'Escape',
            onAction: () => setPostponing(true),
          },
          createHandedOverAction(text, payment, () =>
            dispatch({ type: 'handed-over', at: performance.now() }),
          ),
        ];
      case 'paper-first':
        return [
          { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
          createReleaseCashAction(text, payment, () => setReleasing(true)),
        ];
      default:
        return nextActions;
    }
  }
}
