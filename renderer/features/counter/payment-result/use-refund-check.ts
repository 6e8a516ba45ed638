import type { CallOutput, Payment, Problem } from '../../../../shared/contract/index.ts';
import { useTillMutation } from '../../../app/index.ts';
import type { ScreenAction } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { createReadRowAction } from './payment-actions.ts';

/** Reading the row of a paid payment at the service. It is offered until its refund is settled. */
interface RowReading {
  readonly actions: readonly ScreenAction[];
  readonly isPending: boolean;
  /** The result; null until there is one. */
  readonly reading: CallOutput<'refunds.checkNow'> | null;
  readonly problem: Problem | null;
}

export function useRowReading(
  payment: Payment | undefined,
  callbacks: {
    readonly isBusy: boolean;
    readonly onAsk?: () => void;
    readonly onRead?: () => void;
  },
): RowReading {
  const text = useText();
  const checkNow = useTillMutation('refunds.checkNow');
  const isPaid = payment?.state === 'paid' || payment?.state === 'by-hand-paid';
  const canRead = isPaid && payment.kind !== 'cancel' && !payment.refund?.settled;

  const readRow = async (paymentId: string): Promise<void> => {
    if (callbacks.isBusy || checkNow.isPending) return;
    callbacks.onAsk?.();
    await checkNow.run({ paymentId });
    callbacks.onRead?.();
  };

  return {
    actions: canRead
      ? [createReadRowAction(text, checkNow.isPending, () => void readRow(payment.id))]
      : [],
    isPending: checkNow.isPending,
    reading: checkNow.value ?? null,
    problem: checkNow.problem,
  };
}
