import { connect as connectSocket } from 'node:net';
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { type ChainResult, toChainProblem } from './chain-problem.ts';

/** The request of PostgreSQL's protocol to continue with TLS. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]);
const TIMEOUT_MS = 5_000;

/**
 * Returns, in PEM, the certificate that the server shows and `isAuthority` recognizes by its DER;
 * null if it shows none. Sends no login: the caller does not trust the server yet.
 */
export async function fetchServerAuthority(
  address: { readonly host: string; readonly port: number },
  isAuthority: (certificate: Buffer) => boolean,
): Promise<ChainResult<string | null>> {
  try {
    const certificates = await readServerCertificates(address);
    const authority = certificates.find(isAuthority);
    return { ok: true, value: authority === undefined ? null : toPem(authority) };
  } catch (error) {
    return { ok: false, problem: toChainProblem(error, `${address.host}:${address.port}`) };
  }
}

async function readServerCertificates(address: {
  readonly host: string;
  readonly port: number;
}): Promise<readonly Buffer[]> {
  const socket = connectSocket(address);
  let tlsSocket: TLSSocket | null = null;
  try {
    return await new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`no answer within ${TIMEOUT_MS} ms`));
      socket.setTimeout(TIMEOUT_MS, fail);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('Connection terminated')));
      socket.once('connect', () => socket.write(TLS_REQUEST));
      socket.once('data', (answer) => {
        if (answer.toString('latin1') !== 'S') {
          reject(new Error('The server does not support SSL connections'));
          return;
        }
        // The caller compares the certificate's digest instead.
        const secured = connectTls({ socket, rejectUnauthorized: false, minVersion: 'TLSv1.2' });
        tlsSocket = secured;
        secured.once('error', reject);
        secured.once('secureConnect', () =>
          resolve(listCertificates(secured.getPeerCertificate(true))),
        );
      });
    });
  } finally {
    Object(tlsSocket).destroy?.();
    socket.destroy();
  }
}

function listCertificates(first: DetailedPeerCertificate): readonly Buffer[] {
  const certificates: Buffer[] = [];
  let current: DetailedPeerCertificate | undefined = first;
  while (current?.raw !== undefined) {
    certificates.push(current.raw);
    // The issuer of a self-signed certificate is itself.
    current = current.issuerCertificate === current ? undefined : current.issuerCertificate;
  }
  return certificates;
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
