import { useSyncExternalStore } from 'react';

/** `digits`: figures alone; `amount`: with a decimal sign; `letters`: with figures and signs. */
export type KeypadKind = 'digits' | 'amount' | 'letters';

/** The two pads that there are. */
export function padOf(kind: KeypadKind): 'letters' | 'figures' {
  return kind === 'letters' ? 'letters' : 'figures';
}

/** What the till's settings say; `auto`: once somebody uses a finger. */
export type KeypadSetting = 'auto' | 'always' | 'never';

export interface KeypadField {
  readonly element: HTMLInputElement;
  readonly kind: KeypadKind;
  /** It is typed into only sometimes, so the keypad waits until it is tapped. */
  readonly isOnlyAsked: boolean;
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

export function changeKeypad(changes: Partial<State>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

/** Adds a field; answers how to take it off again. */
export function addField(field: KeypadField): () => void {
  const { element } = field;
  fields.set(element, field);
  if (document.activeElement === element) changeKeypad({ field });
  return () => {
    fields.delete(element);
    if (state.field?.element === element) changeKeypad({ field: null });
  };
}

export function fieldOf(target: EventTarget | null): KeypadField | null {
  return target instanceof HTMLInputElement ? (fields.get(target) ?? null) : null;
}

function isOnIn({ setting, isTouched }: State): boolean {
  return setting === 'always' || (setting === 'auto' && isTouched);
}

/** The field that the keypad is for, or null while it is not shown. */
function shownIn(now: State): KeypadField | null {
  const { field, wish } = now;
  if (field === null || !isOnIn(now)) return null;
  const wished = wish?.element === field.element ? wish.isWanted : null;
  return (wished ?? !field.isOnlyAsked) ? field : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the till is used without a keyboard now. */
export function useIsKeypadOn(): boolean {
  return useSyncExternalStore(subscribe, () => isOnIn(state));
}

export function useShownField(): KeypadField | null {
  return useSyncExternalStore(subscribe, () => shownIn(state));
}
