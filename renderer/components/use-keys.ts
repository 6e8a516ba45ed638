import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** The keys that screens bind. Everything else belongs to the field that has the focus. */
export type KeyName =
  | 'Enter'
  | 'Escape'
  | 'Delete'
  | 'Control+P'
  | 'Control+Y'
  | 'F1'
  | 'F2'
  | 'F3'
  | 'F4'
  | 'F5'
  | 'F6'
  | 'F7'
  | 'F8'
  | 'F9'
  | 'F10'
  | 'F11'
  | 'F12';

export type KeyBindings = Readonly<Partial<Record<KeyName, () => void>>>;

/** True inside an open dialog: there the dialog's keys count and the screen's do not. */
export const InDialog = createContext(false);

const KEYS: ReadonlySet<string> = new Set<KeyName>([
  'Enter',
  'Escape',
  'Delete',
  'F1',
  'F2',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
  'F9',
  'F10',
  'F11',
  'F12',
]);

const CONTROL_KEYS: Readonly<Record<string, KeyName>> = { p: 'Control+P', y: 'Control+Y' };

/** The binding that an event asks for; null where none can be meant. */
function keyNameOf(event: KeyboardEvent): KeyName | null {
  if (event.altKey || event.metaKey || event.shiftKey) return null;
  if (event.ctrlKey) return CONTROL_KEYS[event.key.toLowerCase()] ?? null;
  return isKeyName(event.key) ? event.key : null;
}

function isKeyName(key: string): key is KeyName {
  return KEYS.has(key);
}

/** Delete in a field takes a letter away there. */
function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}

/** Enter on a button or a link presses that one, and nothing beside it. */
function pressesItself(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a[href], [role="button"], [role="link"], textarea, select') !== null
  );
}

/**
 * Binds keys while the component is shown. A key that is held down counts once; keys that belong to
 * an input method (IME) or that somebody has handled are left alone; behind a dialog nothing fires.
 */
export function useKeys(bindings: KeyBindings): void {
  const inDialog = useContext(InDialog);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const keyName = keyNameOf(event);
    const action = keyName === null ? undefined : bindings[keyName];
    if (action === undefined) return;
    if (keyName === 'Delete' && isTypedIn(event.target)) return;
    const isDialogOpen = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    if (isDialogOpen !== inDialog) return;
    if (event.key === 'Enter' && pressesItself(event.target)) return;
    event.preventDefault();
    if (!event.repeat) action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
