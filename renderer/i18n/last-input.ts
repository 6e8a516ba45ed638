import { createStore, useStore } from 'zustand';

/** Whether the last input was a touch: keys are then neither drawn nor named. */
const isTouchStore = createStore<boolean>(() => false);

/** Sets also an attribute of the page (`data-input`), for the style sheets. */
export function setLastInputMethod(input: 'touch' | 'keys'): void {
  document.documentElement.dataset.input = input;
  isTouchStore.setState(input === 'touch');
}

export function useIsTouchInput(): boolean {
  return useStore(isTouchStore);
}

/** A key in parentheses after the name of its button, as in “Pendientes” (F9). */
const KEY_IN_PARENTHESES = /\s\((?:F\d{1,2}|Ctrl \w|Enter|Esc|Ins|Supr|Del)\)/g;

/** Removes the names of keys that follow the name of their button. */
export function removeKeyNames(text: string): string {
  return text.replace(KEY_IN_PARENTHESES, '');
}
