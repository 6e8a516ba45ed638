/** Keys for one build of the stand-in: an authority, a publisher and a time stamp, gone with it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LEAF_EXTENSIONS =
  'basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\nsubjectKeyIdentifier=hash\n';

/** As the certificate of the stand-in's publisher has it, and as Windows writes it. */
export const STAND_IN_PUBLISHER = 'CN=Mostrador stand-in, O=NOT FOR SHOPS, C=MX';
const SUBJECT = '/C=MX/O=NOT FOR SHOPS/CN=Mostrador stand-in';

/** What sign-windows.cjs reads from the environment, and where the authority's certificate is. */
export function createTestPki({ folder, subject = SUBJECT, days = 30 }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const at = (name) => join(folder, name);
  createAuthority(at('ca'), '/CN=Mostrador stand-in authority/O=NOT FOR SHOPS');
  createLeafCertificate(
    at('sign'),
    subject,
    at('ca'),
    `${LEAF_EXTENSIONS}extendedKeyUsage=codeSigning\n`,
    days,
  );
  createLeafCertificate(
    at('time'),
    '/CN=Mostrador stand-in time',
    at('ca'),
    `${LEAF_EXTENSIONS}extendedKeyUsage=critical,timeStamping\n`,
    3650,
  );
  for (const name of ['sign', 'time']) {
    const chain = [`${name}.pem`, 'ca.pem'].map((file) => readFileSync(at(file)));
    writeFileSync(at(`${name}-chain.pem`), Buffer.concat(chain));
  }
  return {
    authority: at('ca.pem'),
    env: {
      TILL_SIGN_CERTS: at('sign-chain.pem'),
      TILL_SIGN_KEY: at('sign.key'),
      TILL_TSA_CERTS: at('time-chain.pem'),
      TILL_TSA_KEY: at('time.key'),
    },
  };
}

function createAuthority(file, subject) {
  const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
  runOpenssl(
    ...[
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '3650',
      '-sha256',
      '-subj',
      subject,
    ],
    ...['-keyout', `${file}.key`, '-out', `${file}.pem`],
    ...extensions.flatMap((one) => ['-addext', one]),
  );
}

function createLeafCertificate(file, subject, issuer, extensions, days) {
  writeFileSync(`${file}.ext`, extensions);
  runOpenssl(
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-sha256', '-subj', subject],
    ...['-keyout', `${file}.key`, '-out', `${file}.csr`],
  );
  runOpenssl(
    ...['x509', '-req', '-in', `${file}.csr`, '-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`],
    ...[
      '-CAcreateserial',
      '-days',
      String(days),
      '-sha256',
      '-extfile',
      `${file}.ext`,
      '-out',
      `${file}.pem`,
    ],
  );
}

function runOpenssl(...words) {
  const { status, stderr, error } = spawnSync('openssl', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${words[0]}: ${error ?? stderr}`);
}
