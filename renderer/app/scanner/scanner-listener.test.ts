import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScannerListener, RUN_TIMEOUT_MS, type ScannerListener } from './scanner-listener.ts';

/** A field, a clock that the test moves, and keys with the times that the test gives them. */
let field: HTMLInputElement;
let heard: string[];
let typed: string[];
let timers: { readonly run: () => void; readonly ms: number }[];
let listener: ScannerListener;

beforeEach(() => {
  document.body.innerHTML = '<input><button type="button"></button>';
  const input = document.querySelector('input');
  if (!input) throw new Error('no field');
  field = input;
  field.focus();
  heard = [];
  typed = [];
  timers = [];
  listener = createScannerListener({
    onCode: (code) => void heard.push(code),
    setTimer: (run, ms) => timers.push({ run, ms }),
    clearTimer: (timer) => {
      timers[timer - 1] = { run: () => {}, ms: 0 };
    },
    insertText: (text) => void typed.push(text),
  });
});
afterEach(() => {
  document.body.innerHTML = '';
});

/** Answers whether the page got the key; a character that passes lands in the field. */
function press(key: string, at: number, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...more });
  Object.defineProperty(event, 'timeStamp', { value: at });
  listener.onKeyDown(event);
  const passes = !event.defaultPrevented;
  if (passes && key.length === 1) field.value += key;
  return passes;
}

function scan(code: string, from: number): void {
  for (const [index, one] of [...code].entries()) press(one, from + index * 4);
}

it('gives the field back what stood there, and presses no Enter', () => {
  field.value = '150';
  const told: string[] = [];
  field.addEventListener('input', () => told.push(field.value));
  scan('501000000007', 1_000);
  expect(press('Enter', 1_050)).toBe(false);
  expect(heard).toEqual(['501000000007']);
  expect(field.value).toBe('150');
  expect(told).toEqual(['150']);
});

it('leaves no digit in an amount where the first gap of the code is uneven', () => {
  field.value = '150';
  press('5', 1_000);
  scan('01000000007', 1_140);
  expect(press('Enter', 1_190)).toBe(false);
  expect(heard).toEqual(['501000000007']);
  expect(field.value).toBe('150');
});

it('waits for silence where the scanner sends no Enter', () => {
  scan('501000000007', 1_000);
  expect(heard).toEqual([]);
  expect(timers.at(-1)?.ms).toBe(RUN_TIMEOUT_MS);
  timers.at(-1)?.run();
  expect(heard).toEqual(['501000000007']);
});

it('puts the focus back where it was', () => {
  scan('501', 1_000);
  document.querySelector('button')?.focus();
  scan('000000007', 1_012);
  press('Enter', 1_060);
  expect(document.activeElement).toBe(field);
});

it('types what was held back when it was no code', () => {
  press('1', 1_000);
  expect(press('2', 1_010)).toBe(false);
  timers.at(-1)?.run();
  expect(typed).toEqual(['2']);
  expect(heard).toEqual([]);
});

it.each([
  ['a composed letter', { isComposing: true }, 'í'],
  ['a dead key', {}, 'Dead'],
])('types what was held back before %s', (_what, more, key) => {
  press('l', 1_000);
  press('a', 1_005);
  expect(press(key, 1_010, more)).toBe(true);
  expect(typed).toEqual(['a']);
});

it('types what was held back in front of text that comes without keys', () => {
  const insert = new InputEvent('beforeinput', { data: 'í', cancelable: true });
  listener.onBeforeInput(insert);
  expect(insert.defaultPrevented).toBe(false);
  press('l', 1_000);
  press('a', 1_005);
  listener.onBeforeInput(insert);
  expect(insert.defaultPrevented).toBe(true);
  expect(typed).toEqual(['aí']);
});

it('types what was held back before the focus is moved by a press', () => {
  press('l', 1_000);
  press('a', 1_005);
  listener.onPointerDown();
  listener.onPointerDown();
  expect(typed).toEqual(['a']);
});

it('leaves a key that is held down, shortcuts and modifiers to the page', () => {
  press('5', 1_000);
  for (let at = 1_030; at < 1_400; at += 30) expect(press('5', at, { repeat: true })).toBe(true);
  expect(press('Shift', 2_000)).toBe(true);
  expect(press('c', 2_010, { ctrlKey: true })).toBe(true);
  expect(heard).toEqual([]);
  expect(typed).toEqual([]);
});
