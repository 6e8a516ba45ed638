import { createPrivateKey } from 'node:crypto';
import { fail, ok, type Result, type SettingsPatchFiles } from '../../shared/contract/index.ts';
import { getCaFingerprint, readDataUrlOrFile } from './file-source.ts';
import { isPlainObject } from './merge-patch.ts';

type Patch = Readonly<Record<string, unknown>>;

/** Returns the patch with the text of the files that a person chose for some of its settings. */
export async function mergePatchFiles(
  patch: Patch,
  files: SettingsPatchFiles,
): Promise<Result<Patch>> {
  const texts = {
    privateKey: await readText(files['reconciliation.privateKey']),
    chain: await readText(files.chain),
    ca: await readText(files['chain.ca']),
  };
  const merged: Record<string, unknown> = { ...patch };
  if (texts.privateKey !== undefined) {
    if (texts.privateKey === null) return fail({ kind: 'setting', reason: 'sftp-key-unreadable' });
    if (!isPrivateKey(texts.privateKey)) {
      return fail({ kind: 'setting', reason: 'sftp-key-not-a-key' });
    }
    merged.reconciliation = { ...Object(patch.reconciliation), privateKey: texts.privateKey };
  }
  if (texts.chain !== undefined) {
    const chain = parseChainBlock(texts.chain);
    if (chain === null) return fail({ kind: 'setting', reason: 'chain-file' });
    // The shop of an earlier enrolment does not stay.
    merged.chain = { shop: null, ...chain };
  }
  if (texts.ca !== undefined) {
    if (texts.ca === null || getCaFingerprint(texts.ca) === null) {
      return fail({ kind: 'setting', reason: 'chain-ca' });
    }
    merged.chain = { ...Object(patch.chain), ca: texts.ca };
  }
  return ok(merged);
}

/** Null if the file cannot be read; undefined if there is none. */
async function readText(file: SettingsPatchFiles['chain']): Promise<string | null | undefined> {
  if (file === undefined || file.kind === 'text') return file?.text;
  return (await readDataUrlOrFile(file.path))?.toString('utf8') ?? null;
}

/** Reads the `chain` block of a provisioning file; null if the text has none. */
function parseChainBlock(text: string | null): Patch | null {
  try {
    const json: unknown = JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
    return isPlainObject(json) && isPlainObject(json.chain) ? json.chain : null;
  } catch {
    return null;
  }
}

/** Accepts PEM, which Node reads, and the OpenSSH format, which the SFTP client reads. */
function isPrivateKey(text: string): boolean {
  if (text.length > 20_000) return false;
  if (/-----BEGIN OPENSSH PRIVATE KEY-----[\s\S]+-----END OPENSSH PRIVATE KEY-----/.test(text)) {
    return true;
  }
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}
