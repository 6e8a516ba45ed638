import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditNote } from '../../ledger/audit/index.ts';
import { createVirtualClock } from '../../platform/index.ts';
import { createDiagnostics } from './index.ts';
import { maskLogLine, maskNumbers, removeSecrets } from './mask-text.ts';

const CARMEN = { id: 'carmen', name: 'Carmen' };
/** With the digit before them, more digits than the log's own numbers have. */
const SOME_DIGITS = { minLength: 6, maxLength: 23 };

let folder: string;
let notes: AuditNote[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-diagnostics-'));
  notes = [];
  mkdirSync(join(folder, 'logs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const openDiagnostics = (
  sections: Readonly<Record<string, () => unknown>>,
  secrets: string[] = [],
) =>
  createDiagnostics({
    clock: createVirtualClock(),
    audit: { note: (note) => notes.push(note), recordInTransaction: (note) => notes.push(note) },
    profileFolder: folder,
    sections,
    listSecretsToRemove: async () => secrets,
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
  ])('masks %j as %j', (text, masked) => {
    expect(maskNumbers(text)).toBe(masked);
  });

  it('masks an account number anywhere in a log line', () => {
    const account = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 24 })
      .map((digits) => digits.join(''))
      // Excludes leading zeros, which no number in JSON has.
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
          expect(maskLogLine(line)).not.toContain(digits.slice(0, 15));
        }
      }),
    );
  });

  it('masks an account number split by blanks and dashes', () => {
    const digit = fc.integer({ min: 0, max: 9 }).map(String);
    const account = fc
      .tuple(digit, fc.array(fc.tuple(fc.constantFrom('', ' ', '-', '.', '/'), digit), SOME_DIGITS))
      .map(([first, rest]) => [first, ...rest.flat()].join(''))
      // A text that looks like a date is not masked: times stay in the log.
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
          const masked = maskLogLine(line).replaceAll(/[^\d*]/g, '');
          expect(masked).not.toContain(digits.slice(0, 5));
          expect(masked).toContain(`****${digits.slice(-4)}`);
        }
      }),
    );
  });

  it('keeps a masked log line valid JSON with its own fields', () => {
    const line =
      '{"level":30,"time":"2026-01-15T16:00:00.000Z","bytes":123456,"msg":"sent 501000000007"}';
    expect(JSON.parse(maskLogLine(line))).toEqual({
      level: 30,
      time: '2026-01-15T16:00:00.000Z',
      bytes: 123_456,
      msg: 'sent ****0007',
    });
  });
});

