import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPatchedTill } from './apply-patch-file.fixture.ts';

const at = createPatchedTill();
const { put, apply, state, noted } = at;

describe('an invalid patch file', () => {
  const nested = `${'{"shop":'.repeat(40)}1${'}'.repeat(40)}`;
  const invalidPatches: readonly (readonly [string, () => string, number, RegExp])[] = [
    ['that does not exist', () => join(at.folder, 'none.json'), 8, /can be read/],
    ['that is a folder', () => at.machine.folder, 8, /a plain file/],
    ['without JSON', () => put('apiKey: x'), 8, /a JSON file/],
    ['that is truncated', () => put('{"apiKey": "x"'), 8, /a JSON file/],
    ['that is empty', () => put(''), 8, /a JSON file/],
    ['that is a list', () => put([]), 8, /a JSON object/],
    ['that is a text', () => put('"x"'), 8, /a JSON object/],
    ['that is huge', () => put(`{"x":"${'x'.repeat(300_000)}"}`), 8, /at most 256 kB/],
    ['that is deeply nested', () => put(nested), 8, /shop/],
    ['of wrong types', () => put({ lockAfterMinutes: '3' }), 8, /lockAfterMinutes/],
    ['with an unknown field', () => put({ apikey: 'x' }), 8, /apikey.*unknown field/],
    ['with an unknown field inside', () => put({ shop: { nmae: 'x' } }), 8, /shop\.nmae/],
    ['with a __proto__ field', () => put('{"__proto__":{"shop":1}}'), 8, /__proto__/],
    ['that removes a required field', () => put({ shop: null }), 8, /shop/],
    ['with an http address', () => put({ baseUrl: 'http://example.com' }), 8, /https/],
    ['of another till', () => put({ posNumber: '08' }), 8, /another one/],
    ['of another chain', () => put({ chainName: 'otra' }), 8, /another one/],
    ['whose logo does not exist', () => put({ shop: { logo: 'no.png' } }), 8, /shop\.logo/],
    [
      'whose secrets are missing',
      () => put({ reconciliation: { host: 'h', user: 'u', uploads: true } }),
      8,
      /reconciliation\.password/,
    ],
    ['of an environment that was never set up', () => put({ environment: 'production' }), 8, /./],
    ['with keys that the service refuses', () => put({ secretKey: 'wrong' }), 10, /keys/],
    ['with an unreachable service', () => put({ baseUrl: 'https://127.0.0.1:9' }), 10, /./],
    [
      'with a printer that does not answer',
      () =>
        put({
          printer: { kind: 'network', address: 'tcp://127.0.0.1:9', model: 'epson', columns: 48 },
        }),
      10,
      /printer/,
    ],
    [
      'with a server that does not answer',
      () =>
        put({
          reconciliation: { host: '127.0.0.1', port: 9, user: 'u', password: 'p', uploads: true },
        }),
      10,
      /./,
    ],
    [
      'with a missing backup folder',
      () => put({ backup: { folder: '/nowhere/at/all' } }),
      10,
      /folder/,
    ],
  ];

  it.each(invalidPatches)(
    'rejects a patch %s and keeps the old settings',
    async (_name, writePatch, code, expectedText) => {
      const before = await state();
      const outcome = await apply(writePatch());
      expect(outcome.code, outcome.lines.join('\n')).toBe(code);
      expect(outcome.lines.join('\n')).toMatch(expectedText);
      expect(outcome.lines.join('\n')).toContain('the old settings are in force');
      expect(outcome.problem).not.toBeNull();
      expect(await state()).toEqual(before);
      expect(await noted()).toEqual([]);
    },
  );

  it('reads a patch with a byte order mark', async () => {
    expect(await apply(put('\uFEFF{"lockAfterMinutes":4}'))).toMatchObject({ code: 0 });
  });

  it.skipIf(process.platform === 'win32')(
    'rejects a patch that is a symbolic or hard link',
    async () => {
      const file = put({ lockAfterMinutes: 4 });
      const softLink = join(at.folder, 'soft.json');
      symlinkSync(file, softLink);
      expect(await apply(softLink)).toMatchObject({
        code: 8,
        lines: [expect.stringMatching(/link/), expect.anything()],
      });
      linkSync(file, join(at.folder, 'hard.json'));
      expect(await apply(file)).toMatchObject({ code: 8 });
      expect(at.settings.active()?.lockAfterMinutes).toBeUndefined();
    },
  );

  it.skipIf(process.platform === 'win32')('rejects a patch that others can write', async () => {
    const outcome = await apply(put({ lockAfterMinutes: 4 }, 'open.json', 0o666));
    expect(outcome.code).toBe(8);
    expect(outcome.lines.join()).toContain('nobody else can write');
  });

  it.skipIf(process.getuid?.() !== 0)('rejects a patch that another user owns', async () => {
    const { chownSync } = await import('node:fs');
    const file = put({ lockAfterMinutes: 4 });
    chownSync(file, 65_534, 65_534);
    const outcome = await apply(file);
    expect(outcome.code).toBe(8);
    expect(outcome.lines.join()).toContain('belongs to whoever runs the till');
  });
});
