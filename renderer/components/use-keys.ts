import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/**
 * The keys that screens bind, each with one meaning on every screen. All other keys belong to the
 * focused field.
 */
const KEY_MEANINGS = {
  Enter: 'continues or opens; never moves money and never deletes',
  Escape: 'goes back',
  Insert: 'starts or adds a new item',
  Delete: 'removes or cancels what is shown, after a confirmation',
  'Control+B': 'opens an outcome that arrived after its payment was left',
  'Control+D': 'delivers the receipt without paper',
  'Control+E': 'sends the same payment or file again',
  'Control+F': 'adds or removes a favourite',
  'Control+G': 'saves a file',
  'Control+I': 'opens the earnings',
  'Control+J': 'postpones a task',
  'Control+K': 'shows the list of keys',
  'Control+L': 'switches the language of the customer’s screen',
  'Control+M': 'shows more details',
  'Control+O': 'opens a related screen',
  'Control+P': 'prints',
  'Control+R': 'opens the claim about a payment',
  'Control+S': 'overrides a warning, with the right to do so',
  'Control+U': 'shows the last papers on the tape',
  'Control+Y': 'confirms that the paper came out',
  F1: 'refreshes or checks now',
  F2: 'opens a function of the till',
  F3: 'opens a function of the till',
  F4: 'opens a function of the till',
  F5: 'opens a function of the till',
  F6: 'opens a function of the till',
  F7: 'opens a function of the till',
  F8: 'opens a function of the till',
  F9: 'opens a function of the till',
  F10: 'locks the till; on a locked till, signs out',
  F11: 'confirms that cash was handed to the customer, or taken back',
  F12: 'pays',
  'Control+F11': 'turns full screen on or off',
};
export type KeyName = keyof typeof KEY_MEANINGS;

export interface KeyAction {
  /** The label of its button, which the key sheet shows too. */
  readonly label: string;
  /** If omitted, other code handles the key, and the sheet only lists it. */
  readonly onAction?: () => void;
}

export type KeyBindings = Readonly<Partial<Record<KeyName, KeyAction>>>;

/** `screen`: on the current screen. `frame`: on every screen. `always`: over a dialog as well. */
export type KeyScope = 'screen' | 'frame' | 'always';

/** The key sheet covers everything, and blocks the keys of the elements beneath it. */
export const KEY_SHEET_ATTRIBUTE = { 'data-key-sheet': 'yes' } as const;

/** True inside an open dialog: the dialog's keys work and the screen's do not. */
export const InDialogContext = createContext(false);

/** True beneath the lock: the content there reacts to no key. */
export const IsPageLockedContext = createContext(false);

/** Calls `callback` when the page is locked, because the next person may be somebody else. */
export function useOnLock(callback: () => void): void {
  const isLocked = useContext(IsPageLockedContext);
  const onLock = useEffectEvent(callback);
  useEffect(() => {
    if (isLocked) onLock();
  }, [isLocked]);
}

/** The binding that an event matches, or null. */
function toKeyName(event: KeyboardEvent): KeyName | null {
  if (event.altKey || event.metaKey || event.shiftKey) return null;
  const name = event.ctrlKey ? `Control+${event.key.toUpperCase()}` : event.key;
  return isKeyName(name) ? name : null;
}

function isKeyName(key: string): key is KeyName {
  return Object.hasOwn(KEY_MEANINGS, key);
}

/** In a non-empty field, Delete removes a character. */
function isEditing(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.value !== '';
  return target instanceof Element && target.closest('textarea, select') !== null;
}

/**
 * Enter on a button or a link presses only that element. In a field of several lines it is the
 * screen's key too.
 */
function handlesEnter(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'button, a[href], [role="button"], [role="link"], textarea[readonly], select',
    ) !== null
  );
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

interface KeyBindingEntry {
  readonly bindings: KeyBindings;
  readonly reach: KeyScope;
}

/** The current bindings of the screen and of a dialog: at most one action for each key. */
const activeBindings = { screen: new Set<KeyBindingEntry>(), dialog: new Set<KeyBindingEntry>() };

export interface BoundKey {
  readonly keyName: KeyName;
  readonly label: string;
}

