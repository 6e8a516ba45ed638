import {
  getPauseTimeoutMs,
  handleKeyPause,
  handleScannerKey,
  INITIAL_KEY_RUN,
  type KeyRunUpdate,
  type ScannerKey,
} from './key-run.ts';

export interface ScannerListenerDependencies {
  readonly onScannedCode: (code: string) => void;
  /** A part of a scan is missing or is not certainly of one code: the cashier scans again. */
  readonly onTornScan: () => void;
  /** A key is about to reach the page. */
  readonly onTyping: () => void;
  readonly setTimer: (run: () => void, ms: number) => number;
  readonly clearTimer: (timer: number) => void;
  /** Inserts characters at the focus, as typing does. */
  readonly insertText: (text: string) => void;
}

export interface ScannerListener {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Text that no key produced (a character panel): held-back keys are inserted before it. */
  readonly onBeforeInput: (event: InputEvent) => void;
  /** The focus is about to move: held-back keys are inserted at the current focus first. */
  readonly onPointerDown: () => void;
}

/** The focused field before the first key of a code or of a torn one, to restore it. */
interface FocusSnapshot {
  readonly focused: Element | null;
  readonly value: string | null;
}

/**
 * Handles every key before the page does. A code is passed to `onCode` and leaves no trace at the
 * focus: no character in a field, no button pressed.
 */
export function createScannerListener(ports: ScannerListenerDependencies): ScannerListener {
  let run = INITIAL_KEY_RUN;
  let snapshot: FocusSnapshot = { focused: null, value: null };
  let timer: number | null = null;

  const applyUpdate = (update: KeyRunUpdate): void => {
    run = update.nextRun;
    if (update.textToReplay !== '') ports.insertText(update.textToReplay);
    if (update.scannedCode !== null || update.isTornScan) restoreFieldValue(snapshot);
    if (update.scannedCode !== null) ports.onScannedCode(update.scannedCode);
    if (update.isTornScan) ports.onTornScan();
  };
  const restartTimer = (): void => {
    if (timer !== null) ports.clearTimer(timer);
    timer = null;
    const pauseMs = getPauseTimeoutMs(run);
    if (pauseMs === null) return;
    timer = ports.setTimer(() => {
      timer = null;
      applyUpdate(handleKeyPause(run));
    }, pauseMs);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const key = toKey(event);
    if (key === null) return;
    const isFirst = run.text === '';
    const update = handleScannerKey(run, key);
    if (update.isKeyDelivered) ports.onTyping();
    applyUpdate(update);
    const startsAlone =
      update.nextRun.precedingSingleKey === '' && update.nextRun.earlierText === '';
    if (update.nextRun.text.length === 1 && (isFirst || startsAlone)) {
      const focused = document.activeElement;
      snapshot = { focused, value: getFieldValue(focused) };
    }
    if (!update.isKeyDelivered) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    restartTimer();
  };
  const insertHeld = (suffix: string): void => {
    const { heldText } = run;
    run = INITIAL_KEY_RUN;
    restartTimer();
    ports.insertText(heldText + suffix);
  };
  const onBeforeInput = (event: InputEvent): void => {
    if (run.heldText === '' || !event.cancelable || event.data === null) return;
    event.preventDefault();
    insertHeld(event.data);
  };
  const onPointerDown = (): void => {
    if (run.heldText !== '') insertHeld('');
  };
  return { onKeyDown, onBeforeInput, onPointerDown };
}

/** Null for modifier keys. */
function toKey(event: KeyboardEvent): ScannerKey | null {
  if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'].includes(event.key)) return null;
  const at = event.timeStamp;
  const isComposed = event.isComposing || event.keyCode === 229 || event.key === 'Dead';
  if (isComposed) return { kind: 'other', atMs: at };
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey)
    return { kind: 'other', atMs: at };
  if (event.key === 'Enter' || event.key === 'Tab') return { kind: 'end', atMs: at };
  return [...event.key].length === 1
    ? { kind: 'character', text: event.key, atMs: at }
    : { kind: 'other', atMs: at };
}

function isField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function getFieldValue(element: Element | null): string | null {
  return isField(element) ? element.value : null;
}

function restoreFieldValue({ focused, value }: FocusSnapshot): void {
  if (focused instanceof HTMLElement && document.activeElement !== focused) focused.focus();
  if (!isField(focused) || value === null || focused.value === value) return;
  const prototype = Object.getPrototypeOf(focused);
  // React overrides the element's value setter and detects only changes made with the prototype's
  // setter.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(focused, value);
  focused.dispatchEvent(new Event('input', { bubbles: true }));
}
