import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type CertificateWithKey,
  createAuthorityCertificate,
  createServerCertificate,
} from '../../../../platform/index.ts';
import type { HostComputer } from './host-computer.ts';
import { readHostFile, writeHostFile } from './host-files.ts';

/** The chain's own certificate authority, which the tills trust and nothing else does. */
export type HostAuthority = CertificateWithKey;

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
  const authority = await createAuthorityCertificate('Mostrador chain', AUTHORITY_DAYS);
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

/** Creates a certificate for the address of the tills and for this computer itself. */
export async function createHostCertificate(
  authority: HostAuthority,
  address: string,
): Promise<ServerCertificate> {
  const isAddress = isIP(address) !== 0;
  const created = await createServerCertificate(authority, {
    name: address,
    dnsNames: isAddress ? ['localhost'] : [address, 'localhost'],
    addresses: isAddress ? [address, '127.0.0.1'] : ['127.0.0.1'],
    validDays: SERVER_DAYS,
  });
  return {
    certificatesPem: `${created.certificatePem}${authority.certificatePem}`,
    keyPem: created.keyPem,
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
