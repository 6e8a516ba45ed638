import { useState } from 'react';
import type {
  CallAnswer,
  CallOutput,
  Payment,
  Problem,
} from '../../../../shared/contract/index.ts';
import { type TillQuery, useTillMutation } from '../../../app/index.ts';
import type { ScreenAction } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { isOpen, type Wish } from '../flow/index.ts';
import { handedOverAction, lookUpAction, sendAgainAction } from './payment-actions.ts';
import { useRowReading } from './use-row-reading.ts';
import { useUnread } from './use-unread.ts';

/** The requests about a payment that is viewed again; each is offered only while it makes sense. */
export interface PaymentCalls {
  /** Its outcome is not known. */
  readonly isOpen: boolean;
  readonly lookUp: readonly ScreenAction[];
  /** Of a paid payment: reads its row now. */
  readonly readRow: readonly ScreenAction[];
  /** What that row said; null until it was asked. */
  readonly said: CallOutput<'refunds.readNow'> | null;
  readonly sendAgain: readonly ScreenAction[];
  readonly handedOver: readonly ScreenAction[];
  /** The last request that failed, until another is made. */
  readonly trouble: { readonly what: Wish; readonly problem: Problem } | null;
}

type PaymentCall = 'payments.lookUpNow' | 'payments.sendAgain' | 'payments.handedOver';

/** One request at a time: presses during a request are ignored. */
export function usePaymentCalls(paymentId: string, read: TillQuery<Payment>): PaymentCalls {
  const payment = read.value;
  const text = useText();
  const lookUp = useTillMutation('payments.lookUpNow');
  const sendAgain = useTillMutation('payments.sendAgain');
  const handedOver = useTillMutation('payments.handedOver');
  const whenRead = useUnread(payment && `${payment.state} ${payment.handOver}`);
  const [trouble, setTrouble] = useState<PaymentCalls['trouble']>(null);
  const isCalling = lookUp.isWaiting || sendAgain.isWaiting || handedOver.isWaiting;
  const row = useRowReading(payment, {
    isBusy: isCalling,
    onAsk: () => setTrouble(null),
    onRead: read.again,
  });
  const isBusy = isCalling || row.isWaiting;

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
    readRow: row.actions,
    said: row.said,
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
    trouble: trouble ?? (row.problem === null ? null : { what: 'look-up', problem: row.problem }),
  };
}
