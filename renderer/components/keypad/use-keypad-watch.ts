import { useEffect } from 'react';
import { findField, type KeypadSetting, updateKeypad } from './keypad-store.ts';

/** A scanner's keys are this close at most; the hand that types is told from it by the next key. */
const MAX_SCANNER_KEY_GAP_MS = 50;
/** A key is a person's once none has followed for so long, and a scanner's run is over. */
const LONE_KEY_DELAY_MS = 150;

/** Notices fingers and keyboards, and which field has the focus; once for the page. */
export function useKeypadWatch(setting: KeypadSetting): void {
  useEffect(() => updateKeypad({ setting }), [setting]);
  useEffect(() => {
    if (hasCoarsePointer()) updateKeypad({ isTouched: true });
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    document.addEventListener('focusin', ({ target }) => handleFocus(target), options);
    // Once the tap is over: what it was meant for has had it.
    window.addEventListener('click', handleClick, { signal: ending.signal });
    // Before the scanner's listener, which keeps the keys of a code to itself.
    window.addEventListener('keydown', createKeyboardDetector(), options);
    return () => ending.abort();
  }, []);
}

function hasCoarsePointer(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches;
}

function handleFocus(target: EventTarget | null): void {
  const field = findField(target);
  if (field !== null) updateKeypad({ field });
}

function handleClick(event: MouseEvent): void {
  const isFinger = event instanceof PointerEvent && ['touch', 'pen'].includes(event.pointerType);
  if (isFinger) updateKeypad({ isTouched: true });
  const field = findField(event.target);
  if (field !== null) updateKeypad({ field, wish: { element: field.element, isWanted: true } });
}

/** A single key of a keyboard puts the keypad away; keys as close as a scanner's do not. */
function createKeyboardDetector(): (event: KeyboardEvent) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer = 0;
  return (event) => {
    if (!event.isTrusted) return;
    const isClose = event.timeStamp - lastAt <= MAX_SCANNER_KEY_GAP_MS;
    lastAt = event.timeStamp;
    window.clearTimeout(timer);
    if (isClose) return;
    timer = window.setTimeout(() => updateKeypad({ isTouched: false }), LONE_KEY_DELAY_MS);
  };
}
