import type { CallOutput, Payment, Problem } from '../../../../shared/contract/index.ts';
import { useTillMutation } from '../../../app/index.ts';
import type { ScreenAction } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { createRefundCheckAction } from './payment-actions.ts';

/** Asks the service whether it refunded a paid payment. It is offered until its refund is settled. */
interface RefundCheck {
  readonly actions: readonly ScreenAction[];
  readonly isPending: boolean;
  /** The result; null until there is one. */
  readonly result: CallOutput<'refunds.checkNow'> | null;
  readonly problem: Problem | null;
}

export function useRefundCheck(
  payment: Payment | undefined,
  callbacks: {
    readonly isBusy: boolean;
    readonly onAsk?: () => void;
    readonly onChecked?: () => void;
  },
): RefundCheck {
  const text = useText();
  const checkNow = useTillMutation('refunds.checkNow');
  const isPaid = payment?.state === 'paid' || payment?.state === 'by-hand-paid';
  const canRead = isPaid && payment.kind !== 'cancel' && !payment.refund?.settled;

  const checkRefund = async (paymentId: string): Promise<void> => {
    if (callbacks.isBusy || checkNow.isPending) return;
    callbacks.onAsk?.();
    await checkNow.run({ paymentId });
    callbacks.onChecked?.();
  };

  return {
    actions: canRead
      ? [createRefundCheckAction(text, checkNow.isPending, () => void checkRefund(payment.id))]
      : [],
    isPending: checkNow.isPending,
    result: checkNow.value ?? null,
    problem: checkNow.problem,
  };
}