describe('support bundle', () => {
  it('contains each section, the masked log and the last problems', async () => {
    writeFileSync(
      join(folder, 'logs', 'log.txt'),
      [
        '{"level":30,"msg":"opened"}',
        '{"level":50,"msg":"refused for 501000000007"}',
        '{"level":40,"msg":"with MARK-secret"}',
        '',
      ].join('\n'),
    );
    const bundle = await openDiagnostics(
      {
        about: () => ({ mostrador: '1.0.0' }),
        broken: () => {
          throw new Error('the disk');
        },
        late: async () => ({ of: 'MARK-secret' }),
      },
      ['MARK-secret'],
    ).createSupportBundle(CARMEN, null);
    if (!bundle.ok) throw new Error('no zip');
    const content = readFileSync(bundle.value.file);
    expect(content.length).toBe(bundle.value.bytes);
    const inside = Object.fromEntries(
      Object.entries(unzipSync(content)).map(([name, entry]) => [
        name,
        Buffer.from(entry).toString(),
      ]),
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

  it('contains the three newest crash dumps, with the secrets blanked', async () => {
    mkdirSync(join(folder, 'crashes', 'pending'), { recursive: true });
    for (const number of [1, 2, 3, 4]) {
      const file = join(folder, 'crashes', 'pending', `${number}.dmp`);
      const secret = ['MARK-sécret', Buffer.from('MARK-sécret', 'utf16le').toString('latin1')];
      writeFileSync(file, `MDMP${number}${secret.join('-')}stack`, 'latin1');
      utimesSync(file, number, number);
    }
    writeFileSync(join(folder, 'crashes', 'settings.dat'), '');
    const bundle = await openDiagnostics({}, ['MARK-sécret']).createSupportBundle(CARMEN, null);
    if (!bundle.ok) throw new Error('no zip');
    const entries = Object.entries(unzipSync(readFileSync(bundle.value.file)));
    const dumps = entries.filter(([name]) => name.startsWith('crashes/'));
    expect(dumps.map(([name]) => name)).toEqual([
      'crashes/4.dmp',
      'crashes/3.dmp',
      'crashes/2.dmp',
    ]);
    for (const [, content] of dumps) {
      const text = Buffer.from(content).toString('latin1').replaceAll('\0', '');
      expect(text).toMatch(/^MDMP\d-stack$/);
    }
  });

  it('says why the crash dumps could not be read', async () => {
    writeFileSync(join(folder, 'crashes'), 'not a folder');
    const bundle = await openDiagnostics({}).createSupportBundle(CARMEN, null);
    if (!bundle.ok) throw new Error('no zip');
    const entries = unzipSync(readFileSync(bundle.value.file));
    const text = Buffer.from(entries['crashes/could-not-be-read.txt'] ?? []).toString();
    expect(text).toContain('ENOTDIR');
  });

  it('leaves no partial file when it cannot be written', async () => {
    writeFileSync(join(folder, 'exports'), '');
    const bundle = await openDiagnostics({}).createSupportBundle(CARMEN, null);
    expect(bundle).toMatchObject({ ok: false, problem: { kind: 'storage' } });
    expect(readdirSync(folder).sort()).toEqual(['exports', 'logs']);
    expect(notes).toEqual([]);
  });
});

it('removes a secret also in JSON-escaped and URL-encoded form', () => {
  const secret = 'a"b\\c d&e';
  const text = JSON.stringify({ one: secret, two: `https://x/?k=${encodeURIComponent(secret)}` });
  expect(removeSecrets(text, [secret])).toBe(
    '{"one":"[kept secret]","two":"https://x/?k=[kept secret]"}',
  );
});

describe('the file named by a command', () => {
  const write = (file: string) => openDiagnostics({ about: () => ({}) }).writeSupportBundle(file);
  const refusal = (reason: string) => ({ ok: false, problem: { kind: 'output-file', reason } });

  it('replaces an earlier bundle and an empty file, and nothing else', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'mostrador-bundles-'));
    const file = join(outside, 'bundle.zip');
    for (const times of [1, 2])
      expect([times, await write(file)]).toMatchObject([times, { ok: true }]);
    writeFileSync(file, '');
    expect(await write(file)).toMatchObject({ ok: true });
    const bundle = readFileSync(file);
    symlinkSync(file, join(outside, 'link.zip'));
    for (const [name, content] of [
      ['notes.txt', 'as it was'],
      ['budget.xlsx', 'PK\x03\x04 as it was'],
    ] as const) {
      writeFileSync(join(outside, name), content);
      expect(await write(join(outside, name))).toMatchObject(refusal('exists'));
      expect(readFileSync(join(outside, name), 'utf8')).toBe(content);
    }
    expect(await write(join(outside, 'link.zip'))).toMatchObject(refusal('exists'));
    expect(await write(outside)).toMatchObject(refusal('exists'));
    expect(readFileSync(file)).toEqual(bundle);
    rmSync(outside, { recursive: true });
  });

  it('writes no bundle into the profile, however the path is written, except into its exports', async () => {
    writeFileSync(join(folder, 'ledger-training.sqlite'), 'payments');
    symlinkSync(folder, `${folder}-link`);
    for (const file of [
      join(folder, 'ledger-training.sqlite'),
      join(folder, 'exports', '..', 'settings.json'),
      join(folder, 'new', 'folder', 'bundle.zip'),
      join(`${folder}-link`, 'key-production.json'),
    ]) {
      expect(await write(file)).toMatchObject(refusal('in-profile'));
    }
    rmSync(`${folder}-link`);
    expect(readdirSync(folder).sort()).toEqual(['ledger-training.sqlite', 'logs']);
    expect(await write(join(folder, 'exports', 'a.zip'))).toMatchObject({ ok: true });
  });
});
