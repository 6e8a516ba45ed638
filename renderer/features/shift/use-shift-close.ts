import { useState } from 'react';
import { createStore, useStore } from 'zustand';
import { useTillCall } from '../../app/index.ts';
import {
  type ShiftCloseEffect,
  type ShiftCloseEvent,
  type ShiftCloseSettings,
  type ShiftCloseState,
  updateShiftClose,
} from './shift-close-state.ts';

/** Runs the closing of a shift: sends each effect to main once, and its answer to the reducer. */
export function useShiftClose(
  shiftId: string,
  settings: ShiftCloseSettings,
  onLeave: () => void,
): { readonly closeState: ShiftCloseState; readonly dispatch: (event: ShiftCloseEvent) => void } {
  const call = useTillCall();
  const [store] = useState(() => createStore<ShiftCloseState>(() => ({ step: 'loading' })));

  const dispatch = (event: ShiftCloseEvent): void => {
    const { closeState, effect } = updateShiftClose(store.getState(), event, settings);
    store.setState(closeState, true);
    if (effect !== null) void runEffect(effect);
  };

  const runEffect = async (effect: ShiftCloseEffect): Promise<void> => {
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

  return { closeState: useStore(store), dispatch };
}
