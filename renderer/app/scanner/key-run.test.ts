import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getPauseTimeoutMs,
  handleKeyPause,
  handleScannerKey,
  INITIAL_KEY_RUN,
  type KeyRun,
  MAX_FIRST_KEY_GAP_MS,
  MAX_SAME_SCAN_GAP_MS,
  MAX_SCAN_LENGTH,
  MAX_SCANNER_KEY_GAP_MS,
  MIN_LONE_KEY_GAP_MS,
  parseScannedCode,
  type ScannerKey,
} from './key-run.ts';
import { parseReceiptReference } from './receipt-reference.ts';

/** 100, and a hundred times as many with --all. */
const RUNS = fc.readConfigureGlobal().numRuns ?? 100;

interface Result {
  /** The text that reached the page as typing, in order. */
  readonly typed: string;
  readonly codes: readonly string[];
  /** The number of end keys and other keys that reached the page. */
  readonly pressed: number;
  /** The characters that reached the page before each code. */
  readonly leaks: readonly string[];
  /** The number of torn scans. */
  readonly torn: number;
}

/** Handles the keys and then a pause. */
function runKeys(keys: readonly ScannerKey[]): Result {
  let run: KeyRun = INITIAL_KEY_RUN;
  let typed = '';
  let pressed = 0;
  const codes: string[] = [];
  const leaks: string[] = [];
  let delivered = '';
  let torn = 0;
  for (const key of keys) {
    const update = handleScannerKey(run, key);
    typed += update.textToReplay;
    if (update.scannedCode !== null) {
      codes.push(update.scannedCode);
      leaks.push(delivered);
    }
    if (update.isTornScan) torn += 1;
    if (update.nextRun.text.length <= 1) delivered = update.nextRun.precedingSingleKey;
    if (update.isKeyDelivered) {
      if (key.kind === 'character') {
        typed += key.text;
        delivered += key.text;
      } else pressed += 1;
    }
    run = update.nextRun;
  }
  const end = handleKeyPause(run);
  typed += end.textToReplay;
  if (end.scannedCode !== null) {
    codes.push(end.scannedCode);
    leaks.push(delivered);
  }
  if (end.isTornScan) torn += 1;
  return { typed, codes, pressed, leaks, torn };
}

/** More than a person's run: nine close keys, and the key before them. */
const MIN_KEYS = 10;

function getLongestRunLength(keys: readonly ScannerKey[]): number {
  let [maxLength, length] = [0, 0];
  for (const [index, key] of keys.entries()) {
    const isClose = index > 0 && key.atMs - (keys[index - 1]?.atMs ?? 0) <= MAX_SCANNER_KEY_GAP_MS;
    length = isClose ? length + 1 : 2;
    maxLength = Math.max(maxLength, length);
  }
  return maxLength;
}

function createKeys(text: string, gap: number, from = 1_000): ScannerKey[] {
  return [...text].map((character, index) => ({
    kind: 'character',
    text: character,
    atMs: from + index * gap,
  }));
}

const createEnter = (at: number): ScannerKey => ({ kind: 'end', atMs: at });

