import { type RefCallback, useCallback } from 'react';
import {
  type KeypadKind,
  registerKeypadField,
  type TextInputElement,
  useIsKeypadEnabled,
} from './keypad-store.ts';

const INPUT_MODES = { digits: 'numeric', amount: 'decimal', letters: 'text' } as const;

/**
 * Props of a field's input, so that the keypad can type into it; no registration for the kind null.
 * `isOpenedByTap`: the keypad appears only when the field is tapped.
 */
export function useKeypadInput(
  kind: KeypadKind | null,
  isOpenedByTap = false,
): {
  readonly ref: RefCallback<TextInputElement>;
  /** `none` hides the system's own keyboard while ours is shown. */
  readonly inputMode: 'none' | 'numeric' | 'decimal' | 'text';
} {
  const isOn = useIsKeypadEnabled();
  const ref = useCallback(
    (element: TextInputElement | null) =>
      element === null || kind === null
        ? undefined
        : registerKeypadField({ element, kind, isOpenedByTap }),
    [kind, isOpenedByTap],
  );
  if (kind === null) return { ref, inputMode: 'text' };
  return { ref, inputMode: isOn ? 'none' : INPUT_MODES[kind] };
}
