import { describe, expect, it } from 'vitest';
import { checkScanner, type ScannedKey } from './check-scanner.ts';

const createKey = (key: string, index: number, changes: Partial<ScannedKey> = {}): ScannedKey => ({
  key,
  code: '',
  hasModifier: false,
  isCapsLockOn: false,
  isNumLockOn: true,
  atMs: 1_000 + 8 * index,
  ...changes,
});
const createKeys = (keys: readonly string[]): ScannedKey[] =>
  keys.map((key, index) => createKey(key, index, { hasModifier: key === 'Ctrl+]' }));
const check = (text: string, ...last: readonly string[]) =>
  checkScanner(createKeys([...text, ...last]));

describe('checkScanner', () => {
  it('finds layout, prefix, end key and speed of a scanner that is set right', () => {
    expect(check('Mostrador-yZ', 'Enter')).toEqual({
      testCode: 'letters',
      layout: 'same',
      hasSwappedCase: false,
      isCapsLockOn: false,
      isNumLockMissing: false,
      prefix: '',
      suffix: 'Enter',
      separator: null,
      keyIntervalMs: 8,
    });
    expect(check(']C0Mostrador-yZ')).toMatchObject({ prefix: ']C0', suffix: 'none' });
  });

  it.each([
    ["Mostrador'yZ", 'other-signs'],
    ['MostradorßzY', 'swapped-y-z'],
    ['Mostrador/yZ', 'other-signs'],
  ])('finds another keyboard layout: %s', (text, layout) => {
    expect(check(text, 'Enter')).toMatchObject({ layout });
  });

  it('finds Caps Lock by the letters', () => {
    expect(check('mOSTRADOR-Yz', 'Tab')).toMatchObject({ hasSwappedCase: true, suffix: 'Tab' });
  });

  it.each([
    ['1234567890', 'none'],
    ['1234567#890', 'sign'],
  ])('finds what arrives between two fields: %s', (text, separator) => {
    expect(check(text, 'Enter')).toMatchObject({ testCode: 'fields', separator });
  });

  it('finds a control key between two fields', () => {
    const keys = createKeys([...'1234567', 'Ctrl+]', ...'890', 'Enter']);
    expect(checkScanner(keys)).toMatchObject({ separator: 'control' });
  });

  it('finds that Num Lock is off, although nothing can be read', () => {
    const keys = ['End', 'ArrowDown', 'PageDown'].map((key, index) =>
      createKey(key, index, { code: `Numpad${index + 1}`, isNumLockOn: false }),
    );
    expect(checkScanner(keys)).toMatchObject({ testCode: null, isNumLockMissing: true });
  });
});
