import {
  createAuthorityCertificate,
  createServerCertificate,
} from '../../../electron/platform/index.ts';

const VALID_DAYS = 30;

/**
 * A certificate authority. `sign` returns a server certificate for the given names and addresses.
 */
export interface CertificateAuthority {
  readonly caPem: string;
  sign(names: {
    readonly dns: readonly string[];
    readonly ips: readonly string[];
  }): Promise<{ readonly certPem: string; readonly keyPem: string }>;
}

export async function createCertificateAuthority(): Promise<CertificateAuthority> {
  const authority = await createAuthorityCertificate('CA of a test', VALID_DAYS);
  return {
    caPem: authority.certificatePem,
    sign: async ({ dns, ips }) => {
      const { certificatePem, keyPem } = await createServerCertificate(authority, {
        name: dns[0] ?? 'a test',
        dnsNames: dns,
        addresses: ips,
        validDays: VALID_DAYS,
      });
      return { certPem: certificatePem, keyPem };
    },
  };
}
