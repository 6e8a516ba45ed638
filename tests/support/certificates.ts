import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { getTrainingFolder } from '../../electron/platform/profile-paths.ts';
import {
  loadOrCreateCertificate,
  type StoredTrainingCertificate,
} from '../../electron/training/http/certificate.ts';

/** The certificate that the services of all test files share, because creating one is slow. */
export const TEST_CERTIFICATE_FOLDER = join(
  import.meta.dirname,
  '..',
  '..',
  'out',
  'test',
  'certificates',
);

export function loadTestCertificate(): Promise<StoredTrainingCertificate> {
  return loadOrCreateCertificate(TEST_CERTIFICATE_FOLDER);
}

/** Gives a profile this certificate before its first start, as if its training service had created it. */
export function copyTestCertificate(profile: string): void {
  const folder = getTrainingFolder(profile);
  mkdirSync(folder);
  for (const file of ['training-ca.pem', 'training-server.pem']) {
    copyFileSync(join(TEST_CERTIFICATE_FOLDER, file), join(folder, file));
  }
}

/** Vitest calls this once before the test files, which would otherwise all create the certificate. */
export async function setup(): Promise<void> {
  await loadTestCertificate();
}

/**
 * Makes one certificate, which no test needs, the system's store for this process and those that it
 * starts: each client reads the whole store, and several hundred certificates take longer than most
 * tests.
 */
export function applySmallCertificateStore(): void {
  const emptyFolder = join(TEST_CERTIFICATE_FOLDER, 'no-others');
  mkdirSync(emptyFolder, { recursive: true });
  const file = join(TEST_CERTIFICATE_FOLDER, 'system.pem');
  writeFileSync(file, rootCertificates[0] ?? '');
  process.env.SSL_CERT_FILE = file;
  process.env.SSL_CERT_DIR = emptyFolder;
}