describe('a scanner', () => {
  it('recognizes a scanner by key timing with or without Enter', () => {
    const code = createKeys('501000000007', 4);
    expect(runKeys(code).codes).toEqual(['501000000007']);
    const withEnter = runKeys([...code, createEnter(1_050)]);
    expect(withEnter).toMatchObject({ codes: ['501000000007'], pressed: 0 });
  });

  it('leaves at most one character in the field, which the listener removes', () => {
    expect(runKeys([...createKeys('501000000007', 4), createEnter(1_050)])).toMatchObject({
      typed: '5',
      leaks: ['5'],
    });
  });

  it.each([
    ['\u0002', 'a control sign'],
    ['~', 'a sign'],
    [']C1', 'the mark of the symbology'],
    ['\u0002]C1', 'a control sign and the mark of the symbology'],
    [']C1\u001d', 'the mark of the symbology and the first separator'],
  ])('removes %j before the code: %s', (prefix) => {
    expect(runKeys(createKeys(`${prefix}501000000007`, 4)).codes).toEqual(['501000000007']);
  });

  it('reads the reference on a receipt also if a keyboard layout changes its hyphens', () => {
    const reference = '3f0c6f5e-0d0e-4a57-9d1c-1d1d2a0a0001';
    expect(runKeys([...createKeys(reference, 4), createEnter(1_145)])).toMatchObject({
      codes: [reference],
      pressed: 0,
    });
    const onSpanishLayout = reference.replaceAll('-', "'");
    expect(runKeys(createKeys(onSpanishLayout, 4)).codes).toEqual([onSpanishLayout]);
    expect(parseReceiptReference(onSpanishLayout)).toBe(reference);
    expect(parseReceiptReference('501000000007')).toBeNull();
  });

  it.each([
    ['*A1234567*', 'the stars of Code 39'],
    ['~A1234567', 'a sign'],
    ['\u0002A1234567\u0003', 'control signs'],
    ['+A1234567', 'a plus'],
    ['$A1234567', 'a currency sign'],
  ])('keeps a letter and a digit behind %j: %s', (text) => {
    expect(parseScannedCode(text)).toBe('A1234567');
  });

  it.each(['~', '*', '\u0002'])('reads the reference on a receipt behind %j', (prefix) => {
    const reference = 'f0c6f5e3-0d0e-4a57-9d1c-1d1d2a0a0001';
    const code = parseScannedCode(`${prefix}${reference}`);
    expect(code).not.toBeNull();
    expect(parseReceiptReference(code ?? '')).toBe(reference);
  });

  it('removes only what surrounds the letters and digits of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'A7ñ٣]*~- \u0002\u001d\n😀'), maxLength: 40 }),
        (text) => {
          const code = parseScannedCode(text);
          if (code === null) return;
          expect(text).toContain(code);
          expect(code).toMatch(/^[\p{L}\p{N}](.*[\p{L}\p{N}])?$/su);
        },
      ),
      { numRuns: 20 * RUNS },
    );
  });

  it('finds the code in a long text in one pass', () => {
    const signs = '-'.repeat(1_000_000);
    expect(parseScannedCode(`${signs}A1234567${signs}B${signs}`)).toBe(`A1234567${signs}B`);
  });

  it('drops a scan that does not end, and holds back no more of it', () => {
    let run = INITIAL_KEY_RUN;
    let tornCount = 0;
    for (let count = 0; count < 50_000; count += 1) {
      const key = { kind: 'character', text: '-', atMs: 1_000 + count } as const;
      const update = handleScannerKey(run, key);
      run = update.nextRun;
      if (update.isTornScan) tornCount += 1;
      expect(update.scannedCode).toBeNull();
      getPauseTimeoutMs(run);
    }
    expect(tornCount).toBe(1);
    expect(run.text.length).toBeLessThanOrEqual(MAX_SCAN_LENGTH);
    expect(run.heldText).toBe('');
  });

  it('keeps the letters of a code', () => {
    expect(parseScannedCode('AB1234567')).toBe('AB1234567');
    expect(parseScannedCode('2019-1234567')).toBe('2019-1234567');
  });

  it('swallows two end keys (CR and LF) after a code', () => {
    const keys = [...createKeys('501000000007', 4), createEnter(1_050), createEnter(1_054)];
    expect(runKeys(keys)).toMatchObject({ codes: ['501000000007'], pressed: 0 });
  });

  it.each(['an arrow', 'a function key', 'Escape'])('swallows %s after the code', () => {
    const createOtherKey = (at: number): ScannerKey => ({ kind: 'other', atMs: at });
    const withEnter = runKeys([
      ...createKeys('501000000007', 4),
      createOtherKey(1_048),
      createEnter(1_052),
    ]);
    expect(withEnter).toMatchObject({ codes: ['501000000007'], pressed: 0 });
    const withoutEnter = runKeys([...createKeys('501000000007', 4), createOtherKey(1_048)]);
    expect(withoutEnter).toMatchObject({ codes: ['501000000007'], pressed: 0 });
    const keyAfterEnter = runKeys([
      ...createKeys('501000000007', 4),
      createEnter(1_048),
      createOtherKey(1_052),
    ]);
    expect(keyAfterEnter).toMatchObject({ codes: ['501000000007'], pressed: 0 });
  });

  it('joins the fields of a code that are separated by a non-character key', () => {
    const keys: ScannerKey[] = [
      ...createKeys('41577099980012348020501000000007', 4),
      { kind: 'other', atMs: 1_128 },
      ...createKeys('3900000549', 4, 1_132),
      { kind: 'other', atMs: 1_172 },
      ...createKeys('96261121', 4, 1_176),
      createEnter(1_208),
    ];
    expect(runKeys(keys)).toMatchObject({
      typed: '4',
      codes: ['41577099980012348020501000000007\u001d3900000549\u001d96261121'],
      pressed: 0,
    });
  });

  it('marks Alt and the numbers of a character, or a control key, once between two fields', () => {
    const altKeys = [1_128, 1_130, 1_132].map((atMs): ScannerKey => ({ kind: 'other', atMs }));
    const keys: ScannerKey[] = [
      ...createKeys('41577099980012348020501000000007', 4),
      ...altKeys,
      ...createKeys('3900000549', 4, 1_136),
      createEnter(1_176),
    ];
    expect(runKeys(keys)).toMatchObject({
      codes: ['41577099980012348020501000000007\u001d3900000549'],
      pressed: 0,
      torn: 0,
    });
  });

  it.each([4, 60, MAX_SAME_SCAN_GAP_MS])(
    'joins the lines of the code of a bill that follow each other after %i ms',
    (gap) => {
      const lines = [']C14157709998001234', '8020501000000007', '390000000549', '9620261121'];
      let at = 1_000;
      const keys = lines.flatMap((line) => {
        const lineKeys = createKeys(line, 4, at);
        at += 4 * line.length;
        const end = [createEnter(at), createEnter(at + 1)];
        at += 1 + gap;
        return [...lineKeys, ...end];
      });
      expect(runKeys(keys)).toMatchObject({
        codes: ['4157709998001234\u001d8020501000000007\u001d390000000549\u001d9620261121'],
        pressed: 0,
        torn: 0,
      });
    },
  );

  it.each(['+C1', 'A'])('joins the lines of the code of a bill behind the prefix %j', (prefix) => {
    const line = `${prefix}4157709998002449`;
    const at = 1_000 + 4 * line.length;
    const keys = [
      ...createKeys(line, 4),
      createEnter(at),
      ...createKeys('80200586131234', 4, at + 4),
      createEnter(at + 100),
    ];
    expect(runKeys(keys)).toMatchObject({
      codes: [`${prefix.replace('+', '')}4157709998002449\u001d80200586131234`],
      pressed: 0,
      torn: 0,
    });
  });

  it.each(['https://factura.example/?id=7&re=X', 'WIFI:S:Tienda;P:abcdefgh;;', 'PAGO DE SERVICIO'])(
    'recognizes words and addresses as a code and leaves nothing of %j',
    (text) => {
      expect(runKeys([...createKeys(text, 4), createEnter(1_000 + 4 * text.length)])).toMatchObject(
        {
          typed: text.slice(0, 1),
          codes: [expect.any(String)],
          pressed: 0,
        },
      );
    },
  );

  it('recognizes several scans in a row', () => {
    const keys = [
      ...createKeys('501000000007', 4),
      createEnter(1_050),
      ...createKeys('8112345678', 4, 1_060),
      createEnter(1_105),
      ...createKeys('7501055300075', 4, 3_000),
    ];
    expect(runKeys(keys)).toMatchObject({
      codes: ['501000000007', '8112345678', '7501055300075'],
      pressed: 0,
    });
  });
});

