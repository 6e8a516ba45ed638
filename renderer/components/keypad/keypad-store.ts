import { useSyncExternalStore } from 'react';

/**
 * `digits`: digits only; `amount`: with a decimal separator; `letters`: with digits and symbols.
 */
export type KeypadKind = 'digits' | 'amount' | 'letters';

/** The pad of a kind: letters or digits. */
export function getPad(kind: KeypadKind): 'letters' | 'figures' {
  return kind === 'letters' ? 'letters' : 'figures';
}

/** The till's setting; `auto`: after a touch. */
export type KeypadSetting = 'auto' | 'always' | 'never';

export interface KeypadField {
  readonly element: HTMLInputElement;
  readonly kind: KeypadKind;
  /** The field is rarely typed into, so the keypad appears only when it is tapped. */
  readonly isOpenedByTap: boolean;
}

interface State {
  readonly setting: KeypadSetting;
  /** True after a touch, until a keyboard is used. */
  readonly isTouched: boolean;
  /** The last focused field that is still on the page. */
  readonly field: KeypadField | null;
  /** The field that was tapped, or whose keypad was hidden. */
  readonly wish: { readonly element: HTMLInputElement; readonly isWanted: boolean } | null;
}

let state: State = { setting: 'auto', isTouched: false, field: null, wish: null };
const fields = new Map<HTMLInputElement, KeypadField>();
const listeners = new Set<() => void>();

export function updateKeypad(changes: Partial<State>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

/** Registers a field; returns the function that removes it. */
export function registerField(field: KeypadField): () => void {
  const { element } = field;
  fields.set(element, field);
  if (document.activeElement === element) updateKeypad({ field });
  return () => {
    fields.delete(element);
    if (state.field?.element === element) updateKeypad({ field: null });
  };
}

export function findField(target: EventTarget | null): KeypadField | null {
  return target instanceof HTMLInputElement ? (fields.get(target) ?? null) : null;
}

function isKeypadOn({ setting, isTouched }: State): boolean {
  return setting === 'always' || (setting === 'auto' && isTouched);
}

/** The field of the keypad, or null while it is hidden. */
function getShownField(current: State): KeypadField | null {
  const { field, wish } = current;
  if (field === null || !isKeypadOn(current)) return null;
  const wasRequested = wish?.element === field.element ? wish.isWanted : null;
  return (wasRequested ?? !field.isOpenedByTap) ? field : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the till is currently used without a keyboard. */
export function useIsKeypadOn(): boolean {
  return useSyncExternalStore(subscribe, () => isKeypadOn(state));
}

export function useShownField(): KeypadField | null {
  return useSyncExternalStore(subscribe, () => getShownField(state));
}
