import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  handleKey,
  handleSilence,
  INITIAL_KEY_RUN,
  type Key,
  type KeyRun,
  MAX_KEY_GAP_MS,
  MAX_LEAD_GAP_MS,
  MIN_LONE_KEY_GAP_MS,
  parseCode,
} from './code-recogniser.ts';
import { parseReceiptReference } from './receipt-reference.ts';

interface Result {
  /** What reached the page as typing, in order. */
  readonly typed: string;
  readonly codes: readonly string[];
  /** End keys and other keys that reached the page. */
  readonly pressed: number;
  /** Characters that reached the page in front of each code. */
  readonly leaks: readonly string[];
}

/** Hears the keys, and at last the silence after them. */
function listen(keys: readonly Key[]): Result {
  let run: KeyRun = INITIAL_KEY_RUN;
  let typed = '';
  let pressed = 0;
  const codes: string[] = [];
  const leaks: string[] = [];
  let passed = '';
  for (const key of keys) {
    const first = run.text === '' || key.at - run.lastAt > MAX_KEY_GAP_MS;
    const heard = handleKey(run, key);
    typed += heard.released;
    if (heard.code !== null) {
      codes.push(heard.code);
      leaks.push(passed);
    }
    if (first) passed = heard.run.lead;
    if (heard.passes) {
      if (key.kind === 'character') {
        typed += key.text;
        passed += key.text;
      } else pressed += 1;
    }
    run = heard.run;
  }
  const end = handleSilence(run);
  typed += end.released;
  if (end.code !== null) {
    codes.push(end.code);
    leaks.push(passed);
  }
  return { typed, codes, pressed, leaks };
}

/** Of any hand's and more: nine close keys, and the one before them. */
const MIN_KEYS = 10;

function longestRun(keys: readonly Key[]): number {
  let [longest, length] = [0, 0];
  for (const [index, key] of keys.entries()) {
    const isClose = index > 0 && key.at - (keys[index - 1]?.at ?? 0) <= MAX_KEY_GAP_MS;
    length = isClose ? length + 1 : 2;
    longest = Math.max(longest, length);
  }
  return longest;
}

function keysOf(text: string, gap: number, from = 1_000): Key[] {
  return [...text].map((one, index) => ({ kind: 'character', text: one, at: from + index * gap }));
}

const enter = (at: number): Key => ({ kind: 'end', at });

