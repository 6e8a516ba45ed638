import { useRef } from 'react';
import type { Basket, Problem } from '../../../../shared/contract/index.ts';
import { useTillCall, useTillMutation } from '../../../app/index.ts';
import { getItemMoneyStatus } from './item-status.ts';

/** The actions on a sent basket. Only one runs at a time; further presses are ignored. */
export interface BasketActions {
  readonly isBusy: boolean;
  /** Why the last action failed. */
  readonly problem: Problem | null;
  /** F12: continues with the first item that was not sent, as shown. */
  readonly continueSending: () => void;
  readonly stop: () => void;
  readonly leave: () => void;
  readonly end: (onSuccess: () => void) => void;
  /** Ends the basket when the screen is left. No result and no problem can be shown any more. */
  readonly endOnLeave: () => void;
  /** Looks up every item whose outcome is unknown. */
  readonly lookUp: () => void;
  /** Sends the first resendable item again; null if there is none. */
  readonly sendAgain: (() => void) | null;
}

export function useBasketActions(
  basket: Basket,
  callbacks: { readonly onChange: () => void; readonly onEnd: () => void },
): BasketActions {
  const { id: basketId, items } = basket;
  const continueBasket = useTillMutation('basket.sendRest');
  const stop = useTillMutation('basket.discardRest');
  const leave = useTillMutation('basket.leave');
  const end = useTillMutation('basket.end');
  const lookUp = useTillMutation('payments.lookUpNow');
  const sendAgain = useTillMutation('payments.sendAgain');
  const mutations = [continueBasket, stop, leave, end, lookUp, sendAgain];
  const call = useTillCall();
  const isEndRequested = useRef(false);
  const isBusy = mutations.some(({ isPending }) => isPending);
  const unknownPayments = items.flatMap(({ payment }) =>
    payment !== null && getItemMoneyStatus(payment) === 'unknown' ? [payment] : [],
  );
  const nextItem = items.find(({ payment }) => payment === null);
  const resendable = unknownPayments.find(({ canResend }) => canResend);

  const createAction =
    (request: () => Promise<{ readonly ok: boolean }>, onSuccess?: () => void) => (): void => {
      if (isBusy) return;
      for (const mutation of mutations) mutation.reset();
      void request().then((answer) => {
        callbacks.onChange();
        if (answer.ok) onSuccess?.();
      });
    };
  const endBasket = async (): Promise<{ readonly ok: boolean }> => {
    isEndRequested.current = true;
    const answer = await end.run({ basketId });
    isEndRequested.current = answer.ok;
    return answer;
  };
  const lookUpAll = async (): Promise<{ readonly ok: boolean }> => {
    for (const { id } of unknownPayments) {
      const answer = await lookUp.run({ paymentId: id });
      if (!answer.ok) return answer;
    }
    return { ok: true };
  };

  return {
    isBusy,
    problem: mutations.find((mutation) => mutation.problem !== null)?.problem ?? null,
    continueSending: createAction(async () =>
      nextItem === undefined
        ? { ok: true }
        : continueBasket.run({ basketId, next: nextItem.number }),
    ),
    stop: createAction(() => stop.run({ basketId })),
    leave: createAction(() => leave.run({ basketId }), callbacks.onEnd),
    end: (onSuccess) => createAction(endBasket, onSuccess)(),
    // If the call fails, the basket stays unfinished and is shown again.
    endOnLeave: () => void (isEndRequested.current || call('basket.end', { basketId })),
    lookUp: createAction(lookUpAll),
    sendAgain:
      resendable === undefined
        ? null
        : createAction(() => sendAgain.run({ paymentId: resendable.id })),
  };
}
