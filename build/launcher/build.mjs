import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LauncherError, writeMessage } from './messages.mjs';
import { getNewestTime } from './newest-time.mjs';
import { buildEnvironment, getBinPath, runCaptured } from './run.mjs';

const SOURCES = ['electron', 'renderer', 'shared', 'assets', 'vite.config.ts', 'package-lock.json'];
const BUNDLES = [
  'main/main.js',
  'browser-shell/register.js',
  'preload/preload.cjs',
  'cli/mostrador-cli.mjs',
  'office/mostrador-chain.mjs',
  'renderer/index.html',
  'customer-preload/customer-preload.cjs',
  'customer-screen/customer-screen/index.html',
];

/**
 * The environment variable `TILL_DIST` selects another output folder than dist/.
 *
 * @param {import('./run.mjs').Checkout & { readonly env?: NodeJS.ProcessEnv }} options
 */
export async function run({ node, root, env = process.env }) {
  await build({ node, root, dist: env.TILL_DIST || 'dist' });
  return 0;
}

/**
 * Builds all bundles. Prints the bundler's output only if it fails.
 *
 * @param {import('./run.mjs').Checkout & { readonly dist?: string }} options
 */
export async function build({ node, root, dist = 'dist' }) {
  const startedAt = Date.now();
  const { code, output } = await runCaptured(
    node,
    [getBinPath(root, 'vite', 'bin', 'vite.js'), 'build'],
    { cwd: root, env: buildEnvironment(node, { TILL_DIST: dist }) },
  );
  if (code !== 0) throw new LauncherError(`${output}\nThe build failed.`);
  // The stamp has the start time, so that a file saved during the build counts as newer.
  const time = new Date(startedAt);
  writeFileSync(getStampFile(root, dist), `${time.toISOString()}\n`);
  utimesSync(getStampFile(root, dist), time, time);
  writeMessage(`Built ${dist}/ in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/**
 * Builds if a bundle is missing or a source is newer than the last build.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function buildIfStale({ node, root }) {
  if (!isBuildCurrent(root)) await build({ node, root });
}

/** @param {string} root */
export function isBuildCurrent(root) {
  if (!BUNDLES.every((file) => existsSync(join(root, 'dist', file)))) return false;
  const stamp = statSync(getStampFile(root), { throwIfNoEntry: false });
  return (
    stamp !== undefined && getNewestTime(SOURCES.map((name) => join(root, name))) < stamp.mtimeMs
  );
}

/** @param {string} root */
function getStampFile(root, dist = 'dist') {
  return resolve(root, dist, 'built');
}