describe('a scanner', () => {
  it('recognises a scanner by key timing, with or without Enter', () => {
    const code = keysOf('501000000007', 4);
    expect(listen(code).codes).toEqual(['501000000007']);
    const ended = listen([...code, enter(1_050)]);
    expect(ended).toMatchObject({ codes: ['501000000007'], pressed: 0 });
  });

  it('leaves one character at most in the field, which the listener takes back', () => {
    expect(listen([...keysOf('501000000007', 4), enter(1_050)])).toMatchObject({
      typed: '5',
      leaks: ['5'],
    });
  });

  it.each([
    ['\u0002', 'a control sign'],
    ['~', 'a sign'],
    [']C1', 'the mark of the symbology'],
    ['+C1', 'the same mark on a Spanish keyboard'],
  ])('may put %j before the code: %s', (prefix) => {
    expect(listen(keysOf(`${prefix}501000000007`, 4)).codes).toEqual(['501000000007']);
  });

  it('reads the reference on a receipt, also where a keyboard writes its dashes as another sign', () => {
    const reference = '3f0c6f5e-0d0e-4a57-9d1c-1d1d2a0a0001';
    expect(listen([...keysOf(reference, 4), enter(1_145)])).toMatchObject({
      codes: [reference],
      pressed: 0,
    });
    const onSpanish = reference.replaceAll('-', "'");
    expect(listen(keysOf(onSpanish, 4)).codes).toEqual([onSpanish]);
    expect(parseReceiptReference(onSpanish)).toBe(reference);
    expect(parseReceiptReference('501000000007')).toBeNull();
  });

  it('keeps the letters of a code', () => {
    expect(parseCode('AB1234567')).toBe('AB1234567');
    expect(parseCode('2019-1234567')).toBe('2019-1234567');
  });

  it('may end with two keys (CR and LF), and neither presses anything', () => {
    const keys = [...keysOf('501000000007', 4), enter(1_050), enter(1_054)];
    expect(listen(keys)).toMatchObject({ codes: ['501000000007'], pressed: 0 });
  });

  it.each(['an arrow', 'a function key', 'Escape'])(
    'may be set to put %s behind the code: it presses nothing',
    () => {
      const other = (at: number): Key => ({ kind: 'other', at });
      const ended = listen([...keysOf('501000000007', 4), other(1_048), enter(1_052)]);
      expect(ended).toMatchObject({ codes: ['501000000007'], pressed: 0 });
      const alone = listen([...keysOf('501000000007', 4), other(1_048)]);
      expect(alone).toMatchObject({ codes: ['501000000007'], pressed: 0 });
      const behind = listen([...keysOf('501000000007', 4), enter(1_048), other(1_052)]);
      expect(behind).toMatchObject({ codes: ['501000000007'], pressed: 0 });
    },
  );

  it('may part the fields of a code by a key that is no character: it is one code', () => {
    const keys: Key[] = [
      ...keysOf('41577099980012348020501000000007', 4),
      { kind: 'other', at: 1_128 },
      ...keysOf('3900000549', 4, 1_132),
      { kind: 'other', at: 1_172 },
      ...keysOf('96261121', 4, 1_176),
      enter(1_208),
    ];
    expect(listen(keys)).toMatchObject({
      typed: '4',
      codes: ['41577099980012348020501000000007390000054996261121'],
      pressed: 0,
    });
  });

  it.each(['https://factura.example/?id=7&re=X', 'WIFI:S:Tienda;P:abcdefgh;;', 'PAGO DE SERVICIO'])(
    'reads words and addresses too, and leaves nothing of %j',
    (text) => {
      expect(listen([...keysOf(text, 4), enter(1_000 + 4 * text.length)])).toMatchObject({
        typed: text.slice(0, 1),
        codes: [expect.any(String)],
        pressed: 0,
      });
    },
  );

  it('may be used twice in a row', () => {
    const keys = [
      ...keysOf('501000000007', 4),
      enter(1_050),
      ...keysOf('8112345678', 4, 1_060),
      enter(1_105),
      ...keysOf('7501055300075', 4, 3_000),
    ];
    expect(listen(keys)).toMatchObject({
      codes: ['501000000007', '8112345678', '7501055300075'],
      pressed: 0,
    });
  });
});