describe('a scanner whose first gap is uneven', () => {
  const createUnevenKeys = (code: string, gap: number, from = 1_000): ScannerKey[] => [
    ...createKeys(code.slice(0, 1), 0, from),
    ...createKeys(code.slice(1), 4, from + gap),
  ];

  it('recognizes the whole code and reports the delivered keys', () => {
    const keys = [...createUnevenKeys('501000000007', 120), createEnter(1_180)];
    expect(runKeys(keys)).toEqual({
      typed: '50',
      codes: ['501000000007'],
      pressed: 0,
      leaks: ['50'],
      torn: 0,
    });
  });

  it('recognizes a code with any gaps, prefix and end key', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 7,
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom('', '~', ']C1'),
        fc.integer({ min: 0, max: MAX_FIRST_KEY_GAP_MS }),
        fc.array(fc.integer({ min: 0, max: MAX_SCANNER_KEY_GAP_MS }), {
          minLength: 50,
          maxLength: 50,
        }),
        fc.boolean(),
        (code, prefix, firstGap, gaps, isEnded) => {
          let at = 1_000;
          const keys = [...`${prefix}${code}`].map((text, index): ScannerKey => {
            if (index > 0) at += index === 1 ? firstGap : (gaps[index] ?? 0);
            return { kind: 'character', text, atMs: at };
          });
          const update = runKeys(
            isEnded ? [...keys, createEnter(at + MAX_SCANNER_KEY_GAP_MS)] : keys,
          );
          expect(update.codes).toEqual([code]);
          // Only the characters that the listener removes reached the field.
          expect(update.typed).toBe(update.leaks.join(''));
          expect(update.pressed).toBe(0);
        },
      ),
      { numRuns: 10 * RUNS },
    );
  });

  it('does not add an earlier key to the code if the gap is too long', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: MAX_SAME_SCAN_GAP_MS + 1, max: 5 * MIN_LONE_KEY_GAP_MS }),
        (gap) => {
          expect(runKeys(createUnevenKeys('9501000000007', gap)).codes).toEqual(['501000000007']);
        },
      ),
    );
  });
});

