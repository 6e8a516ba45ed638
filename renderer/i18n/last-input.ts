import { useSyncExternalStore } from 'react';

/**
 * Whether the last input was a touch: keys are then neither drawn nor named. It is also an attribute
 * of the page (`data-input`), for the style sheets.
 */
let isTouch = false;
const listeners = new Set<() => void>();

export function setLastInput(input: 'touch' | 'keys'): void {
  const isTouchNow = input === 'touch';
  document.documentElement.dataset.input = input;
  if (isTouchNow === isTouch) return;
  isTouch = isTouchNow;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useIsTouch(): boolean {
  return useSyncExternalStore(subscribe, () => isTouch);
}

/** A key in parentheses after the name of its button, as in “Pendientes” (F9). */
const KEY_IN_PARENTHESES = /\s\((?:F\d{1,2}|Ctrl \w|Enter|Esc|Ins|Supr|Del)\)/g;

/** Removes the names of keys that follow the name of their button. */
export function removeKeyNames(text: string): string {
  return text.replace(KEY_IN_PARENTHESES, '');
}
