import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const BORINGSSL = join(ROOT, 'tests/support/boringssl.mjs');

async function runWithBoringssl(script: string): Promise<unknown> {
  const args = ['--import', BORINGSSL, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout);
}

it('seals codes and encrypts backups with the ciphers and curves of Electron only', async () => {
  const script = `
    import { createCipheriv } from 'node:crypto';
    import { createCodeSealer, createDataKey } from './electron/settings/keys/index.ts';
    import * as age from './electron/settings/keys/age/index.ts';
    let missing = null;
    try { createCipheriv('chacha20-poly1305', Buffer.alloc(32), Buffer.alloc(12)); }
    catch (error) { missing = error.message; }
    const key = createDataKey();
    const sealer = createCodeSealer(() => key);
    const { identity, recipient } = await age.createRecoveryKeyPair();
    const sealed = await age.encryptToRecipient(recipient, key.bytes);
    const opened = Buffer.from(await age.decryptWithIdentity(identity, sealed));
    process.stdout.write(JSON.stringify({ missing, isSame: opened.equals(key.bytes), code: sealer.openText(sealer.sealText('1234', 'a'), 'a') }));
  `;
  expect(await runWithBoringssl(script)).toEqual({
    missing: 'Unknown cipher: chacha20-poly1305',
    isSame: true,
    code: '1234',
  });
});

it('keeps methods for the SFTP upload with the ciphers and curves of Electron only', async () => {
  const script = `
    import { createRequire } from 'node:module';
    const { DEFAULT_CIPHER, DEFAULT_KEX } = createRequire(import.meta.url)('ssh2/lib/protocol/constants.js');
    process.stdout.write(JSON.stringify([DEFAULT_CIPHER, DEFAULT_KEX]));
  `;
  const answer = JSON.stringify(await runWithBoringssl(script));
  for (const method of ['aes256-gcm@openssh.com', 'aes256-ctr', 'ecdh-sha2-nistp256'])
    expect(answer).toContain(method);
  expect(answer).not.toContain('chacha20');
});
