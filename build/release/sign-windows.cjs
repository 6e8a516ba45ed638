/**
 * Signs one file for Windows, in place, with a time stamp. Reads the keys only from the environment,
 * and throws without one, because electron-builder's `forceCodeSigning` accepts a hook that does nothing.
 */
const { spawnSync } = require('node:child_process');
const { renameSync, rmSync } = require('node:fs');

/** @param {{ readonly path: string, readonly hash: string, readonly isNest: boolean }} options */
exports.default = async function sign({ path, hash, isNest }) {
  const signedFile = `${path}.signed`;
  rmSync(signedFile, { force: true });
  const { TILL_TSA_URL: url } = process.env;
  const timestampArgs = url
    ? ['-ts', url]
    : [
        '-TSA-certs',
        getRequiredVariable('TILL_TSA_CERTS'),
        '-TSA-key',
        getRequiredVariable('TILL_TSA_KEY'),
      ];
  const signArgs = [
    ...[
      'sign',
      '-certs',
      getRequiredVariable('TILL_SIGN_CERTS'),
      '-key',
      getRequiredVariable('TILL_SIGN_KEY'),
      '-h',
      hash,
    ],
    ...['-n', 'Mostrador', '-i', 'https://mostrador.example/', ...timestampArgs],
    ...(isNest ? ['-nest'] : []),
    ...['-in', path, '-out', signedFile],
  ];
  const { status, stdout, stderr, error } = spawnSync('osslsigncode', signArgs, {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${path} was not signed: ${error ?? `${stdout}${stderr}`}`);
  renameSync(signedFile, path);
};

/** @param {string} name */
function getRequiredVariable(name) {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `The signing key is missing: ${name} is not set. An installer for Windows must be signed.`,
  );
}
