import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consumePinFile } from './pin-file.ts';
import { backedUpLedger, LUIS } from './restore.fixture.ts';

const till = backedUpLedger();

describe('consumePinFile', () => {
  const writePinFile = (content: string | Uint8Array): string => {
    const file = join(till.ledger.folder, 'pin.json');
    writeFileSync(file, content);
    return file;
  };

  it('reads a PIN file once and deletes it', async () => {
    const file = writePinFile(`\uFEFF${JSON.stringify(LUIS)}\n`);
    expect(await consumePinFile('--pin', file)).toEqual(LUIS);
    expect(existsSync(file)).toBe(false);
    await expect(consumePinFile('--pin', file)).rejects.toThrow('cannot be read');
  });

  it.each(['', '{', '{"pin":"1"}', '[]', JSON.stringify({ ...LUIS, more: 1 })])(
    'rejects and keeps a file that is not a PIN file: %s',
    async (content) => {
      const file = writePinFile(content);
      await expect(consumePinFile('--insist', file)).rejects.toThrow('left as it is');
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );

  it('rejects and keeps a backup that is named instead of a PIN file', async () => {
    const before = readFileSync(till.backup);
    await expect(consumePinFile('--insist', till.backup)).rejects.toThrow('left as it is');
    expect(readFileSync(till.backup).equals(before)).toBe(true);
    await expect(consumePinFile('--insist', till.ledger.folder)).rejects.toThrow();
    expect(existsSync(till.ledger.folder)).toBe(true);
  });
});
