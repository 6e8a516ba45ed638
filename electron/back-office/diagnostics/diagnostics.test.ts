import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditNote } from '../../ledger/audit/index.ts';
import { createVirtualClock } from '../../platform/index.ts';
import { createDiagnostics } from './index.ts';
import { maskLine, maskNumbers, removeSecrets } from './mask-text.ts';

const CARMEN = { id: 'carmen', name: 'Carmen' };
/** With the one before them, more than a log's own numbers have. */
const SOME_DIGITS = { minLength: 6, maxLength: 23 };

let folder: string;
let notes: AuditNote[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-diagnostics-'));
  notes = [];
  mkdirSync(join(folder, 'logs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const diagnostics = (sections: Readonly<Record<string, () => unknown>>, secrets: string[] = []) =>
  createDiagnostics({
    clock: createVirtualClock(),
    audit: { note: (note) => notes.push(note), noteInCommit: (note) => notes.push(note) },
    folder: join(folder, 'exports'),
    logFolder: join(folder, 'logs'),
    sections,
    secrets: async () => secrets,
  });

describe('account numbers', () => {
  it.each([
    ['501000000007', '****0007'],
    ['account 5010 0000 0007 refused', 'account ****0007 refused'],
    ['5010-0000-0007', '****0007'],
    ['AB12345678CD', '****78CD'],
    ['12/34/56/78', '****5678'],
    ['5512-34-567890', '****7890'],
    ['1234,5678,9012', '****9012'],
    ['R126 after 1200 ms', 'R126 after 1200 ms'],
    ['2026-01-15T16:00:00.000Z', '2026-01-15T16:00:00.000Z'],
    ['0b9bb1f5-79a5-4b0e-9a6c-9d3d2d1c1a10', '0b9bb1f5-79a5-4b0e-9a6c-9d3d2d1c1a10'],
  ])('%j becomes %j', (text, masked) => {
    expect(maskNumbers(text)).toBe(masked);
  });

  it('never come through whole, wherever in a line they stand', () => {
    const account = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 24 })
      .map((digits) => digits.join(''))
      // Later than any number of milliseconds that a log could hold by itself.
      .filter((digits) => !digits.startsWith('0'));
    const around = fc.string({ unit: fc.constantFrom(' ', ':', '"', '(', '=', 'é', '\n', 'x') });
    fc.assert(
      fc.property(account, around, around, (digits, before, after) => {
        for (const line of [
          `${before}${digits}${after}`,
          JSON.stringify({ level: 30, msg: `${before}${digits}${after}` }),
          JSON.stringify({ level: 50, err: { stack: [`${before}${digits}`] } }),
          JSON.stringify({ [digits]: { deep: [[digits]] } }),
          JSON.stringify({ amount: Number(digits.slice(0, 15)) }),
        ]) {
          expect(maskLine(line)).not.toContain(digits.slice(0, 15));
        }
      }),
    );
  });

  it('never come through either where blanks and dashes break them', () => {
    const digit = fc.integer({ min: 0, max: 9 }).map(String);
    const account = fc
      .tuple(digit, fc.array(fc.tuple(fc.constantFrom('', ' ', '-', '.', '/'), digit), SOME_DIGITS))
      .map(([first, more]) => [first, ...more.flat()].join(''))
      // What looks like a day is one: times stay in the log.
      .filter((broken) => !/\d{4}-\d{2}-\d{2}(?!\d)/.test(broken));
    const around = fc.string({ unit: fc.constantFrom(':', '"', '(', '=', 'é', '\n') });
    fc.assert(
      fc.property(account, around, around, (broken, before, after) => {
        const digits = broken.replaceAll(/\D/g, '');
        for (const line of [
          `${before}${broken}${after}`,
          JSON.stringify({ level: 30, msg: `${before}${broken}${after}` }),
          JSON.stringify({ err: { stack: [broken] }, [broken]: null }),
        ]) {
          const shown = maskLine(line).replaceAll(/[^\d*]/g, '');
          expect(shown).not.toContain(digits.slice(0, 5));
          expect(shown).toContain(`****${digits.slice(-4)}`);
        }
      }),
    );
  });

  it('leave the line one of the log', () => {
    const line =
      '{"level":30,"time":"2026-01-15T16:00:00.000Z","bytes":123456,"msg":"sent 501000000007"}';
    expect(JSON.parse(maskLine(line))).toEqual({
      level: 30,
      time: '2026-01-15T16:00:00.000Z',
      bytes: 123_456,
      msg: 'sent ****0007',
    });
  });
});

describe('the zip', () => {
  it('holds each section, the log without account numbers, and the last problems', async () => {
    writeFileSync(
      join(folder, 'logs', 'log.txt'),
      [
        '{"level":30,"msg":"opened"}',
        '{"level":50,"msg":"refused for 501000000007"}',
        '{"level":40,"msg":"with MARK-secret"}',
        '',
      ].join('\n'),
    );
    const made = await diagnostics(
      {
        about: () => ({ mostrador: '1.0.0' }),
        broken: () => {
          throw new Error('the disk');
        },
        late: async () => ({ of: 'MARK-secret' }),
      },
      ['MARK-secret'],
    ).createBundle(CARMEN, null);
    if (!made.ok) throw new Error('no zip');
    const content = readFileSync(made.value.file);
    expect(content.length).toBe(made.value.bytes);
    const inside = Object.fromEntries(
      Object.entries(unzipSync(content)).map(([name, one]) => [name, Buffer.from(one).toString()]),
    );
    expect(Object.keys(inside).sort()).toEqual(
      ['about.json', 'broken.json', 'late.json', 'logs/log.txt', 'problems.json'].sort(),
    );
    expect(JSON.parse(inside['broken.json'] ?? '')).toEqual({ couldNotBeRead: 'the disk' });
    expect(JSON.parse(inside['problems.json'] ?? '')).toEqual([
      { level: 40, msg: 'with [kept secret]' },
      { level: 50, msg: 'refused for ****0007' },
    ]);
    expect(JSON.stringify(inside)).not.toMatch(/MARK|501000000007/);
    expect(notes).toMatchObject([{ kind: 'diagnostics-made', by: CARMEN }]);
    expect(readdirSync(join(folder, 'exports'))).toHaveLength(1);
  });

  it('is not half there where it cannot be written', async () => {
    writeFileSync(join(folder, 'exports'), '');
    const made = await diagnostics({}).createBundle(CARMEN, null);
    expect(made).toMatchObject({ ok: false, problem: { kind: 'storage' } });
    expect(readdirSync(folder).sort()).toEqual(['exports', 'logs']);
    expect(notes).toEqual([]);
  });
});

it('takes a secret out in each form in which JSON or an address holds it', () => {
  const secret = 'a"b\\c d&e';
  const text = JSON.stringify({ one: secret, two: `https://x/?k=${encodeURIComponent(secret)}` });
  expect(removeSecrets(text, [secret])).toBe(
    '{"one":"[kept secret]","two":"https://x/?k=[kept secret]"}',
  );
});
