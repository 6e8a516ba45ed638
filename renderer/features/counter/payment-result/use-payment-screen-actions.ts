import { useState } from 'react';
import type {
  CallOutput,
  Payment,
  Problem,
  TillCallResult,
} from '../../../../shared/contract/index.ts';
import {
  isOutcomeToConfirm,
  isOutcomeUnknown,
  RESULT_IGNORES_KEYS_MS,
} from '../../../../shared/rules/index.ts';
import { type TillQuery, useTillMutation } from '../../../app/index.ts';
import { type ScreenAction, useAreKeysAccepted } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import type { PaymentAction } from './failed-action-notice.tsx';
import {
  createConfirmAction,
  createHandedOverAction,
  createLookUpAction,
  createSendAgainAction,
} from './payment-actions.ts';
import { useRefundCheck } from './use-refund-check.ts';

/** The requests about a payment that is viewed later. Each is offered only while it applies. */
export interface PaymentScreenActions {
  /** True if the outcome is unknown. */
  readonly isOutcomeUnknown: boolean;
  readonly lookUp: readonly ScreenAction[];
  /** For a paid payment: asks the service now whether it was refunded. */
  readonly checkRefund: readonly ScreenAction[];
  /** The result of that check; null until there is one. */
  readonly refundCheckResult: CallOutput<'refunds.checkNow'> | null;
  readonly sendAgain: readonly ScreenAction[];
  readonly handedOver: readonly ScreenAction[];
  /** Confirms an outcome that arrived after the payment was left. */
  readonly confirm: readonly ScreenAction[];
  /** The last failed request, until another one starts. */
  readonly failedAction: { readonly what: PaymentAction; readonly problem: Problem } | null;
}

type PaymentCall =
  | 'payments.lookUpNow'
  | 'payments.sendAgain'
  | 'payments.confirmHandOver'
  | 'payments.confirm';

/** Only one request runs at a time; presses during a request are ignored. */
export function usePaymentScreenActions(
  paymentId: string,
  query: TillQuery<Payment>,
): PaymentScreenActions {
  const payment = query.value;
  const text = useText();
  const lookUp = useTillMutation('payments.lookUpNow');
  const sendAgain = useTillMutation('payments.sendAgain');
  const handedOver = useTillMutation('payments.confirmHandOver');
  const confirm = useTillMutation('payments.confirm');
  const areKeysAccepted = useAreKeysAccepted(
    payment && `${payment.state} ${payment.handOver} ${payment.toConfirm}`,
    RESULT_IGNORES_KEYS_MS,
  );
  const [failedAction, setFailedAction] = useState<PaymentScreenActions['failedAction']>(null);
  const isCallRunning = [lookUp, sendAgain, handedOver, confirm].some(({ isPending }) => isPending);
  const refundCheck = useRefundCheck(payment, {
    isBusy: isCallRunning,
    onAsk: () => setFailedAction(null),
    onChecked: query.refetch,
  });
  const isBusy = isCallRunning || refundCheck.isPending;

  const callMain = async (
    action: PaymentAction,
    call: {
      readonly run: (input: { readonly paymentId: string }) => Promise<TillCallResult<PaymentCall>>;
    },
  ): Promise<void> => {
    if (isBusy) return;
    setFailedAction(null);
    const answer = await call.run({ paymentId });
    if (!answer.ok) setFailedAction({ what: action, problem: answer.problem });
    query.refetch();
  };

  const isUnknown = payment !== undefined && isOutcomeUnknown(payment);
  return {
    isOutcomeUnknown: isUnknown,
    lookUp: isUnknown
      ? [createLookUpAction(text, lookUp.isPending, () => void callMain('look-up', lookUp))]
      : [],
    checkRefund: refundCheck.actions,
    refundCheckResult: refundCheck.result,
    sendAgain:
      isUnknown && payment.canResend
        ? [
            {
              ...createSendAgainAction(
                text,
                sendAgain.isPending,
                () => void callMain('send-again', sendAgain),
              ),
              isDisabled: !areKeysAccepted,
            },
          ]
        : [],
    handedOver:
      payment?.handOver === 'now' && !isOutcomeToConfirm(payment)
        ? [
            {
              ...createHandedOverAction(
                text,
                payment,
                () => void callMain('handed-over', handedOver),
              ),
              isDisabled: !areKeysAccepted,
            },
          ]
        : [],
    confirm:
      payment !== undefined && payment.toConfirm !== 'none'
        ? [
            {
              ...createConfirmAction(text, payment, () => void callMain('confirm', confirm)),
              isDisabled: !areKeysAccepted,
            },
          ]
        : [],
    failedAction:
      failedAction ??
      (refundCheck.problem === null ? null : { what: 'look-up', problem: refundCheck.problem }),
  };
}
