import { useRef } from 'react';
import type { Basket, Problem } from '../../../../shared/contract/index.ts';
import { useCall, useTillMutation } from '../../../app/index.ts';
import { getItemShare } from './item-share.ts';

/** What the cashier may ask of a basket that was sent; one at a time, further presses are ignored. */
export interface BasketActions {
  readonly isBusy: boolean;
  /** Why the last one failed. */
  readonly problem: Problem | null;
  /** F12, on what is shown: from the first item that was not sent. */
  readonly continueSending: () => void;
  readonly stop: () => void;
  readonly leave: () => void;
  readonly end: (then: () => void) => void;
  /** The same, as the screen is left: nothing of it is shown any more, a problem as little. */
  readonly endOnLeave: () => void;
  /** Asks now about every item that is not known. */
  readonly lookUp: () => void;
  /** Sends the first item once more that may be; null if none may. */
  readonly sendAgain: (() => void) | null;
}

export function useBasketActions(
  basket: Basket,
  on: { readonly onChange: () => void; readonly onEnd: () => void },
): BasketActions {
  const { id: basketId, items } = basket;
  const goOn = useTillMutation('basket.goOn');
  const stop = useTillMutation('basket.stop');
  const leave = useTillMutation('basket.leave');
  const end = useTillMutation('basket.end');
  const lookUp = useTillMutation('payments.lookUpNow');
  const sendAgain = useTillMutation('payments.sendAgain');
  const calls = [goOn, stop, leave, end, lookUp, sendAgain];
  const call = useCall();
  const isEndAsked = useRef(false);
  const isBusy = calls.some(({ isWaiting }) => isWaiting);
  const unknown = items.flatMap(({ payment }) =>
    payment !== null && getItemShare(payment) === 'unknown' ? [payment] : [],
  );
  const next = items.find(({ payment }) => payment === null);
  const again = unknown.find(({ maySendAgain }) => maySendAgain);

  const once = (run: () => Promise<{ readonly ok: boolean }>, then?: () => void) => (): void => {
    if (isBusy) return;
    for (const one of calls) one.reset();
    void run().then((answer) => {
      on.onChange();
      if (answer.ok) then?.();
    });
  };
  const askEnd = async (): Promise<{ readonly ok: boolean }> => {
    isEndAsked.current = true;
    const answer = await end.run({ basketId });
    isEndAsked.current = answer.ok;
    return answer;
  };
  const lookUpAll = async (): Promise<{ readonly ok: boolean }> => {
    for (const { id } of unknown) {
      const answer = await lookUp.run({ paymentId: id });
      if (!answer.ok) return answer;
    }
    return { ok: true };
  };

  return {
    isBusy,
    problem: calls.find((one) => one.problem !== null)?.problem ?? null,
    continueSending: once(async () =>
      next === undefined ? { ok: true } : goOn.run({ basketId, next: next.number }),
    ),
    stop: once(() => stop.run({ basketId })),
    leave: once(() => leave.run({ basketId }), on.onEnd),
    end: (then) => once(askEnd, then)(),
    // If main cannot record it, the basket stays unfinished and is shown again.
    endOnLeave: () => void (isEndAsked.current || call('basket.end', { basketId })),
    lookUp: once(lookUpAll),
    sendAgain: again === undefined ? null : once(() => sendAgain.run({ paymentId: again.id })),
  };
}
