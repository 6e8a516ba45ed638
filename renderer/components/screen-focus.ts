import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from './use-keys.ts';

/**
 * The focus belongs to the screen. Whoever presses a light, a key of the bar or the tape, or closes
 * a dialog, goes on typing where she was.
 */

const FIELD_SELECTOR = 'input:not([type="checkbox"]):not([type="radio"]), textarea';
/** What is typed there is meant for it: a field, or a list that jumps to what is typed. */
const LETTER_TARGET_SELECTOR = `${FIELD_SELECTOR}, select, [role="listbox"], [role="grid"], [aria-haspopup]`;

/** What takes no letters. */
const BUTTON_SELECTOR = 'button, [role="button"], a';

/** The screen's part of the page, what had the focus in it last, and which field had. */
interface ScreenPart {
  readonly element: HTMLElement;
  last: HTMLElement | null;
  lastField: HTMLElement | null;
}

/** The sign-in lies over the screen that is locked: the newest has the keys. */
const screenParts: ScreenPart[] = [];

/** Keeps the focus for what is inside. Before the scanner's listener: it types where the focus is. */
export function useScreenFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = within.current;
    if (element === null) return;
    const part: ScreenPart = { element, last: null, lastField: null };
    const note = (target: EventTarget | null): void => {
      if (!(target instanceof HTMLElement) || !element.contains(target)) return;
      part.last = target;
      if (target.matches(FIELD_SELECTOR)) part.lastField = target;
    };
    screenParts.push(part);
    note(document.activeElement);
    const ending = new AbortController();
    const { signal } = ending;
    element.addEventListener('focusin', ({ target }) => note(target), { signal });
    window.addEventListener('keydown', onKeyDown, { signal, capture: true });
    return () => {
      ending.abort();
      screenParts.splice(screenParts.indexOf(part), 1);
    };
  }, [within]);
}

/** A letter that would land nowhere is typed into the screen. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if ([...event.key].length !== 1 || event.key === ' ') return;
  if (document.activeElement?.closest(LETTER_TARGET_SELECTOR)) return;
  restoreScreenFocus('letter');
}

/** Once what took the focus off the screen is gone. */
export function focusScreen(): void {
  restoreScreenFocus('focus');
}

/** A button that was pressed may keep the focus, but it takes no letter. */
function restoreScreenFocus(what: 'focus' | 'letter'): void {
  const part = screenParts.at(-1);
  if (part === undefined) return;
  const { element, last, lastField } = part;
  const active = document.activeElement;
  const isOnButton = what === 'letter' && active?.matches(BUTTON_SELECTOR) === true;
  if (element.contains(active) && !isOnButton) return;
  if (isDialogOpen() || element.closest('[inert]') !== null) return;
  const isPressed = last?.matches(BUTTON_SELECTOR) === true;
  const wanted = [
    ...(isPressed ? [lastField] : []),
    ...(isOnButton ? [] : [last]),
    element.querySelector<HTMLElement>(FIELD_SELECTOR),
    last,
    element.querySelector<HTMLElement>('h1'),
  ];
  for (const one of wanted) {
    if (one === null || !element.contains(one)) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement === one) return;
  }
}

/** Once what takes it off is gone from the page, or the screen that was asked for is there. */
export function scheduleScreenFocus(): void {
  requestAnimationFrame(focusScreen);
}

/**
 * Whoever presses a button of a screen that takes no letters goes on with the keys that it promises:
 * on the button, Enter would only press it again.
 */
export function releaseButtonFocus(): void {
  const element = screenParts.at(-1)?.element;
  if (element === undefined || isDialogOpen() || element.querySelector(LETTER_TARGET_SELECTOR))
    return;
  if (document.activeElement?.matches(BUTTON_SELECTOR) !== true) return;
  element.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