describe('a scanner whose first gap is uneven', () => {
  const uneven = (code: string, gap: number, from = 1_000): Key[] => [
    ...keysOf(code.slice(0, 1), 0, from),
    ...keysOf(code.slice(1), 4, from + gap),
  ];

  it('recognises the whole code and reports the keys that passed', () => {
    const keys = [...uneven('501000000007', 120), enter(1_180)];
    expect(listen(keys)).toEqual({
      typed: '50',
      codes: ['501000000007'],
      pressed: 0,
      leaks: ['50'],
    });
  });

  it('recognises a code right after typed keys', () => {
    const typed = keysOf('12', 140);
    expect(listen([...typed, ...keysOf('501000000007', 4, 1_280)]).codes).toEqual(['501000000007']);
  });

  it('whatever the gaps of the code, the sign before it and the key behind it', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 7,
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom('', '~', ']C1'),
        fc.integer({ min: 0, max: MAX_LEAD_GAP_MS }),
        fc.array(fc.integer({ min: 0, max: MAX_KEY_GAP_MS }), { minLength: 50, maxLength: 50 }),
        fc.boolean(),
        (code, prefix, firstGap, gaps, isEnded) => {
          let at = 1_000;
          const keys = [...`${prefix}${code}`].map((text, index): Key => {
            if (index > 0) at += index === 1 ? firstGap : (gaps[index] ?? 0);
            return { kind: 'character', text, at };
          });
          const heard = listen(isEnded ? [...keys, enter(at + MAX_KEY_GAP_MS)] : keys);
          expect(heard.codes).toEqual([code]);
          // Nothing reached the field but what the listener takes back from it.
          expect(heard.typed).toBe(heard.leaks.join(''));
          expect(heard.pressed).toBe(0);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('never takes a key into the code that stood far off', () => {
    fc.assert(
      fc.property(fc.integer({ min: MAX_LEAD_GAP_MS + 1, max: 5 * MIN_LONE_KEY_GAP_MS }), (gap) => {
        expect(listen(uneven('9501000000007', gap)).codes).toEqual(['501000000007']);
      }),
    );
  });
});

describe('a busy computer', () => {
  it.each([8, 3])(
    'that delivers a code late after %i keys: none of it is typed or presses',
    (late) => {
      const keys = [...keysOf('501000000007', 4), enter(1_050)];
      let run: KeyRun = INITIAL_KEY_RUN;
      const codes: string[] = [];
      let presses = 0;
      for (const [index, key] of keys.entries()) {
        if (index === late) {
          const silent = handleSilence(run);
          run = silent.run;
          if (silent.code !== null) codes.push(silent.code);
        }
        const heard = handleKey(run, key);
        run = heard.run;
        if (heard.code !== null) codes.push(heard.code);
        if (heard.passes && key.kind === 'end') presses += 1;
      }
      expect(codes.at(-1)).toBe('501000000007');
      expect(presses).toBe(0);
    },
  );
});

describe('a person', () => {
  it('types as ever, however long the number', () => {
    const keys = [...keysOf('501000000007', MAX_KEY_GAP_MS + 1), enter(5_000)];
    expect(listen(keys)).toEqual({ typed: '501000000007', codes: [], pressed: 1, leaks: [] });
  });

  it('may press two keys almost at once: nothing is lost, and in their order', () => {
    const keys: Key[] = [
      { kind: 'character', text: '1', at: 1_000 },
      { kind: 'character', text: '2', at: 1_010 },
      { kind: 'character', text: '3', at: 1_200 },
      enter(1_210),
    ];
    expect(listen(keys)).toMatchObject({ typed: '123', codes: [], pressed: 1 });
  });

  it('whose fingers roll over a word types it, in its order', () => {
    const words = ['recibo ', 'de ', 'luz ', 'de ', 'marzo ', '2026'];
    const keys = words.flatMap((word, index) => keysOf(word, 20, 1_000 + index * 400));
    expect(listen([...keys, enter(3_100)])).toMatchObject({
      typed: words.join(''),
      codes: [],
      pressed: 1,
    });
  });

  it('whose short number comes fast, from a macro keyboard, still types it', () => {
    expect(listen([...keysOf('1234', 2), enter(1_010)])).toMatchObject({
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
          fc.integer({ min: 0, max: MAX_KEY_GAP_MS }),
          fc.integer({ min: MAX_KEY_GAP_MS + 1, max: 400 }),
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
      return list.map(({ gap, key }): Key => {
        at += gap;
        if (key === 'end' || key === 'other') return { kind: key, at };
        return { kind: 'character', text: key, at };
      });
    });

  it('lose nothing: each character is typing or part of a code', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const { typed, codes, leaks } = listen(list);
        const all = list.map((key) => (key.kind === 'character' ? key.text : '')).join('');
        const digits = (text: string): number => text.replace(/\D/g, '').length;
        const leaked = leaks.join('');
        // A symbology's own digit is in neither.
        expect(digits(typed) + digits(codes.join('')) - digits(leaked)).toBeLessThanOrEqual(
          digits(all),
        );
        expect(digits(typed) + digits(codes.join('')) - digits(leaked)).toBeGreaterThanOrEqual(
          digits(all) - codes.length,
        );
        if (codes.length === 0) expect(typed).toBe(all);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are a code only where enough close digits stand together', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const isEverClose = list.some(
          (key, index) => index > 0 && key.at - (list[index - 1]?.at ?? 0) <= MAX_KEY_GAP_MS,
        );
        if (!isEverClose) expect(listen(list).codes).toEqual([]);
        // What so many keys spell is a code whatever they are, also with what stands around it.
        if (longestRun(list) >= MIN_KEYS) return;
        for (const code of listen(list).codes) {
          expect(code.replace(/\D/g, '').length).toBeGreaterThanOrEqual(5);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
