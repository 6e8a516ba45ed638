import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthorityCertificate, createServerCertificate } from '../../platform/index.ts';

/** A certificate for localhost and 127.0.0.1, and the authority that a client has to trust. */
export interface TrainingCertificate {
  readonly caPem: string;
  readonly certPem: string;
  readonly keyPem: string;
}

const DAY_MS = 24 * 3_600_000;
const VALIDITY_DAYS = 397;
const MIN_REMAINING_DAYS = 30;

/**
 * Creates a certificate that is valid today by the machine's clock, not the service's, because the
 * client checks TLS with that clock. The authority's key is discarded after it has signed.
 */
async function createCertificate(): Promise<TrainingCertificate> {
  const authority = await createAuthorityCertificate('Mostrador training CA', VALIDITY_DAYS);
  const server = await createServerCertificate(authority, {
    name: 'localhost',
    dnsNames: ['localhost'],
    addresses: ['127.0.0.1', '::1'],
    validDays: VALIDITY_DAYS,
  });
  return {
    caPem: authority.certificatePem,
    certPem: server.certificatePem,
    keyPem: server.keyPem,
  };
}

export interface StoredTrainingCertificate extends TrainingCertificate {
  readonly caFile: string;
}

/**
 * Loads the certificate of a folder; creates a new one if it is missing, unreadable or about to
 * expire.
 */
export async function loadOrCreateCertificate(folder: string): Promise<StoredTrainingCertificate> {
  mkdirSync(folder, { recursive: true });
  const caFile = join(folder, 'training-ca.pem');
  const serverFile = join(folder, 'training-server.pem');
  const stored = readCertificate(caFile, serverFile);
  if (stored) return { ...stored, caFile };
  const created = await createCertificate();
  writeFileSync(serverFile, `${created.certPem}${created.keyPem}`, { mode: 0o600 });
  writeFileSync(caFile, created.caPem);
  return { ...created, caFile };
}

function readCertificate(caFile: string, serverFile: string): TrainingCertificate | null {
  try {
    const caPem = readFileSync(caFile, 'utf8');
    const pemText = readFileSync(serverFile, 'utf8');
    const [certPem = '', keyPem = ''] = pemText.split(/(?=-----BEGIN [A-Z ]*PRIVATE KEY-----)/);
    const server = new X509Certificate(certPem);
    const isFresh = Date.parse(server.validTo) - Date.now() > MIN_REMAINING_DAYS * DAY_MS;
    const isOurs = server.verify(new X509Certificate(caPem).publicKey);
    return isFresh && isOurs && keyPem !== '' ? { caPem, certPem, keyPem } : null;
  } catch {
    // A missing and a damaged certificate are handled alike: a new one is created.
    return null;
  }
}
