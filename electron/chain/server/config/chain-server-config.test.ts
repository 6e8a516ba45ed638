import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  chainServerConfigSchema,
  getConfigFile,
  readChainServerConfig,
} from './chain-server-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'mostrador-office-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'correct-horse-battery';
const validConfig = {
  hosts: ['db.example:5432', '[::1]:5433'],
  database: 'chain',
  ca: '-----BEGIN CERTIFICATE-----',
  maker: { user: 'chain_maker', password: SECRET },
  hooks: { port: 8443, tokens: ['A'.repeat(43)] },
};
const writeConfig = (content: unknown, mode = 0o600, name = 'chain.json'): string => {
  const file = join(folder, name);
  rmSync(file, { force: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  chmodSync(file, mode);
  return file;
};
const getReadResult = (file: string, env = {}): Promise<string> =>
  readChainServerConfig(file, env).then(
    () => 'read',
    (error: unknown) => String(error),
  );

describe('the configuration file of the process', () => {
  it('reads a configuration that only its owner can read', async () => {
    expect(await readChainServerConfig(writeConfig(validConfig), {})).toEqual(validConfig);
    expect(await readChainServerConfig(writeConfig(validConfig, 0o400), {})).toEqual(validConfig);
  });

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o660, 0o622, 0o777])(
    'rejects a configuration that others can read or write: %o',
    async (mode) => {
      expect(await getReadResult(writeConfig(validConfig, mode))).toContain('chmod 600');
    },
  );

  it('accepts group-readable secrets only inside the credentials folder', async () => {
    const env = { CREDENTIALS_DIRECTORY: folder };
    expect(getConfigFile(undefined, env)).toBe(join(folder, 'chain.json'));
    expect(getConfigFile('other.json', env)).toBe('other.json');
    expect(await getReadResult(writeConfig(validConfig, 0o440), env)).toBe('read');
    expect(await getReadResult(writeConfig(validConfig, 0o444), env)).toContain('chmod 600');
  });

  it('has exactly the fields that docs/chain.md lists', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../../docs/chain.md'), 'utf8');
    const section = document.split('## The file of the process')[1]?.split('###')[0] ?? '';
    const rows = [...section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].map(
      ([, names]) => names ?? '',
    );
    const listedNames = rows.flatMap((names) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(listedNames.sort()).toEqual(Object.keys(chainServerConfigSchema.shape).sort());
  });

  it('rejects a configuration that is a link, is missing, or is not JSON', async () => {
    const link = join(folder, 'link.json');
    symlinkSync(writeConfig(validConfig), link);
    expect(await getReadResult(link)).toContain('not a link');
    expect(await getReadResult(join(folder, 'none.json'))).toContain('must be a readable file');
    expect(await getReadResult(writeConfig(`{"password":"${SECRET}`))).toMatch(
      /chain\.json: this is not valid JSON\. Correct it, and run this again\.$/,
    );
  });

  it.each([
    [
      { ...validConfig, hosts: ['db.example:0'] },
      'hosts.0 is invalid: a name or an address with a port',
    ],
    [{ ...validConfig, hosts: [] }, 'hosts is invalid'],
    [
      { ...validConfig, maker: { user: 'x', password: SECRET, pasword: '' } },
      'maker.pasword is not a',
    ],
    [
      { ...validConfig, hooks: { tokens: [SECRET] } },
      'hooks.tokens.0 is invalid: must be 32 bytes',
    ],
    [{ ...validConfig, uploads: true }, 'uploads is not a known field'],
    [[validConfig], 'the file is invalid'],
  ])(
    'names the invalid field of a configuration, and shows no secret: %#',
    async (content, expectedText) => {
      const message = await getReadResult(writeConfig(content));
      expect(message).toContain(expectedText);
      expect(message).not.toContain(SECRET);
    },
  );
});
