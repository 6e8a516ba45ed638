/**
 * The signing configuration for Windows. For a release, publisher and keys come from the environment,
 * and without them no installer is built. A stand-in is signed with temporary keys, which the next
 * build replaces.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestPki, STAND_IN_PUBLISHER } from '../../tests/release/standin/test-pki.mjs';
import {
  createWindowsTools,
  fetchWindowsNode,
  windowsToolsUnavailableReason,
} from '../../tests/release/standin/windows.mjs';
import { LauncherError } from '../launcher/messages.mjs';
import { toWindowsName } from './publisher.mjs';

/** The certificate to verify the signatures of a stand-in, in the folder of its installer. */
export const AUTHORITY_FILE = 'NOT-FOR-SHOPS.pem';
/** With the address of the feed, electron-builder names the publisher of updates in the installer. */
const UPDATE_VARIABLES = ['TILL_PUBLISHER', 'TILL_UPDATES_URL'];
const SIGNING_VARIABLES = ['TILL_SIGN_CERTS', 'TILL_SIGN_KEY', 'TILL_TSA_URL'];
/** For a key in Azure; the computer's Azure sign-in authorizes its use. */
const AZURE_VARIABLES = ['TILL_AZURE_ENDPOINT', 'TILL_AZURE_ACCOUNT', 'TILL_AZURE_PROFILE'];

/**
 * @typedef {{
 *   readonly env: NodeJS.ProcessEnv,
 *   readonly node: string | null,
 *   readonly authority: string | null,
 *   readonly config: object,
 * }} WindowsSigning
 * @param {import('../launcher/run.mjs').Checkout & {
 *   readonly env: NodeJS.ProcessEnv,
 *   readonly isStandIn: boolean,
 * }} options
 * @returns {WindowsSigning}
 */
export function prepareWindowsSigning({ root, node, env, isStandIn }) {
  if (isStandIn) return prepareStandIn({ root, node, env });
  const usesAzure = AZURE_VARIABLES.some((name) => env[name]);
  if (usesAzure && (env.TILL_SIGN_KEY || env.TILL_SIGN_CERTS)) {
    throw new LauncherError(
      'Two signing keys are set: files (TILL_SIGN_…) and Azure (TILL_AZURE_…). Unset one of them.',
    );
  }
  const requiredVariables = [
    ...UPDATE_VARIABLES,
    ...(usesAzure ? AZURE_VARIABLES : SIGNING_VARIABLES),
  ];
  const missingVariables = requiredVariables.filter((name) => !env[name]);
  if (missingVariables.length > 0) {
    throw new LauncherError(
      `${missingVariables.join(', ')} not set. An installer for Windows must be signed, and name the publisher and the address of its updates.`,
    );
  }
  if (usesAzure) return { env: {}, node: null, authority: null, config: buildAzureConfig(env) };
  const reason = signingUnavailableReason(env);
  if (reason !== null) throw new LauncherError(reason);
  return { env: {}, node: null, authority: null, config: buildSigningConfig(env.TILL_PUBLISHER) };
}

/**
 * Why signing would fail; null if it would not. Checked before the build, which takes minutes.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {number} now
 */
export function signingUnavailableReason(
  { TILL_PUBLISHER = '', TILL_SIGN_CERTS = '', TILL_SIGN_KEY = '' },
  now = Date.now(),
) {
  let certificate;
  let key;
  try {
    certificate = new X509Certificate(readFileSync(TILL_SIGN_CERTS));
    key = createPrivateKey(readFileSync(TILL_SIGN_KEY));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The signing key cannot be read: ${reason}`;
  }
  const { subject, validFrom, validTo } = certificate;
  const name = toWindowsName(subject);
  if (!certificate.checkPrivateKey(key)) {
    return `The key in ${TILL_SIGN_KEY} does not belong to the certificate of ${name}.`;
  }
  if (name !== TILL_PUBLISHER) {
    return `The certificate belongs to ${name}, but TILL_PUBLISHER is ${TILL_PUBLISHER}: tills would refuse the update. Make the two agree.`;
  }
  if (now < Date.parse(validFrom) || now > Date.parse(validTo)) {
    return `The certificate of ${name} is valid only from ${validFrom} to ${validTo}, not now.`;
  }
  return null;
}

/**
 * @param {import('../launcher/run.mjs').Checkout & { readonly env: NodeJS.ProcessEnv }} options
 * @returns {WindowsSigning}
 */
function prepareStandIn({ root, node, env }) {
  const reason = windowsToolsUnavailableReason();
  if (reason !== null)
    throw new LauncherError(`The stand-in for Windows cannot be built: ${reason}`);
  const folder = join(root, 'out', 'package');
  const nodeExe = withLauncherError(() =>
    fetchWindowsNode({ root, folder: join(root, 'out', 'node-win'), env }),
  );
  const tools = createWindowsTools({ folder: join(folder, 'windows-tools'), node, env });
  const pki = createTestPki({ folder: join(folder, 'windows-keys') });
  return {
    env: { ...tools, ...pki.env },
    node: nodeExe,
    authority: pki.authority,
    config: buildSigningConfig(STAND_IN_PUBLISHER),
  };
}

/**
 * `publisherName` is the complete subject of the certificate; the updater rejects any other.
 *
 * @param {string | undefined} publisherName
 */
function buildSigningConfig(publisherName) {
  return {
    signtoolOptions: {
      sign: 'build/release/sign-windows.cjs',
      signingHashAlgorithms: ['sha256'],
      publisherName,
    },
  };
}

/**
 * electron-builder signs with Microsoft's PowerShell module; `verify-release` checks the publisher.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function buildAzureConfig(env) {
  return {
    azureSignOptions: {
      publisherName: env.TILL_PUBLISHER,
      endpoint: env.TILL_AZURE_ENDPOINT,
      codeSigningAccountName: env.TILL_AZURE_ACCOUNT,
      certificateProfileName: env.TILL_AZURE_PROFILE,
      fileDigest: 'SHA256',
      timestampDigest: 'SHA256',
      ...(env.TILL_TSA_URL ? { timestampRfc3161: env.TILL_TSA_URL } : {}),
    },
  };
}

/**
 * @template Value
 * @param {() => Value} work
 */
function withLauncherError(work) {
  try {
    return work();
  } catch (error) {
    throw new LauncherError(error instanceof Error ? error.message : String(error));
  }
}