describe('a torn scan', () => {
  const createTornKeys = (code: string, position: number, gap: number): ScannerKey[] => [
    ...createKeys(code.slice(0, position), 4),
    ...createKeys(code.slice(position), 4, 1_000 + 4 * (position - 1) + gap),
  ];
  const NOTHING = { codes: [], torn: 1, pressed: 0 };

  it('drops a code that follows typed keys', () => {
    const typed = createKeys('12', 140);
    const keys = [...typed, ...createKeys('501000000007', 4, 1_280), createEnter(1_330)];
    expect(runKeys(keys)).toMatchObject(NOTHING);
  });

  it('drops a code whose first two gaps are long', () => {
    const keys = [...createKeys('50', 120), ...createKeys('1000000222', 4, 1_240)];
    expect(runKeys([...keys, createEnter(1_290)])).toMatchObject(NOTHING);
  });

  it('drops a code if a key that is no character is within its first digits', () => {
    const separator: ScannerKey = { kind: 'other', atMs: 1_012 };
    const keys = [...createKeys('501', 4), separator, ...createKeys('000000007', 4, 1_016)];
    expect(runKeys(keys).codes).toEqual([]);
    expect(runKeys(keys).torn).toBe(1);
  });

  it.each([60, 120, MAX_SAME_SCAN_GAP_MS])(
    'drops a code with a gap of %i ms at any position',
    (gap) => {
      const code = '5010000222';
      for (let position = 2; position < code.length; position += 1) {
        const keys = createTornKeys(code, position, gap);
        const at = keys.at(-1)?.atMs ?? 0;
        expect(runKeys([...keys, createEnter(at + 4)]), `gap at ${position}`).toMatchObject(
          NOTHING,
        );
        const { codes, torn } = runKeys(keys);
        expect({ codes, torn }, `gap at ${position}, no Enter`).toEqual({ codes: [], torn: 1 });
      }
    },
  );

  it('takes the Enter of a code also if it comes late', () => {
    const keys = [...createKeys('501000000007', 4), createEnter(1_244)];
    expect(runKeys(keys)).toMatchObject({ codes: ['501000000007'], pressed: 0, torn: 0 });
  });

  it('recognizes the next scan after its end', () => {
    const keys = [...createTornKeys('501000000007', 8, 120), createEnter(1_170)];
    const again = [...createKeys('501000000007', 4, 1_200), createEnter(1_250)];
    expect(runKeys([...keys, ...again])).toMatchObject({
      codes: ['501000000007'],
      torn: 1,
      pressed: 0,
    });
  });

  it('never becomes a shorter number, whatever its gaps and the keys before it', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 7,
      maxLength: 30,
    });
    const gap = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: MAX_SCANNER_KEY_GAP_MS }) },
      {
        weight: 1,
        arbitrary: fc.integer({ min: MAX_SCANNER_KEY_GAP_MS + 1, max: MAX_SAME_SCAN_GAP_MS }),
      },
    );
    const gaps = fc.array(gap, { minLength: 35, maxLength: 35 });
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 3 });
    fc.assert(
      fc.property(digits, gaps, typed, fc.boolean(), (code, list, before, isEnded) => {
        let at = 1_000;
        const keys = [...before, ...code].map((text, index): ScannerKey => {
          at += list[index] ?? 0;
          return { kind: 'character', text, atMs: at };
        });
        const result = runKeys(
          isEnded ? [...keys, createEnter(at + MAX_SCANNER_KEY_GAP_MS)] : keys,
        );
        const text = before + code;
        if (result.codes.length > 0) expect(result.codes).toEqual([text]);
        // Typing loses no key either.
        else if (result.torn === 0) expect(result.typed).toBe(text);
        expect(result.torn).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 * RUNS },
    );
  });
});

