import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { HostComputer } from './host-computer.ts';
import { readHostFile, writeHostFile } from './host-files.ts';

/** The chain's own certificate authority, which the tills trust and nothing else does. */
export interface HostAuthority {
  readonly certificatePem: string;
  readonly keyPem: string;
}

export interface ServerCertificate {
  /** With the authority's certificate, which a till that joins by a code reads from the server. */
  readonly certificatesPem: string;
  readonly keyPem: string;
}

const DAY_MS = 24 * 3_600_000;
const AUTHORITY_DAYS = 7_300;
const SERVER_DAYS = 3_650;
/** Such a certificate is replaced the next time that `chain host` runs. */
const MIN_REMAINING_DAYS = 365;

/** Loads the authority; creates it once. */
export async function loadOrCreateAuthority(computer: HostComputer): Promise<HostAuthority> {
  const stored = readHostFile(computer, 'authority');
  if (stored !== null) return parseAuthority(stored);
  const authority = await createAuthority();
  await writeHostFile(computer, 'authority', `${authority.certificatePem}${authority.keyPem}`);
  return authority;
}

/** Throws if the text does not contain a certificate and its key. */
export function parseAuthority(text: string): HostAuthority {
  const [certificatePem = '', keyPem = ''] = text.split(/(?=-----BEGIN [A-Z ]*PRIVATE KEY-----)/);
  if (new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem))) {
    return { certificatePem, keyPem };
  }
  throw new Error('The key of the authority does not belong to its certificate.');
}

async function createAuthority(): Promise<HostAuthority> {
  const { generate } = await import('selfsigned');
  const created = await generate([{ name: 'commonName', value: 'Mostrador chain' }], {
    ...getCommonOptions(AUTHORITY_DAYS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { certificatePem: toPem(created.cert), keyPem: toPem(created.private) };
}

/** Creates a certificate for the address of the tills and for this computer itself. */
export async function createServerCertificate(
  authority: HostAuthority,
  address: string,
): Promise<ServerCertificate> {
  const { generate } = await import('selfsigned');
  const isAddress = isIP(address) !== 0;
  const created = await generate([{ name: 'commonName', value: address }], {
    ...getCommonOptions(SERVER_DAYS),
    ca: { key: authority.keyPem, cert: authority.certificatePem },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          isAddress ? { type: 7, ip: address } : { type: 2, value: address },
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return {
    certificatesPem: `${toPem(created.cert)}${authority.certificatePem}`,
    keyPem: toPem(created.private),
  };
}

/** Whether the certificate is the authority's, for this address and this key, and valid long enough. */
export function isServerCertificateFit(
  { certificatesPem, keyPem }: ServerCertificate,
  authority: HostAuthority,
  address: string,
): boolean {
  try {
    const certificate = new X509Certificate(certificatesPem);
    const remainingMs = Date.parse(certificate.validTo) - Date.now();
    const checkAddress = isIP(address) !== 0 ? certificate.checkIP : certificate.checkHost;
    return (
      certificate.verify(new X509Certificate(authority.certificatePem).publicKey) &&
      certificate.checkPrivateKey(createPrivateKey(keyPem)) &&
      certificatesPem.includes(authority.certificatePem.trim()) &&
      checkAddress.call(certificate, address) !== undefined &&
      remainingMs > MIN_REMAINING_DAYS * DAY_MS
    );
  } catch {
    // A damaged file is replaced like a missing one.
    return false;
  }
}

function getCommonOptions(days: number) {
  return {
    // The clock of a till may be a day behind.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + days * DAY_MS),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
}

function toPem(text: string): string {
  return `${text.trim()}\n`;
}
