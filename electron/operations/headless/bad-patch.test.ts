import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPatchedTill } from './apply-patch-file.fixture.ts';

const at = createPatchedTill();
const { writePatch, apply, readState, readAuditNotes } = at;

describe('an invalid patch file', () => {
  const nested = `${'{"shop":'.repeat(40)}1${'}'.repeat(40)}`;
  const invalidPatches: readonly (readonly [string, () => string, number, RegExp])[] = [
    ['that does not exist', () => join(at.folder, 'none.json'), 8, /must be a readable file/],
    ['that is a folder', () => at.machine.folder, 8, /must be a regular file/],
    ['without JSON', () => writePatch('apiKey: x'), 8, /a JSON file/],
    ['that is truncated', () => writePatch('{"apiKey": "x"'), 8, /a JSON file/],
    ['that is empty', () => writePatch(''), 8, /a JSON file/],
    ['that is a list', () => writePatch([]), 8, /a JSON object/],
    ['that is a text', () => writePatch('"x"'), 8, /a JSON object/],
    ['that is huge', () => writePatch(`{"x":"${'x'.repeat(300_000)}"}`), 8, /at most 256 kB/],
    ['that is deeply nested', () => writePatch(nested), 8, /shop/],
    ['of wrong types', () => writePatch({ lockAfterMinutes: '3' }), 8, /lockAfterMinutes/],
    ['with an unknown field', () => writePatch({ apikey: 'x' }), 8, /apikey.*unknown field/],
    ['with an unknown field inside', () => writePatch({ shop: { nmae: 'x' } }), 8, /shop\.nmae/],
    ['with a __proto__ field', () => writePatch('{"__proto__":{"shop":1}}'), 8, /__proto__/],
    ['that removes a required field', () => writePatch({ shop: null }), 8, /shop/],
    ['with an http address', () => writePatch({ baseUrl: 'http://example.com' }), 8, /https/],
    ['of another till', () => writePatch({ posNumber: '08' }), 8, /another till/],
    ['of another chain', () => writePatch({ chainName: 'otra' }), 8, /another till/],
    ['whose logo does not exist', () => writePatch({ shop: { logo: 'no.png' } }), 8, /shop\.logo/],
    [
      'whose secrets are missing',
      () => writePatch({ reconciliation: { host: 'h', user: 'u', uploads: true } }),
      8,
      /reconciliation\.password/,
    ],
    [
      'of an environment that was never set up',
      () => writePatch({ environment: 'production' }),
      8,
      /./,
    ],
    ['with keys that the service refuses', () => writePatch({ secretKey: 'wrong' }), 10, /keys/],
    ['with an unreachable service', () => writePatch({ baseUrl: 'https://127.0.0.1:9' }), 10, /./],
    [
      'with a printer that does not answer',
      () =>
        writePatch({
          printer: { kind: 'network', address: 'tcp://127.0.0.1:9', model: 'epson', columns: 48 },
        }),
      10,
      /printer/,
    ],
    [
      'with a server that does not answer',
      () =>
        writePatch({
          reconciliation: { host: '127.0.0.1', port: 9, user: 'u', password: 'p', uploads: true },
        }),
      10,
      /./,
    ],
    [
      'with a missing backup folder',
      () => writePatch({ backup: { folder: '/nowhere/at/all' } }),
      10,
      /folder/,
    ],
  ];

  it.each(invalidPatches)(
    'rejects a patch %s and keeps the old settings',
    async (_name, writeBadPatch, code, expectedText) => {
      const before = await readState();
      const outcome = await apply(writeBadPatch());
      expect(outcome.code, outcome.lines.join('\n')).toBe(code);
      expect(outcome.lines.join('\n')).toMatch(expectedText);
      expect(outcome.lines.join('\n')).toContain('the old settings stay in force');
      expect(outcome.problem).not.toBeNull();
      expect(await readState()).toEqual(before);
      expect(await readAuditNotes()).toEqual([]);
    },
  );

  it('reads a patch with a byte order mark', async () => {
    expect(await apply(writePatch('\uFEFF{"lockAfterMinutes":4}'))).toMatchObject({ code: 0 });
  });

  it.skipIf(process.platform === 'win32')(
    'rejects a patch that is a symbolic or hard link',
    async () => {
      const file = writePatch({ lockAfterMinutes: 4 });
      const softLink = join(at.folder, 'soft.json');
      symlinkSync(file, softLink);
      expect(await apply(softLink)).toMatchObject({
        code: 8,
        lines: [expect.stringMatching(/link/), expect.anything()],
      });
      linkSync(file, join(at.folder, 'hard.json'));
      expect(await apply(file)).toMatchObject({ code: 8 });
      expect(at.settings.getActiveTillSettings()?.lockAfterMinutes).toBeUndefined();
    },
  );

  it.skipIf(process.platform === 'win32')('rejects a patch that others can write', async () => {
    const outcome = await apply(writePatch({ lockAfterMinutes: 4 }, 'open.json', 0o666));
    expect(outcome.code).toBe(8);
    expect(outcome.lines.join()).toContain('must not be writable by anybody else');
  });

  it.skipIf(process.getuid?.() !== 0)('rejects a patch that another user owns', async () => {
    const { chownSync } = await import('node:fs');
    const file = writePatch({ lockAfterMinutes: 4 });
    chownSync(file, 65_534, 65_534);
    const outcome = await apply(file);
    expect(outcome.code).toBe(8);
    expect(outcome.lines.join()).toContain('must belong to the account that runs the till');
  });
});
