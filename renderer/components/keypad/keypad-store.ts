import { useSyncExternalStore } from 'react';

/** `digits`: figures alone; `amount`: with a decimal sign; `letters`: with figures and signs. */
export type KeypadKind = 'digits' | 'amount' | 'letters';

/** The two pads that there are. */
export function getPad(kind: KeypadKind): 'letters' | 'figures' {
  return kind === 'letters' ? 'letters' : 'figures';
}

/** What the till's settings say; `auto`: once somebody uses a finger. */
export type KeypadSetting = 'auto' | 'always' | 'never';

export interface KeypadField {
  readonly element: HTMLInputElement;
  readonly kind: KeypadKind;
  /** It is typed into only sometimes, so the keypad waits until it is tapped. */
  readonly isOpenedByTap: boolean;
}

interface State {
  readonly setting: KeypadSetting;
  /** Somebody uses a finger, and no keyboard since. */
  readonly isTouched: boolean;
  /** The field that had the focus last and is still on the page. */
  readonly field: KeypadField | null;
  /** The field that was tapped, or whose keypad was put away. */
  readonly wish: { readonly element: HTMLInputElement; readonly isWanted: boolean } | null;
}

let state: State = { setting: 'auto', isTouched: false, field: null, wish: null };
const fields = new Map<HTMLInputElement, KeypadField>();
const listeners = new Set<() => void>();

export function updateKeypad(changes: Partial<State>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

/** Adds a field; answers how to take it off again. */
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

/** The field that the keypad is for, or null while it is not shown. */
function getShownField(now: State): KeypadField | null {
  const { field, wish } = now;
  if (field === null || !isKeypadOn(now)) return null;
  const wished = wish?.element === field.element ? wish.isWanted : null;
  return (wished ?? !field.isOpenedByTap) ? field : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the till is used without a keyboard now. */
export function useIsKeypadOn(): boolean {
  return useSyncExternalStore(subscribe, () => isKeypadOn(state));
}

export function useShownField(): KeypadField | null {
  return useSyncExternalStore(subscribe, () => getShownField(state));
}
