import { X509Certificate } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import { readNamedFile } from '../platform/index.ts';

const MAX_FILE_BYTES = 1_000_000;

const DATA_URL_PATTERN = /^data:[\w/+.-]*;base64,/;

/**
 * Reads a file that a setting names, relative to `folder`, or the content of a `data:` URL; null if
 * it cannot be read, is larger than 1 MB or is no regular file.
 */
export async function readDataUrlOrFile(
  source: string,
  folder = process.cwd(),
): Promise<Buffer | null> {
  const [dataUrlStart] = DATA_URL_PATTERN.exec(source) ?? [];
  if (dataUrlStart !== undefined) {
    const content = Buffer.from(source.slice(dataUrlStart.length), 'base64');
    return content.length > MAX_FILE_BYTES ? null : content;
  }
  try {
    return await readNamedFile(isAbsolute(source) ? source : resolve(folder, source));
  } catch {
    return null;
  }
}

export function isCertificate(content: Buffer): boolean {
  return content.includes('-----BEGIN CERTIFICATE-----');
}

/**
 * SHA-256 fingerprint of the first certificate of a PEM text, in the format that browsers display;
 * null unless every certificate can be parsed.
 */
export function getCaFingerprint(pem: string): string | null {
  const pemBlocks =
    pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    const [first] = pemBlocks.map((block) => new X509Certificate(block).fingerprint256);
    return first ?? null;
  } catch {
    return null;
  }
}
