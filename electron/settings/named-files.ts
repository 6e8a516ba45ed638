import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { isLogo } from '../printing/index.ts';

const MAX_FILE_BYTES = 1_000_000;

/**
 * A file that a setting names, relative to `folder`; null if it cannot be read or is larger than
 * a megabyte.
 */
export async function readNamedFile(name: string, folder = process.cwd()): Promise<Buffer | null> {
  try {
    const content = await readFile(isAbsolute(name) ? name : resolve(folder, name));
    return content.length > MAX_FILE_BYTES ? null : content;
  } catch {
    return null;
  }
}

export function isCertificate(content: Buffer): boolean {
  return content.includes('-----BEGIN CERTIFICATE-----');
}

/**
 * SHA-256 of the first certificate of a PEM text, as browsers show it; null unless each of its
 * certificates can be read.
 */
export function getCaFingerprint(pem: string): string | null {
  const all = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    const [first] = all.map((one) => new X509Certificate(one).fingerprint256);
    return first ?? null;
  } catch {
    return null;
  }
}

/** The whole of it: half a picture would be missed on the first receipt. */
export function isPng(content: Buffer): boolean {
  return isLogo(content);
}
