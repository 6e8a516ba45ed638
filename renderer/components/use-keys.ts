import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/**
 * The keys that screens bind, each with one meaning on every screen. Everything else belongs to the
 * field that has the focus.
 */
const MEANINGS = {
  Enter: 'goes on, or opens; moves no money and takes nothing away',
  Escape: 'goes back',
  Insert: 'begins a new one',
  Delete: 'takes what is shown away, after asking: unlink, cancel',
  'Control+E': 'sends the same payment or file once more',
  'Control+F': 'favourite, or none',
  'Control+G': 'writes a file',
  'Control+M': 'more data about what is shown',
  'Control+O': 'opens what belongs to it',
  'Control+P': 'prints',
  'Control+S': 'decides all the same, where somebody may',
  'Control+Y': 'the paper came out',
  F1: 'asks again now',
  F2: 'leads to a flow',
  F3: 'leads to a flow',
  F4: 'leads to a flow',
  F5: 'leads to a flow',
  F6: 'leads to a flow',
  F7: 'leads to a flow',
  F8: 'leads to a flow',
  F9: 'leads to a flow',
  F10: 'locks the till; where it is locked, signs out',
  F11: 'the money is with the customer',
  F12: 'pays',
};
export type KeyName = keyof typeof MEANINGS;

export type KeyBindings = Readonly<Partial<Record<KeyName, () => void>>>;

/** True inside an open dialog: there the dialog's keys count and the screen's do not. */
export const InDialog = createContext(false);

/** True beneath the lock: what is there waits, and hears no key. */
export const Covered = createContext(false);

/** When the lock comes down: whoever comes back to what was typed here may be another. */
export function useWhenCovered(forget: () => void): void {
  const isCovered = useContext(Covered);
  const onCovered = useEffectEvent(forget);
  useEffect(() => {
    if (isCovered) onCovered();
  }, [isCovered]);
}

/** The binding that an event asks for; null if none can be meant. */
function keyNameOf(event: KeyboardEvent): KeyName | null {
  if (event.altKey || event.metaKey || event.shiftKey) return null;
  const name = event.ctrlKey ? `Control+${event.key.toUpperCase()}` : event.key;
  return isKeyName(name) ? name : null;
}

function isKeyName(key: string): key is KeyName {
  return Object.hasOwn(MEANINGS, key);
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

/** What is bound now, on the screen and in a dialog: at most one action for each key. */
const bound = { screen: new Set<KeyBindings>(), dialog: new Set<KeyBindings>() };

/**
 * Binds keys while the component is shown. A key that is held down counts once; keys that belong to
 * an input method (IME) or that somebody has handled are left alone; behind a dialog nothing fires.
 * One key bound twice at the same time is a mistake of ours: it throws while the till is developed
 * and tested, and is reported where it sells.
 */
export function useKeys(bindings: KeyBindings): void {
  const inDialog = useContext(InDialog);
  const isCovered = useContext(Covered);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isCovered || event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
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
  // With the screen itself and not after it: a key that is shown is heard at once.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  // All that a change takes away is gone before what it brings is bound.
  useLayoutEffect(() => {
    if (isCovered) return;
    const others = inDialog ? bound.dialog : bound.screen;
    for (const other of others) refuseTwice([...Object.keys(other), ...Object.keys(bindings)]);
    others.add(bindings);
    return () => void others.delete(bindings);
  }, [bindings, inDialog, isCovered]);
}

/** The keys of a screen's actions; two of one key are a mistake as well. */
export function bindingsOf(
  actions: readonly { readonly keyName: KeyName; readonly onAction: () => void }[],
): KeyBindings {
  refuseTwice(actions.map((action) => action.keyName));
  return Object.fromEntries(actions.map((action) => [action.keyName, action.onAction]));
}

function refuseTwice(keys: readonly string[]): void {
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice === undefined) return;
  const mistake = new Error(`the key ${twice} is bound twice at the same time`);
  if (import.meta.env.DEV) throw mistake;
  reportError(mistake);
}
