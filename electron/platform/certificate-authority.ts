/** A certificate and its private key, each as PEM text that ends with a line break. */
export interface CertificateWithKey {
  readonly certificatePem: string;
  readonly keyPem: string;
}

const DAY_MS = 24 * 3_600_000;

/** Creates the certificate of an authority. It is valid from yesterday by the computer's clock. */
export async function createAuthorityCertificate(
  name: string,
  validDays: number,
): Promise<CertificateWithKey> {
  // Loaded only when needed: a till that has its certificates starts without it.
  const { generate } = await import('selfsigned');
  return toCertificateWithKey(
    await generate([{ name: 'commonName', value: name }], {
      ...getCommonOptions(validDays),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    }),
  );
}

/**
 * Creates the certificate of a server that is reached by any of these names and addresses, signed by
 * the authority. It is valid from yesterday by the computer's clock.
 */
export async function createServerCertificate(
  authority: CertificateWithKey,
  {
    name,
    dnsNames,
    addresses,
    validDays,
  }: {
    readonly name: string;
    readonly dnsNames: readonly string[];
    readonly addresses: readonly string[];
    readonly validDays: number;
  },
): Promise<CertificateWithKey> {
  const { generate } = await import('selfsigned');
  return toCertificateWithKey(
    await generate([{ name: 'commonName', value: name }], {
      ...getCommonOptions(validDays),
      ca: { key: authority.keyPem, cert: authority.certificatePem },
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            ...dnsNames.map((value) => ({ type: 2 as const, value })),
            ...addresses.map((ip) => ({ type: 7 as const, ip })),
          ],
        },
      ],
    }),
  );
}

function getCommonOptions(validDays: number) {
  return {
    // The clock of a client may be a day behind.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + validDays * DAY_MS),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
}

function toCertificateWithKey(generated: {
  readonly cert: string;
  readonly private: string;
}): CertificateWithKey {
  return {
    certificatePem: `${generated.cert.trim()}\n`,
    keyPem: `${generated.private.trim()}\n`,
  };
}
