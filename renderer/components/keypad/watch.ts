import { useEffect } from 'react';
import { changeKeypad, fieldOf, type KeypadSetting } from './store.ts';

/** A scanner's keys are this close at most; the hand that types is told from it by the next key. */
const CLOSE_MS = 50;
/** A key is a person's once none has followed for so long, and a scanner's run is over. */
const ALONE_MS = 150;

/** Notices fingers and keyboards, and which field has the focus; once for the page. */
export function useKeypadWatch(setting: KeypadSetting): void {
  useEffect(() => changeKeypad({ setting }), [setting]);
  useEffect(() => {
    if (isFingerUsual()) changeKeypad({ isTouched: true });
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    document.addEventListener('focusin', ({ target }) => noteFocus(target), options);
    // Once the tap is over: what it was meant for has had it.
    window.addEventListener('click', onClick, { signal: ending.signal });
    // Before the scanner's listener, which keeps the keys of a code to itself.
    window.addEventListener('keydown', createKeyWatch(), options);
    return () => ending.abort();
  }, []);
}

function isFingerUsual(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches;
}

function noteFocus(target: EventTarget | null): void {
  const field = fieldOf(target);
  if (field !== null) changeKeypad({ field });
}

function onClick(event: MouseEvent): void {
  const isFinger = event instanceof PointerEvent && ['touch', 'pen'].includes(event.pointerType);
  if (isFinger) changeKeypad({ isTouched: true });
  const field = fieldOf(event.target);
  if (field !== null) changeKeypad({ field, wish: { element: field.element, isWanted: true } });
}

/** A single key of a keyboard puts the keypad away; keys as close as a scanner's do not. */
function createKeyWatch(): (event: KeyboardEvent) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer = 0;
  return (event) => {
    if (!event.isTrusted) return;
    const isClose = event.timeStamp - lastAt <= CLOSE_MS;
    lastAt = event.timeStamp;
    window.clearTimeout(timer);
    if (isClose) return;
    timer = window.setTimeout(() => changeKeypad({ isTouched: false }), ALONE_MS);
  };
}
