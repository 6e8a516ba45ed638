import { createStore, useStore } from 'zustand';
import { useIsTouchInput } from '../../i18n/index.ts';

/**
 * `digits`: digits only; `amount`: with a decimal separator; `letters`: with digits and symbols.
 */
export type KeypadKind = 'digits' | 'amount' | 'letters';

/** The pad of a kind: letters or digits. */
export function getKeypadLayout(kind: KeypadKind): 'letters' | 'figures' {
  return kind === 'letters' ? 'letters' : 'figures';
}

/** The till's setting; `auto`: after a touch. */
export type KeypadSetting = 'auto' | 'always' | 'never';

/** A field of one or several lines. */
export type TextInputElement = HTMLInputElement | HTMLTextAreaElement;

export interface KeypadField {
  readonly element: TextInputElement;
  readonly kind: KeypadKind;
  /** The field is rarely typed into, so the keypad appears only when it is tapped. */
  readonly isOpenedByTap: boolean;
}

interface KeypadState {
  readonly setting: KeypadSetting;
  /** The last focused field that is still on the page. */
  readonly field: KeypadField | null;
  /** The field that was tapped, or whose keypad was hidden. */
  readonly lastRequest: { readonly element: TextInputElement; readonly isWanted: boolean } | null;
}

const keypadStore = createStore<KeypadState>(() => ({
  setting: 'auto',
  field: null,
  lastRequest: null,
}));
const fields = new Map<EventTarget, KeypadField>();

export const updateKeypad: (changes: Partial<KeypadState>) => void = keypadStore.setState;

/** Registers a field; returns the function that removes it. */
export function registerKeypadField(field: KeypadField): () => void {
  const { element } = field;
  fields.set(element, field);
  if (document.activeElement === element) updateKeypad({ field });
  return () => {
    fields.delete(element);
    if (keypadStore.getState().field?.element === element) updateKeypad({ field: null });
  };
}

export function findKeypadField(target: EventTarget | null): KeypadField | null {
  return target === null ? null : (fields.get(target) ?? null);
}

/** Whether the till is currently used without a keyboard. */
export function useIsKeypadEnabled(): boolean {
  const isTouch = useIsTouchInput();
  const setting = useStore(keypadStore, (state) => state.setting);
  return setting === 'always' || (setting === 'auto' && isTouch);
}

/** The field of the keypad, or null while it is hidden. */
export function useKeypadField(): KeypadField | null {
  const isOn = useIsKeypadEnabled();
  const field = useStore(keypadStore, findRequestedField);
  return isOn ? field : null;
}

function findRequestedField({ field, lastRequest: wish }: KeypadState): KeypadField | null {
  if (field === null) return null;
  const wasRequested = wish?.element === field.element ? wish.isWanted : null;
  return (wasRequested ?? !field.isOpenedByTap) ? field : null;
}
