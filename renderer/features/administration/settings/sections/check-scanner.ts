import { SCANNER_TEST_CODES } from '../../../../../shared/bill-codes/index.ts';

/** A key of a scan, as the browser reports it. */
export interface ScannedKey {
  readonly key: string;
  /** The physical key: `Digit1`, `Numpad1`. */
  readonly code: string;
  readonly hasModifier: boolean;
  readonly isCapsLockOn: boolean;
  readonly isNumLockOn: boolean;
  readonly atMs: number;
}

/** What a scan of one of the test codes shows about the scanner. */
export interface ScannerFindings {
  /** Which test code it was; null if none can be recognized. */
  readonly testCode: keyof typeof SCANNER_TEST_CODES | null;
  /** `swapped-y-z`: a German keyboard. `other-signs`: the signs arrive as others. Null: not tested. */
  readonly layout: 'same' | 'swapped-y-z' | 'other-signs' | null;
  /** Capital and small letters are swapped. Null: not tested. */
  readonly hasSwappedCase: boolean | null;
  readonly isCapsLockOn: boolean;
  /** The scanner presses the number pad while Num Lock is off: its digits are arrows. */
  readonly isNumLockMissing: boolean;
  /** What the scanner sends before the code; empty for nothing. */
  readonly prefix: string;
  readonly suffix: 'Enter' | 'Tab' | 'none';
  /** What arrives between two fields: a control key, a sign, or nothing. Null: not tested. */
  readonly separator: 'control' | 'sign' | 'none' | null;
  /** The average time between two keys, in milliseconds. */
  readonly keyIntervalMs: number;
}

const [FIRST_FIELD = '', SECOND_FIELD = ''] = SCANNER_TEST_CODES.fields.split(/[^0-9]/);
const LETTERS = SCANNER_TEST_CODES.letters.toLowerCase();
/** The part of the letters that is the same on every layout. */
const COMMON_LETTERS = 'strador';

/** Finds out from the keys of one scan how the scanner is set. */
export function checkScanner(keys: readonly ScannedKey[]): ScannerFindings {
  const text = keys.filter(isCharacter).map(({ key }) => key);
  const whole = text.join('');
  const common = {
    isCapsLockOn: keys.some(({ isCapsLockOn }) => isCapsLockOn),
    isNumLockMissing: keys.some(
      ({ code, key, isNumLockOn }) => code.startsWith('Numpad') && !isNumLockOn && key.length > 1,
    ),
    suffix: getSuffix(keys.at(-1)),
    keyIntervalMs: computeInterval(keys),
  };
  const lettersAt = whole.toLowerCase().indexOf(COMMON_LETTERS) - LETTERS.indexOf(COMMON_LETTERS);
  if (whole.toLowerCase().includes(COMMON_LETTERS)) {
    const sample = whole.slice(Math.max(0, lettersAt)).slice(0, LETTERS.length);
    return {
      ...common,
      testCode: 'letters',
      layout: getLayout(sample.toLowerCase()),
      hasSwappedCase: sample.startsWith('m'),
      prefix: whole.slice(0, Math.max(0, lettersAt)),
      separator: null,
    };
  }
  const fieldsAt = whole.indexOf(FIRST_FIELD);
  const nothing = { layout: null, hasSwappedCase: null };
  if (fieldsAt === -1)
    return { ...common, ...nothing, testCode: null, prefix: '', separator: null };
  return {
    ...common,
    ...nothing,
    testCode: 'fields',
    prefix: whole.slice(0, fieldsAt),
    separator: getSeparator(keys, whole),
  };
}

function isCharacter({ key, hasModifier }: ScannedKey): boolean {
  return [...key].length === 1 && !hasModifier;
}

function getSuffix(last: ScannedKey | undefined): ScannerFindings['suffix'] {
  return last?.key === 'Enter' || last?.key === 'Tab' ? last.key : 'none';
}

function getLayout(sample: string): ScannerFindings['layout'] {
  if (sample === LETTERS) return 'same';
  return sample.endsWith('zy') ? 'swapped-y-z' : 'other-signs';
}

function getSeparator(keys: readonly ScannedKey[], whole: string): ScannerFindings['separator'] {
  if (whole.includes(FIRST_FIELD + SECOND_FIELD)) {
    const isControlSent = keys.some(
      (key) => !isCharacter(key) && key.key !== 'Enter' && key.key !== 'Tab' && key.key !== 'Shift',
    );
    return isControlSent ? 'control' : 'none';
  }
  return 'sign';
}

function computeInterval(keys: readonly ScannedKey[]): number {
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined || keys.length < 2) return 0;
  return Math.round((last.atMs - first.atMs) / (keys.length - 1));
}
