import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { isLogo } from '../printing/index.ts';

const MOST_FILE_BYTES = 1_000_000;

/**
 * A file that a setting names, relative to `folder`; null if it cannot be read or is larger than
 * a megabyte.
 */
export async function readNamedFile(name: string, folder = process.cwd()): Promise<Buffer | null> {
  try {
    const content = await readFile(isAbsolute(name) ? name : resolve(folder, name));
    return content.length > MOST_FILE_BYTES ? null : content;
  } catch {
    return null;
  }
}

export function isCertificate(content: Buffer): boolean {
  return content.includes('-----BEGIN CERTIFICATE-----');
}

/** The whole of it: half a picture would be missed on the first receipt. */
export function isPng(content: Buffer): boolean {
  return isLogo(content);
}
