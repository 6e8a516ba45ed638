import { useState } from 'react';
import type { CallAnswer, Payment, Problem } from '../../../../shared/contract/index.ts';
import { type TillQuery, useTillMutation } from '../../../app/index.ts';
import type { ScreenAction } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { isOpen, type Wish } from '../flow/index.ts';
import { handedOverAction, lookUpAction, sendAgainAction } from './payment-actions.ts';
import { useUnread } from './use-unread.ts';

/**
 * What can be asked about a payment that is looked at again; each action only while it makes sense.
 */
export interface PaymentCalls {
  /** It is not known what became of it. */
  readonly isOpen: boolean;
  readonly lookUp: readonly ScreenAction[];
  readonly sendAgain: readonly ScreenAction[];
  readonly handedOver: readonly ScreenAction[];
  /** What could not be done, until something is asked again. */
  readonly trouble: { readonly what: Wish; readonly problem: Problem } | null;
}

type PaymentCall = 'payments.lookUpNow' | 'payments.sendAgain' | 'payments.handedOver';

/** One thing at a time: what is pressed while an answer is on its way is not asked. */
export function usePaymentCalls(paymentId: string, read: TillQuery<Payment>): PaymentCalls {
  const payment = read.value;
  const text = useText();
  const lookUp = useTillMutation('payments.lookUpNow');
  const sendAgain = useTillMutation('payments.sendAgain');
  const handedOver = useTillMutation('payments.handedOver');
  const whenRead = useUnread(payment);
  const [trouble, setTrouble] = useState<PaymentCalls['trouble']>(null);
  const isBusy = lookUp.isWaiting || sendAgain.isWaiting || handedOver.isWaiting;

  const ask = async (
    what: Wish,
    call: {
      readonly run: (input: { readonly paymentId: string }) => Promise<CallAnswer<PaymentCall>>;
    },
  ): Promise<void> => {
    if (isBusy) return;
    setTrouble(null);
    const answer = await call.run({ paymentId });
    if (!answer.ok) setTrouble({ what, problem: answer.problem });
    read.again();
  };

  const isUndecided = payment !== undefined && isOpen(payment);
  return {
    isOpen: isUndecided,
    lookUp: isUndecided
      ? [lookUpAction(text, lookUp.isWaiting, () => void ask('look-up', lookUp))]
      : [],
    sendAgain:
      isUndecided && payment.maySendAgain
        ? [
            sendAgainAction(text, sendAgain.isWaiting, () =>
              whenRead(() => void ask('send-again', sendAgain)),
            ),
          ]
        : [],
    handedOver:
      payment?.handOver === 'now'
        ? [
            handedOverAction(text, payment, () =>
              whenRead(() => void ask('handed-over', handedOver)),
            ),
          ]
        : [],
    trouble,
  };
}
