import { useState } from 'react';
import { createStore, useStore } from 'zustand';
import { useCall } from '../../app/index.ts';
import {
  type Closing,
  type ClosingEffect,
  type ClosingEvent,
  type ClosingSettings,
  updateClosing,
} from './shift-close-state.ts';

/** Runs the closing of a shift: sends each effect to main once, and its answer to the reducer. */
export function useClosing(
  shiftId: string,
  settings: ClosingSettings,
  onLeave: () => void,
): { readonly closing: Closing; readonly dispatch: (event: ClosingEvent) => void } {
  const call = useCall();
  const [store] = useState(() => createStore<Closing>(() => ({ step: 'loading' })));

  const dispatch = (event: ClosingEvent): void => {
    const { closing, effect } = updateClosing(store.getState(), event, settings);
    store.setState(closing, true);
    if (effect !== null) void runEffect(effect);
  };

  const runEffect = async (effect: ClosingEffect): Promise<void> => {
    switch (effect.kind) {
      case 'leave':
        return onLeave();
      case 'count': {
        const { counts, approval } = effect;
        const answer = await call('cash.count', { shiftId, counts: [...counts], approval });
        return dispatch({ type: 'count-answered', answer });
      }
      case 'close': {
        const { countId, explanation, receiver } = effect;
        const input = { shiftId, countId, explanation };
        const answer =
          receiver === null
            ? await call('cash.close', input)
            : await call('cash.handOver', { ...input, receiver });
        return dispatch({ type: 'close-answered', answer });
      }
    }
  };

  return { closing: useStore(store), dispatch };
}
