/** Temporary keys for one build of the stand-in: an authority, a publisher and a time stamp. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LEAF_EXTENSIONS =
  'basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\nsubjectKeyIdentifier=hash\n';

/** The subject of the stand-in's publisher certificate, in the format of Windows. */
export const STAND_IN_PUBLISHER = 'CN=Mostrador stand-in, O=NOT FOR SHOPS, C=MX';
const SUBJECT = '/C=MX/O=NOT FOR SHOPS/CN=Mostrador stand-in';

/**
 * Returns the environment for sign-windows.cjs, and the path of the authority's certificate.
 *
 * @param {{ readonly folder: string, readonly subject?: string, readonly days?: number }} options
 */
export function createTestPki({ folder, subject = SUBJECT, days = 30 }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const toPath = (/** @type {string} */ name) => join(folder, name);
  createAuthority(toPath('ca'), '/CN=Mostrador stand-in authority/O=NOT FOR SHOPS');
  createLeafCertificate(
    toPath('sign'),
    subject,
    toPath('ca'),
    `${LEAF_EXTENSIONS}extendedKeyUsage=codeSigning\n`,
    days,
  );
  createLeafCertificate(
    toPath('time'),
    '/CN=Mostrador stand-in time',
    toPath('ca'),
    `${LEAF_EXTENSIONS}extendedKeyUsage=critical,timeStamping\n`,
    3650,
  );
  for (const name of ['sign', 'time']) {
    const chain = [`${name}.pem`, 'ca.pem'].map((file) => readFileSync(toPath(file)));
    writeFileSync(toPath(`${name}-chain.pem`), Buffer.concat(chain));
  }
  return {
    authority: toPath('ca.pem'),
    env: {
      TILL_SIGN_CERTS: toPath('sign-chain.pem'),
      TILL_SIGN_KEY: toPath('sign.key'),
      TILL_TSA_CERTS: toPath('time-chain.pem'),
      TILL_TSA_KEY: toPath('time.key'),
    },
  };
}

/**
 * @param {string} file
 * @param {string} subject
 */
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
    ...extensions.flatMap((extension) => ['-addext', extension]),
  );
}

/**
 * @param {string} file
 * @param {string} subject
 * @param {string} issuer
 * @param {string} extensions
 * @param {number} days
 */
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

/** @param {string[]} args */
function runOpenssl(...args) {
  const { status, stderr, error } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${error ?? stderr}`);
}
