import { generate } from 'selfsigned';

const DAY_MS = 24 * 3_600_000;

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
  const commonOptions = {
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + 30 * DAY_MS),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
  const authority = await generate([{ name: 'commonName', value: 'CA of a test' }], {
    ...commonOptions,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    caPem: `${authority.cert.trim()}\n`,
    sign: async ({ dns, ips }) => {
      const certificate = await generate([{ name: 'commonName', value: dns[0] ?? 'a test' }], {
        ...commonOptions,
        ca: { key: authority.private, cert: authority.cert },
        extensions: [
          { name: 'basicConstraints', cA: false, critical: true },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: [
              ...dns.map((value) => ({ type: 2 as const, value })),
              ...ips.map((ip) => ({ type: 7 as const, ip })),
            ],
          },
        ],
      });
      return { certPem: `${certificate.cert.trim()}\n`, keyPem: `${certificate.private.trim()}\n` };
    },
  };
}