/**
 * Lists the current keys: of the dialog or screen that is shown, and of every screen; over a
 * dialog, only those of every screen that work there as well.
 */
export function listBoundKeys(): {
  readonly isDialog: boolean;
  readonly currentKeys: readonly BoundKey[];
  readonly globalKeys: readonly BoundKey[];
} {
  const isDialog = isDialogOpen();
  const listKeys = (
    entries: Iterable<KeyBindingEntry>,
    isIncluded: (scope: KeyScope) => boolean,
  ): readonly BoundKey[] => {
    const included = [...entries].filter(({ reach: scope }) => isIncluded(scope));
    return Object.keys(KEY_MEANINGS)
      .filter(isKeyName)
      .flatMap((keyName) => {
        const label = included.find(({ bindings }) => bindings[keyName])?.bindings[keyName]?.label;
        return label === undefined ? [] : [{ keyName, label }];
      });
  };
  return {
    isDialog,
    currentKeys: listKeys(
      isDialog ? activeBindings.dialog : activeBindings.screen,
      (scope) => scope === 'screen',
    ),
    globalKeys: listKeys(activeBindings.screen, (scope) =>
      isDialog ? scope === 'always' : scope !== 'screen',
    ),
  };
}

/**
 * Binds keys while the component is shown. A held key counts once. Keys of an input method (IME)
 * and keys that were already handled are ignored, and keys behind a dialog do nothing. Binding one
 * key twice at the same time is a programming error: it throws in development and in tests, and is
 * reported in production.
 */
export function useKeyBindings(bindings: KeyBindings, scope: KeyScope = 'screen'): void {
  const inDialog = useContext(InDialogContext);
  const isLocked = useContext(IsPageLockedContext);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isLocked || event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const keyName = toKeyName(event);
    const action = keyName === null ? undefined : bindings[keyName]?.onAction;
    if (action === undefined) return;
    const isAlways = scope === 'always';
    if (!isAlways && document.querySelector('[data-key-sheet]') !== null) return;
    if (keyName === 'Delete' && isEditing(event.target)) return;
    if (!isAlways && isDialogOpen() !== inDialog) return;
    if (event.key === 'Enter' && handlesEnter(event.target)) return;
    event.preventDefault();
    if (!event.repeat) action();
  });
  // In the same commit as the screen, so that a key works as soon as it is shown.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  // All old bindings must be gone before new ones are bound.
  useLayoutEffect(() => {
    if (isLocked) return;
    const boundEntries = inDialog ? activeBindings.dialog : activeBindings.screen;
    for (const boundEntry of boundEntries) {
      // A test document may contain several pages, each with its own.
      if (scope === 'always' && boundEntry.reach === 'always') continue;
      assertNoDuplicateKeys([
        ...listHandledKeys(boundEntry.bindings),
        ...listHandledKeys(bindings),
      ]);
    }
    const entry: KeyBindingEntry = { bindings, reach: scope };
    boundEntries.add(entry);
    return () => void boundEntries.delete(entry);
  }, [bindings, scope, inDialog, isLocked]);
}

/** The key bindings of a screen's actions; two actions on one key are a programming error, too. */
export function toKeyBindings(
  actions: readonly {
    readonly keyName: KeyName;
    readonly label: string;
    readonly onAction: () => void;
  }[],
): KeyBindings {
  assertNoDuplicateKeys(actions.map((action) => action.keyName));
  return Object.fromEntries(
    actions.map(({ keyName, label, onAction }) => [keyName, { label, onAction }]),
  );
}

/** The keys that these bindings handle themselves. */
function listHandledKeys(bindings: KeyBindings): string[] {
  return Object.entries(bindings)
    .filter(([, action]) => action.onAction !== undefined)
    .map(([keyName]) => keyName);
}

function assertNoDuplicateKeys(keys: readonly string[]): void {
  const duplicate = keys.find((key, index) => keys.indexOf(key) !== index);
  if (duplicate === undefined) return;
  const error = new Error(`the key ${duplicate} is bound twice at the same time`);
  if (import.meta.env.DEV) throw error;
  reportError(error);
}
