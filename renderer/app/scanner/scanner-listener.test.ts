import { afterEach, beforeEach, expect, it } from 'vitest';
import { HELD_TYPING_TIMEOUT_MS, MAX_SAME_SCAN_GAP_MS } from './key-run.ts';
import { createScannerListener, type ScannerListener } from './scanner-listener.ts';

/** A field, timers that the test runs, and keys with the given timestamps. */
let field: HTMLInputElement;
let codes: string[];
let tornScans: number;
let typings: number;
let typed: string[];
let timers: { readonly run: () => void; readonly ms: number }[];
let listener: ScannerListener;

beforeEach(() => {
  document.body.innerHTML = '<input><button type="button"></button>';
  const input = document.querySelector('input');
  if (!input) throw new Error('no field');
  field = input;
  field.focus();
  codes = [];
  tornScans = 0;
  typings = 0;
  typed = [];
  timers = [];
  listener = createScannerListener({
    onScannedCode: (code) => void codes.push(code),
    onTornScan: () => {
      tornScans += 1;
    },
    onTyping: () => {
      typings += 1;
    },
    setTimer: (run, ms) => timers.push({ run, ms }),
    clearTimer: (timer) => {
      timers[timer - 1] = { run: () => {}, ms: 0 };
    },
    insertText: (text) => {
      typed.push(text);
      if (document.activeElement === field) field.value += text;
    },
  });
});
afterEach(() => {
  document.body.innerHTML = '';
});

/** Returns whether the page received the key; a delivered character is added to the field. */
function press(key: string, at: number, init: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...init });
  Object.defineProperty(event, 'timeStamp', { value: at });
  listener.onKeyDown(event);
  const isDelivered = !event.defaultPrevented;
  if (isDelivered && key.length === 1) field.value += key;
  return isDelivered;
}

function scan(code: string, from: number): void {
  for (const [index, character] of [...code].entries()) press(character, from + index * 4);
}

it('restores the field’s previous text and presses no Enter', () => {
  field.value = '150';
  const inputValues: string[] = [];
  field.addEventListener('input', () => inputValues.push(field.value));
  scan('501000000007', 1_000);
  expect(press('Enter', 1_050)).toBe(false);
  expect(codes).toEqual(['501000000007']);
  expect(field.value).toBe('150');
  expect(inputValues).toEqual(['150']);
});

it('leaves no digit in an amount if the first gap of the code is longer', () => {
  field.value = '150';
  press('5', 1_000);
  scan('01000000007', 1_140);
  expect(press('Enter', 1_190)).toBe(false);
  expect(codes).toEqual(['501000000007']);
  expect(field.value).toBe('150');
});

it.each([1, 2, 3, 5, 6, 7, 11])('leaves nothing of a code with a gap after %i keys', (position) => {
  field.value = '150';
  press('5', 1_000);
  // A first slow gap, then the one that tears the code.
  scan('01000000007'.slice(0, position), 1_120);
  scan('01000000007'.slice(position), 1_320);
  press('Enter', 1_400);
  expect(codes).toEqual(position === 11 ? ['501000000007'] : []);
  expect(tornScans).toBe(position === 11 ? 0 : 1);
  expect(field.value).toBe('150');
});

it('reports no typing for the remaining keys of a torn scan', () => {
  scan('50100000', 1_000);
  press('0', 1_130);
  expect(tornScans).toBe(1);
  expect(typings).toBe(1);
  scan('007', 1_134);
  expect(press('Enter', 1_150)).toBe(false);
  expect(typings).toBe(1);
  expect(tornScans).toBe(1);
  expect(press('Enter', 2_000)).toBe(true);
  expect(typings).toBe(2);
});

it('reports a code after a pause if the scanner sends no Enter', () => {
  scan('501000000007', 1_000);
  expect(codes).toEqual([]);
  expect(timers.at(-1)?.ms).toBe(MAX_SAME_SCAN_GAP_MS);
  timers.at(-1)?.run();
  expect(codes).toEqual(['501000000007']);
});

it('restores the focus after a code', () => {
  scan('501', 1_000);
  document.querySelector('button')?.focus();
  scan('000000007', 1_012);
  press('Enter', 1_060);
  expect(document.activeElement).toBe(field);
});

it('types held-back keys that are not a code', () => {
  press('1', 1_000);
  expect(press('2', 1_010)).toBe(false);
  expect(timers.at(-1)?.ms).toBe(HELD_TYPING_TIMEOUT_MS);
  timers.at(-1)?.run();
  expect(typed).toEqual(['2']);
  expect(codes).toEqual([]);
});

it.each([
  ['a composed letter', { isComposing: true }, 'í'],
  ['a dead key', {}, 'Dead'],
])('types held-back keys before %s', (_case, init, key) => {
  press('l', 1_000);
  press('a', 1_005);
  expect(press(key, 1_010, init)).toBe(true);
  expect(typed).toEqual(['a']);
});

it('types held-back keys before text that no key produced', () => {
  const insert = new InputEvent('beforeinput', { data: 'í', cancelable: true });
  listener.onBeforeInput(insert);
  expect(insert.defaultPrevented).toBe(false);
  press('l', 1_000);
  press('a', 1_005);
  listener.onBeforeInput(insert);
  expect(insert.defaultPrevented).toBe(true);
  expect(typed).toEqual(['aí']);
});

it('types held-back keys before a pointer press moves the focus', () => {
  press('l', 1_000);
  press('a', 1_005);
  listener.onPointerDown();
  listener.onPointerDown();
  expect(typed).toEqual(['a']);
});

it('delivers repeated keys, shortcuts and modifiers to the page', () => {
  press('5', 1_000);
  for (let at = 1_030; at < 1_400; at += 30) expect(press('5', at, { repeat: true })).toBe(true);
  expect(press('Shift', 2_000)).toBe(true);
  expect(press('c', 2_010, { ctrlKey: true })).toBe(true);
  expect(codes).toEqual([]);
  expect(typed).toEqual([]);
});
