import { type RefCallback, useCallback } from 'react';
import { type KeypadKind, registerField, useIsKeypadOn } from './keypad-store.ts';

const INPUT_MODES = { digits: 'numeric', amount: 'decimal', letters: 'text' } as const;

/**
 * What a field's input gets, so that the keypad can type into it; nothing for the kind null.
 * `isOpenedByTap`: the keypad waits until somebody taps the field.
 */
export function useKeypadInput(
  kind: KeypadKind | null,
  isOpenedByTap = false,
): {
  readonly ref: RefCallback<HTMLInputElement>;
  /** The system's own keyboard stays away while ours is there. */
  readonly inputMode: 'none' | 'numeric' | 'decimal' | 'text';
} {
  const isOn = useIsKeypadOn();
  const ref = useCallback(
    (element: HTMLInputElement | null) =>
      element === null || kind === null
        ? undefined
        : registerField({ element, kind, isOpenedByTap }),
    [kind, isOpenedByTap],
  );
  if (kind === null) return { ref, inputMode: 'text' };
  return { ref, inputMode: isOn ? 'none' : INPUT_MODES[kind] };
}
