/**
 * Signs one file for Windows, in place, with a time stamp. Keys come from the environment alone;
 * without one it throws, because a hook that does nothing passes `forceCodeSigning`.
 */
const { spawnSync } = require('node:child_process');
const { renameSync, rmSync } = require('node:fs');

exports.default = async function sign({ path, hash, isNest }) {
  const signed = `${path}.signed`;
  rmSync(signed, { force: true });
  const { TILL_TSA_URL: url } = process.env;
  const stamp = url
    ? ['-ts', url]
    : ['-TSA-certs', needed('TILL_TSA_CERTS'), '-TSA-key', needed('TILL_TSA_KEY')];
  const words = [
    ...['sign', '-certs', needed('TILL_SIGN_CERTS'), '-key', needed('TILL_SIGN_KEY'), '-h', hash],
    ...['-n', 'Mostrador', '-i', 'https://mostrador.example/', ...stamp],
    ...(isNest ? ['-nest'] : []),
    ...['-in', path, '-out', signed],
  ];
  const { status, stdout, stderr, error } = spawnSync('osslsigncode', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path} was not signed: ${error ?? `${stdout}${stderr}`}`);
  renameSync(signed, path);
};

function needed(name) {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `There is no key to sign with: ${name} is not set. Without a signature there is no installer for Windows.`,
  );
}
