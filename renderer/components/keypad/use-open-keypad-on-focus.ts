import { useEffect } from 'react';
import { setLastInputMethod } from '../../i18n/index.ts';
import { findKeypadField, type KeypadSetting, updateKeypad } from './keypad-store.ts';

/** The maximum time between two keys of a scanner; a longer gap means a person. */
const MAX_SCANNER_KEY_GAP_MS = 50;
/** A key without a next key for this long is a person's, or ends a scanner's run. */
const LONE_KEY_DELAY_MS = 150;

/** Detects touches and keyboards, and the focused field. Call once for the page. */
export function useOpenKeypadOnFocus(setting: KeypadSetting): void {
  useEffect(() => updateKeypad({ setting }), [setting]);
  useEffect(() => {
    setLastInputMethod(hasCoarsePointer() ? 'touch' : 'keys');
    const abortController = new AbortController();
    const options = { capture: true, signal: abortController.signal };
    document.addEventListener('focusin', ({ target }) => handleFocus(target), options);
    // On click, after the tap has been handled by its target.
    const keyboardDetector = createKeyboardDetector();
    const handleClick = (event: MouseEvent): void => {
      if (isTouch(event)) {
        // A key that was pressed just before the touch must not hide the keypad again.
        keyboardDetector.cancel();
        setLastInputMethod('touch');
      }
      const field = findKeypadField(event.target);
      if (field !== null)
        updateKeypad({ field, lastRequest: { element: field.element, isWanted: true } });
    };
    window.addEventListener('click', handleClick, { signal: abortController.signal });
    // Registered before the scanner's listener, which stops the keys of a code.
    window.addEventListener('keydown', keyboardDetector.handleKey, options);
    return () => abortController.abort();
  }, []);
}

function hasCoarsePointer(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches;
}

function handleFocus(target: EventTarget | null): void {
  const field = findKeypadField(target);
  if (field !== null) updateKeypad({ field });
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && ['touch', 'pen'].includes(event.pointerType);
}

/** A single key of a keyboard hides the keypad; keys as close as a scanner's do not. */
function createKeyboardDetector(): {
  readonly handleKey: (event: KeyboardEvent) => void;
  readonly cancel: () => void;
} {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer = 0;
  const cancel = (): void => window.clearTimeout(timer);
  const handleKey = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return;
    const isClose = event.timeStamp - lastAt <= MAX_SCANNER_KEY_GAP_MS;
    lastAt = event.timeStamp;
    cancel();
    if (isClose) return;
    timer = window.setTimeout(() => setLastInputMethod('keys'), LONE_KEY_DELAY_MS);
  };
  return { handleKey, cancel };
}
