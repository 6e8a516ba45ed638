import { generate } from 'selfsigned';

const DAY_MS = 24 * 3_600_000;

/** An authority, and what it signs for the server: the names and addresses that it may bear. */
export interface CertificateAuthority {
  readonly caPem: string;
  sign(names: {
    readonly dns: readonly string[];
    readonly ips: readonly string[];
  }): Promise<{ readonly certPem: string; readonly keyPem: string }>;
}

export async function createCertificateAuthority(): Promise<CertificateAuthority> {
  const kind = {
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + 30 * DAY_MS),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
  const own = await generate([{ name: 'commonName', value: 'CA of a test' }], {
    ...kind,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    caPem: `${own.cert.trim()}\n`,
    sign: async ({ dns, ips }) => {
      const signed = await generate([{ name: 'commonName', value: dns[0] ?? 'a test' }], {
        ...kind,
        ca: { key: own.private, cert: own.cert },
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
      return { certPem: `${signed.cert.trim()}\n`, keyPem: `${signed.private.trim()}\n` };
    },
  };
}