describe('a busy computer', () => {
  it.each([8, 3])(
    'recognizes a code whose delivery pauses after %i keys without typing or pressing any of it',
    (pauseIndex) => {
      const keys = [...createKeys('501000000007', 4), createEnter(1_050)];
      let run: KeyRun = INITIAL_KEY_RUN;
      const codes: string[] = [];
      let pressCount = 0;
      for (const [index, key] of keys.entries()) {
        if (index === pauseIndex) {
          const pause = handleKeyPause(run);
          run = pause.nextRun;
          if (pause.scannedCode !== null) codes.push(pause.scannedCode);
        }
        const update = handleScannerKey(run, key);
        run = update.nextRun;
        if (update.scannedCode !== null) codes.push(update.scannedCode);
        if (update.isKeyDelivered && key.kind === 'end') pressCount += 1;
      }
      expect(codes.at(-1)).toBe('501000000007');
      expect(pressCount).toBe(0);
    },
  );
});

describe('a person', () => {
  it('types a long number normally', () => {
    const keys = [...createKeys('501000000007', MAX_SCANNER_KEY_GAP_MS + 1), createEnter(5_000)];
    expect(runKeys(keys)).toEqual({
      typed: '501000000007',
      codes: [],
      pressed: 1,
      leaks: [],
      torn: 0,
    });
  });

  it('types two almost simultaneous keys in their order', () => {
    const keys: ScannerKey[] = [
      { kind: 'character', text: '1', atMs: 1_000 },
      { kind: 'character', text: '2', atMs: 1_010 },
      { kind: 'character', text: '3', atMs: 1_200 },
      createEnter(1_210),
    ];
    expect(runKeys(keys)).toMatchObject({ typed: '123', codes: [], pressed: 1 });
  });

  it('types words in order when fingers roll over the keys', () => {
    const words = ['recibo ', 'de ', 'luz ', 'de ', 'marzo ', '2026'];
    const keys = words.flatMap((word, index) => createKeys(word, 20, 1_000 + index * 400));
    expect(runKeys([...keys, createEnter(3_100)])).toMatchObject({
      typed: words.join(''),
      codes: [],
      pressed: 1,
    });
  });

  it('types a number normally at any pace, with keys that roll over', () => {
    // At most three keys at a time are as close as a scanner's.
    const roll = fc.record({
      keys: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 3 }),
      gap: fc.integer({ min: MAX_SCANNER_KEY_GAP_MS + 1, max: 800 }),
    });
    fc.assert(
      fc.property(fc.array(roll, { maxLength: 8 }), (rolls) => {
        let at = 1_000;
        const keys = rolls.flatMap(({ keys: text, gap }) => {
          const rolled = createKeys(text, 20, at + gap);
          at = rolled.at(-1)?.atMs ?? at;
          return rolled;
        });
        const text = rolls.map((part) => part.keys).join('');
        expect(runKeys([...keys, createEnter(at + 200)])).toEqual({
          typed: text,
          codes: [],
          pressed: 1,
          leaks: [],
          torn: 0,
        });
      }),
      { numRuns: 10 * RUNS },
    );
  });

  it('types a short fast number from a macro keyboard', () => {
    expect(runKeys([...createKeys('1234', 2), createEnter(1_010)])).toMatchObject({
      typed: '1234',
      codes: [],
      pressed: 1,
    });
  });
});

