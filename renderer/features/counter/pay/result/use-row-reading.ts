import type { CallOutput, Payment, Problem } from '../../../../../shared/contract/index.ts';
import { useTillMutation } from '../../../../app/index.ts';
import type { ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { createReadRowAction } from './payment-actions.ts';

/** Reads the row of a paid payment at the service: offered until its money was settled. */
interface RowReading {
  readonly actions: readonly ScreenAction[];
  readonly isWaiting: boolean;
  /** What the row said; null until it was asked. */
  readonly reading: CallOutput<'refunds.readNow'> | null;
  readonly problem: Problem | null;
}

export function useRowReading(
  payment: Payment | undefined,
  around: { readonly isBusy: boolean; readonly onAsk?: () => void; readonly onRead?: () => void },
): RowReading {
  const text = useText();
  const readNow = useTillMutation('refunds.readNow');
  const isPaid = payment?.state === 'paid' || payment?.state === 'by-hand-paid';
  const mayRead = isPaid && payment.kind !== 'cancel' && !payment.refund?.settled;

  const read = async (paymentId: string): Promise<void> => {
    if (around.isBusy || readNow.isWaiting) return;
    around.onAsk?.();
    await readNow.run({ paymentId });
    around.onRead?.();
  };

  return {
    actions: mayRead
      ? [createReadRowAction(text, readNow.isWaiting, () => void read(payment.id))]
      : [],
    isWaiting: readNow.isWaiting,
    reading: readNow.value ?? null,
    problem: readNow.problem,
  };
}
