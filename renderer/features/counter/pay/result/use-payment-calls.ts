import { useState } from 'react';
import type {
  CallAnswer,
  CallOutput,
  Payment,
  Problem,
} from '../../../../../shared/contract/index.ts';
import { type TillQuery, useTillMutation } from '../../../../app/index.ts';
import type { ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { isOutcomeUnknown, type PaymentAction } from '../flow/index.ts';
import {
  createHandedOverAction,
  createLookUpAction,
  createSendAgainAction,
} from './payment-actions.ts';
import { useIgnoreEarlyPress } from './use-ignore-early-press.ts';
import { useRowReading } from './use-row-reading.ts';

/** The requests about a payment that is viewed again; each is offered only while it makes sense. */
export interface PaymentCalls {
  /** Its outcome is not known. */
  readonly isOpen: boolean;
  readonly lookUp: readonly ScreenAction[];
  /** Of a paid payment: reads its row now. */
  readonly readRow: readonly ScreenAction[];
  /** What that row said; null until it was asked. */
  readonly rowReading: CallOutput<'refunds.readNow'> | null;
  readonly sendAgain: readonly ScreenAction[];
  readonly handedOver: readonly ScreenAction[];
  /** The last request that failed, until another is made. */
  readonly failedAction: { readonly what: PaymentAction; readonly problem: Problem } | null;
}

type PaymentCall = 'payments.lookUpNow' | 'payments.sendAgain' | 'payments.handedOver';

/** One request at a time: presses during a request are ignored. */
export function usePaymentCalls(paymentId: string, read: TillQuery<Payment>): PaymentCalls {
  const payment = read.value;
  const text = useText();
  const lookUp = useTillMutation('payments.lookUpNow');
  const sendAgain = useTillMutation('payments.sendAgain');
  const handedOver = useTillMutation('payments.handedOver');
  const whenRead = useIgnoreEarlyPress(payment && `${payment.state} ${payment.handOver}`);
  const [trouble, setTrouble] = useState<PaymentCalls['failedAction']>(null);
  const isCalling = lookUp.isWaiting || sendAgain.isWaiting || handedOver.isWaiting;
  const row = useRowReading(payment, {
    isBusy: isCalling,
    onAsk: () => setTrouble(null),
    onRead: read.again,
  });
  const isBusy = isCalling || row.isWaiting;

  const ask = async (
    what: PaymentAction,
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

  const isUndecided = payment !== undefined && isOutcomeUnknown(payment);
  return {
    isOpen: isUndecided,
    lookUp: isUndecided
      ? [createLookUpAction(text, lookUp.isWaiting, () => void ask('look-up', lookUp))]
      : [],
    readRow: row.actions,
    rowReading: row.reading,
    sendAgain:
      isUndecided && payment.maySendAgain
        ? [
            createSendAgainAction(text, sendAgain.isWaiting, () =>
              whenRead(() => void ask('send-again', sendAgain)),
            ),
          ]
        : [],
    handedOver:
      payment?.handOver === 'now'
        ? [
            createHandedOverAction(text, payment, () =>
              whenRead(() => void ask('handed-over', handedOver)),
            ),
          ]
        : [],
    failedAction:
      trouble ?? (row.problem === null ? null : { what: 'look-up', problem: row.problem }),
  };
}
