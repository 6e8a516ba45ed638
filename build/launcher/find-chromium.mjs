import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages } from './apt.mjs';
import { LauncherError, writeMessage } from './messages.mjs';
import { buildEnvironment, getBinPath, runInTerminal } from './run.mjs';

/** Debian's headless Chromium; tests need a fifth less processor time with it. */
const HEADLESS_SHELL_PATH = '/usr/bin/chromium-headless-shell';

/** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */
const BINARY_NAMES = {
  linux: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ],
};
/** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */
const KNOWN_PATHS = {
  linux: [HEADLESS_SHELL_PATH, '/usr/bin/chromium', '/usr/lib/chromium/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

/**
 * Returns a Chromium that starts. Installs one if that is possible; otherwise throws with instructions.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureChromium({ node, root }) {
  const canUseHeadlessShell =
    canInstallPackages() && readDistribution() === 'debian' && !process.env.TILL_CHROMIUM;
  if (canUseHeadlessShell && !existsSync(HEADLESS_SHELL_PATH)) {
    await installChromium({ node, root });
  }
  const presentChromium = findChromium({ node, root });
  if (presentChromium !== null) return presentChromium;
  if (canInstallPackages() && !canUseHeadlessShell) await installChromium({ node, root });
  const installedChromium = findChromium({ node, root });
  if (installedChromium !== null) return installedChromium;
  throw new LauncherError(
    'The tests need Chromium, which is not installed. Install it in one of these ways:\n\n' +
      '    apt-get install chromium                        (Debian, as root)\n' +
      '    npx playwright install --with-deps chromium     (elsewhere)\n\n' +
      'or give the path of an installed one: TILL_CHROMIUM=/path/to/chromium',
  );
}

/** @param {import('./run.mjs').Checkout} checkout */
export function findChromium({ node, root }) {
  const { platform, env } = process;
  if (env.TILL_CHROMIUM) return env.TILL_CHROMIUM;
  const pathCandidates = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => (BINARY_NAMES[platform] ?? []).map((name) => join(folder, name)));
  const playwrightChromium = findPlaywrightChromium({ node, root });
  const candidates = [
    ...(KNOWN_PATHS[platform] ?? []),
    ...pathCandidates,
    ...(playwrightChromium === null ? [] : [playwrightChromium]),
  ];
  return candidates.find((file) => existsSync(file) && canStart(file)) ?? null;
}

/**
 * Ubuntu's package exists but only refers to a snap, and does not start.
 *
 * @param {string} file
 */
function canStart(file) {
  // With --version, Chrome on Windows opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /Chrom/.test(stdout ?? '');
}

/** @param {import('./run.mjs').Checkout} checkout */
function findPlaywrightChromium({ node, root }) {
  const script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  const { status, stdout } = spawnSync(node, ['-e', script], { cwd: root, encoding: 'utf8' });
  return status === 0 && stdout !== '' ? stdout : null;
}

/** @param {import('./run.mjs').Checkout} checkout */
async function installChromium({ node, root }) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = (/** @type {string[]} */ ...args) =>
    runInTerminal('apt-get', args, { cwd: root, env });
  if (readDistribution() === 'debian') {
    writeMessage('Installing Chromium with apt-get…');
    // Without a network this fails soon, and a Chromium that is installed already is used.
    const shortTimeoutOptions = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];
    await apt(...shortTimeoutOptions, 'update', '-q');
    const install = ['install', '-y', '-q', '--no-install-recommends'];
    const code = await apt(...shortTimeoutOptions, ...install, 'chromium-headless-shell');
    if (code !== 0 && findChromium({ node, root }) === null) await apt(...install, 'chromium');
    return;
  }
  writeMessage("Installing Playwright's own Chromium…");
  const cli = getBinPath(root, 'playwright', 'cli.js');
  await runInTerminal(node, [cli, 'install', '--with-deps', 'chromium'], { cwd: root, env });
}

function readDistribution() {
  try {
    return /^ID=("?)(\w+)\1$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[2] ?? null;
  } catch {
    return null;
  }
}
