import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getConfigFile, officeConfigSchema, readOfficeConfig } from './office-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'mostrador-office-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'correct-horse-battery';
const whole = {
  hosts: ['db.example:5432', '[::1]:5433'],
  database: 'chain',
  ca: '-----BEGIN CERTIFICATE-----',
  maker: { user: 'chain_maker', password: SECRET },
  hooks: { port: 8443, tokens: ['A'.repeat(43)] },
};
const put = (content: unknown, mode = 0o600, name = 'chain.json'): string => {
  const file = join(folder, name);
  rmSync(file, { force: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  chmodSync(file, mode);
  return file;
};
const wrong = (file: string, env = {}): Promise<string> =>
  readOfficeConfig(file, env).then(
    () => 'read',
    (error: unknown) => String(error),
  );

describe("the process's own file", () => {
  it('is read where it is for its owner alone', async () => {
    expect(await readOfficeConfig(put(whole), {})).toEqual(whole);
    expect(await readOfficeConfig(put(whole, 0o400), {})).toEqual(whole);
  });

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o660, 0o622, 0o777])(
    'is refused where others may read or write it: %o',
    async (mode) => {
      expect(await wrong(put(whole, mode))).toContain('chmod 600');
    },
  );

  it('accepts group-readable secrets only inside the credentials folder', async () => {
    const env = { CREDENTIALS_DIRECTORY: folder };
    expect(getConfigFile(undefined, env)).toBe(join(folder, 'chain.json'));
    expect(getConfigFile('other.json', env)).toBe('other.json');
    expect(await wrong(put(whole, 0o440), env)).toBe('read');
    expect(await wrong(put(whole, 0o444), env)).toContain('chmod 600');
  });

  it('has the fields that docs/chain.md lists, and no others', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/chain.md'), 'utf8');
    const part = page.split('## The file of the process')[1]?.split('###')[0] ?? '';
    const rows = [...part.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].map(([, names]) => names ?? '');
    const listed = rows.flatMap((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(listed.sort()).toEqual(Object.keys(officeConfigSchema.shape).sort());
  });

  it('is refused where it is a link, is missing, or is no JSON', async () => {
    const link = join(folder, 'link.json');
    symlinkSync(put(whole), link);
    expect(await wrong(link)).toContain('not a link');
    expect(await wrong(join(folder, 'none.json'))).toContain('a file that can be read');
    expect(await wrong(put(`{"password":"${SECRET}`))).toMatch(/chain\.json: this is not JSON\.$/);
  });

  it.each([
    [{ ...whole, hosts: ['db.example'] }, 'hosts.0 does not fit: host:port'],
    [{ ...whole, hosts: [] }, 'hosts does not fit'],
    [{ ...whole, maker: { user: 'x', password: SECRET, pasword: '' } }, 'maker.pasword is not a'],
    [{ ...whole, hooks: { tokens: [SECRET] } }, 'hooks.tokens.0 does not fit: 32 bytes'],
    [{ ...whole, uploads: true }, 'uploads is not a field of it'],
    [[whole], 'the file does not fit'],
  ])('names the field that is wrong, and shows nothing secret: %#', async (content, words) => {
    const said = await wrong(put(content));
    expect(said).toContain(words);
    expect(said).not.toContain(SECRET);
  });
});
