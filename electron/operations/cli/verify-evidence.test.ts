import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEvidenceKeyPair } from '../../counter/claims/index.ts';
import { attachEvidenceToPdf, buildEvidenceCode } from '../../counter/claims/testing/index.ts';
import { runCli } from './run-cli.ts';

const PAIR = createEvidenceKeyPair(Buffer.alloc(32, 1));
const FACTS = {
  till: 'mostrador 07',
  claim: '3',
  payment: '9d463665-09f4-4aeb-a90d-947c11c91b68',
  biller: '40 CFE',
  account: '501000000007',
  amount: '549.00 MXN',
  date: '2026-11-26T18:49:20Z',
  outcome: 'paid',
  authorization: '48586',
  made: '2026-11-27T10:00:00Z',
};
const SHEET = 'Hoja de reclamo 3';
const CODE = buildEvidenceCode(FACTS, SHEET, PAIR);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-evidence-'));
  write('keys.txt', `Caja 07: ${PAIR.publicKey.text}\n`);
  write('code.txt', CODE);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
}

async function run(...args: readonly string[]) {
  let output = '';
  const add = (text: string): void => {
    output += text;
  };
  const code = await runCli({
    args: ['verify-evidence', ...args],
    workingFolder: folder,
    version: '1.0.0',
    write: add,
    writeError: add,
  });
  return { code, output };
}

describe('mostrador-cli verify-evidence', () => {
  it('says that a sheet is valid, with what the till signed', async () => {
    const { code, output } = await run('code.txt', 'keys.txt');
    expect(code).toBe(0);
    expect(output).toMatch(/^Valid: /);
    expect(output).toContain('Amount: 549.00 MXN');
    expect(output).toContain('External id: 9d463665-09f4-4aeb-a90d-947c11c91b68');
  });

  it('shows the whole sheet of a PDF file', async () => {
    const pdf = Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF\n');
    write('sheet.pdf', attachEvidenceToPdf(pdf, CODE, SHEET));
    const { code, output } = await run('sheet.pdf', 'keys.txt');
    expect(code).toBe(0);
    expect(output).toContain('The whole sheet:\nHoja de reclamo 3');
  });

  it('says that a changed sheet is altered', async () => {
    write('code.txt', CODE.replace('549.00', '5.00'));
    const { code, output } = await run('code.txt', 'keys.txt');
    expect([code, output]).toEqual([
      15,
      'Altered: the signature does not match. Do not rely on code.txt.\n',
    ]);
  });

  it('says that no given key signed a sheet', async () => {
    write('keys.txt', createEvidenceKeyPair(Buffer.alloc(32, 2)).publicKey.text);
    const { code, output } = await run('code.txt', 'keys.txt');
    expect(code).toBe(16);
    expect(output).toMatch(/^Unknown key [0-9a-f]{8}: /);
  });

  it.each([
    [[], /^Use: mostrador-cli verify-evidence FILE KEY-FILE/],
    [['code.txt'], /^Use: /],
    [['code.txt', 'keys.txt', 'other.txt'], /^Use: /],
    [['code.txt', '--key=keys.txt'], /^Use: /],
    [['none.txt', 'keys.txt'], /none\.txt/],
    [['code.txt', 'code.txt'], /contains no public key/],
    [['keys.txt', 'keys.txt'], /contains no code/],
  ])('ends with 1 and the reason for %j', async (args, reason) => {
    const { code, output } = await run(...args);
    expect(code).toBe(1);
    expect(output).toMatch(reason);
  });
});
