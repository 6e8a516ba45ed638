import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatJoinCode, parseJoinCode } from './join-code.ts';

const CODE = {
  host: '192.168.1.10',
  port: 5434,
  database: 'chain',
  fingerprint: randomBytes(10),
  secret: randomBytes(8),
};

describe('join codes', () => {
  it('reads what it wrote, with an address or a name, and with any database', () => {
    expect(formatJoinCode(CODE)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){10}[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const code of [CODE, { ...CODE, host: 'db.lan' }, { ...CODE, database: 'shops_1' }]) {
      expect(parseJoinCode(formatJoinCode(code))).toEqual({ ok: true, value: code });
    }
  });

  it('accepts lower case, any signs or lines, and letters that look like digits', () => {
    const text = formatJoinCode(CODE);
    const typed = [
      ` ${text.toLowerCase().replaceAll('-', ' ')} `,
      text.replaceAll('-', ''),
      // What a scanner types for a dash on a Spanish keyboard, and its marks.
      `${text.replaceAll('-', "'")}\r\n`,
      text.replaceAll('-', '\u001d'),
      `${text.slice(0, 25)}\n  ${text.slice(25)}\n`,
      text.replaceAll('-', '–').replaceAll('0', 'o').replaceAll('1', 'l'),
    ];
    for (const variant of typed) expect(parseJoinCode(variant)).toEqual({ ok: true, value: CODE });
  });

  it('rejects a code with one changed character or two that were swapped', () => {
    const text = formatJoinCode(CODE);
    for (const index of [0, 7, 20, 33, text.length - 1]) {
      const changed = text[index] === 'Z' ? 'Y' : 'Z';
      const typed = text.slice(0, index) + changed + text.slice(index + 1);
      expect(parseJoinCode(typed).ok).toBe(false);
    }
    const compact = text.replaceAll('-', '');
    const at = [...compact].findIndex(
      (letter, index) => index > 8 && letter !== compact[index + 1],
    );
    const swapped = [compact.slice(0, at), compact[at + 1], compact[at], compact.slice(at + 2)];
    expect(parseJoinCode(swapped.join(''))).toEqual({ ok: false, problem: 'mistyped' });
    expect(parseJoinCode('¿código?')).toEqual({ ok: false, problem: 'mistyped' });
  });

  it('reports a code that lacks its end', () => {
    const text = formatJoinCode(CODE);
    for (const length of [0, 3, 4, 14, 30, text.length - 5, text.length - 1]) {
      expect(parseJoinCode(text.slice(0, length))).toEqual({ ok: false, problem: 'cut' });
    }
  });
});
