import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  // Loaded only when needed: a till that has its certificate starts without it.
  const { generate } = await import('selfsigned');
  const dates = {
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + VALIDITY_DAYS * DAY_MS),
  };
  const keyOptions = { ...dates, keyType: 'ec', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: 'Mostrador training CA' }], {
    ...keyOptions,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...keyOptions,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return {
    caPem: `${authority.cert.trim()}\n`,
    certPem: `${server.cert.trim()}\n`,
    keyPem: `${server.private.trim()}\n`,
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
