import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from './use-keys.ts';

/**
 * Keeps the focus on the screen: after pressing a status indicator, a key of the key bar or the
 * tape, or after closing a dialog, the cashier continues typing in the same field.
 */

const FIELD_SELECTOR = 'input:not([type="checkbox"]):not([type="radio"]), textarea';
/** Elements that handle typed letters: a field, or a list with type-ahead. */
const LETTER_TARGET_SELECTOR = `${FIELD_SELECTOR}, select, [role="listbox"], [role="grid"], [aria-haspopup]`;

/** Elements that do not handle typed letters. */
const BUTTON_SELECTOR = 'button, [role="button"], a';

/** The screen's part of the page, its last focused element, and its last focused field. */
interface ScreenPart {
  readonly element: HTMLElement;
  last: HTMLElement | null;
  lastField: HTMLElement | null;
}

/** The sign-in covers the locked screen: the newest part receives the keys. */
const screenParts: ScreenPart[] = [];

/**
 * Tracks the focus inside the element. Call before the scanner's listener, which types at the
 * focus.
 */
export function useTrackScreenFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const part: ScreenPart = { element, last: null, lastField: null };
    const recordFocus = (target: EventTarget | null): void => {
      if (!(target instanceof HTMLElement) || !element.contains(target)) return;
      part.last = target;
      if (target.matches(FIELD_SELECTOR)) part.lastField = target;
    };
    screenParts.push(part);
    recordFocus(document.activeElement);
    const abortController = new AbortController();
    const { signal } = abortController;
    element.addEventListener('focusin', ({ target }) => recordFocus(target), { signal });
    window.addEventListener('keydown', onKeyDown, { signal, capture: true });
    return () => {
      abortController.abort();
      screenParts.splice(screenParts.indexOf(part), 1);
    };
  }, [container]);
}

/** Focuses the screen's field for a letter that no focused element would handle. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if ([...event.key].length !== 1 || event.key === ' ') return;
  if (document.activeElement?.closest(LETTER_TARGET_SELECTOR)) return;
  restoreFocus('letter');
}

/** Call once the element that took the focus from the screen is gone. */
export function restoreScreenFocus(): void {
  restoreFocus('focus');
}

/** A pressed button may keep the focus, but it does not handle letters. */
function restoreFocus(reason: 'focus' | 'letter'): void {
  const part = screenParts.at(-1);
  if (part === undefined) return;
  const { element, last, lastField } = part;
  const activeElement = document.activeElement;
  const isOnButton = reason === 'letter' && activeElement?.matches(BUTTON_SELECTOR) === true;
  if (element.contains(activeElement) && !isOnButton) return;
  if (isDialogOpen() || element.closest('[inert]') !== null) return;
  const isPressed = last?.matches(BUTTON_SELECTOR) === true;
  const candidates = [
    ...(isPressed ? [lastField] : []),
    ...(isOnButton ? [] : [last]),
    element.querySelector<HTMLElement>(FIELD_SELECTOR),
    last,
    element.querySelector<HTMLElement>('h1'),
  ];
  for (const candidate of candidates) {
    if (candidate === null || !element.contains(candidate)) continue;
    candidate.focus({ preventScroll: true });
    if (document.activeElement === candidate) return;
  }
}

/**
 * Restores the focus in the next frame, when the covering element is gone or the requested screen
 * is rendered.
 */
export function scheduleScreenFocusRestore(): void {
  requestAnimationFrame(restoreScreenFocus);
}

/**
 * Moves the focus off a pressed button on a screen without fields, so that the screen's keys work:
 * on the button, Enter would only press it again.
 */
export function releaseButtonFocus(): void {
  const element = screenParts.at(-1)?.element;
  if (element === undefined || isDialogOpen() || element.querySelector(LETTER_TARGET_SELECTOR))
    return;
  if (document.activeElement?.matches(BUTTON_SELECTOR) !== true) return;
  element.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