describe('any keys', () => {
  const keys = fc
    .array(
      fc.record({
        gap: fc.oneof(
          fc.integer({ min: 0, max: MAX_SCANNER_KEY_GAP_MS }),
          fc.integer({ min: MAX_SCANNER_KEY_GAP_MS + 1, max: 400 }),
        ),
        key: fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...'0123456789') },
          { weight: 2, arbitrary: fc.constantFrom(...'aZ -~]') },
          { weight: 1, arbitrary: fc.constantFrom('end', 'other') },
        ),
      }),
      { maxLength: 60 },
    )
    .map((list) => {
      let at = 0;
      return list.map(({ gap, key }): ScannerKey => {
        at += gap;
        if (key === 'end' || key === 'other') return { kind: key, atMs: at };
        return { kind: 'character', text: key, atMs: at };
      });
    });

  it('keeps every character as typing or as part of a code', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const { typed, codes, leaks, torn } = runKeys(list);
        if (torn > 0) return;
        const allText = list.map((key) => (key.kind === 'character' ? key.text : '')).join('');
        const digits = (text: string): number => text.replace(/\D/g, '').length;
        const leakedText = leaks.join('');
        // A symbology's own digit is in neither.
        expect(digits(typed) + digits(codes.join('')) - digits(leakedText)).toBeLessThanOrEqual(
          digits(allText),
        );
        expect(digits(typed) + digits(codes.join('')) - digits(leakedText)).toBeGreaterThanOrEqual(
          digits(allText) - codes.length,
        );
        if (codes.length === 0) expect(typed).toBe(allText);
      }),
      { numRuns: 20 * RUNS },
    );
  });

  it('forms a code only if enough close digits follow each other', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const isEverClose = list.some(
          (key, index) =>
            index > 0 && key.atMs - (list[index - 1]?.atMs ?? 0) <= MAX_SCANNER_KEY_GAP_MS,
        );
        if (!isEverClose) expect(runKeys(list).codes).toEqual([]);
        // A run of so many keys is a code regardless of its characters and surroundings.
        if (getLongestRunLength(list) >= MIN_KEYS) return;
        for (const code of runKeys(list).codes) {
          expect(code.replace(/\D/g, '').length).toBeGreaterThanOrEqual(5);
        }
      }),
      { numRuns: 20 * RUNS },
    );
  });
});
