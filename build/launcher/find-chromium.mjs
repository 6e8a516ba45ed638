import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LauncherError, writeMessage } from './messages.mjs';
import { buildEnvironment, getBinPath, runInTerminal } from './run.mjs';

/** Debian's Chromium without a browser's own windows, as in Electron: a fifth less work for each test. */
const HEADLESS_SHELL_PATH = '/usr/bin/chromium-headless-shell';

const BINARY_NAMES = {
  linux: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ],
  darwin: [],
  win32: [],
};
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

/** A Chromium that starts; installed where we may, else it is said what to install. */
export async function ensureChromium({ node, root }) {
  const mayBeLean = canInstall() && readDistribution() === 'debian' && !process.env.TILL_CHROMIUM;
  if (mayBeLean && !existsSync(HEADLESS_SHELL_PATH)) await installChromium({ node, root });
  const found = findChromium({ node, root });
  if (found !== null) return found;
  if (canInstall() && !mayBeLean) await installChromium({ node, root });
  const installed = findChromium({ node, root });
  if (installed !== null) return installed;
  throw new LauncherError(
    'The tests need Chromium, and there is none. Install it in one of these ways:\n\n' +
      '    apt-get install chromium                        (Debian, as root)\n' +
      '    npx playwright install --with-deps chromium     (elsewhere)\n\n' +
      'or name one that is installed: TILL_CHROMIUM=/path/to/chromium',
  );
}

export function findChromium({ node, root }) {
  const { platform, env } = process;
  if (env.TILL_CHROMIUM) return env.TILL_CHROMIUM;
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => (BINARY_NAMES[platform] ?? []).map((name) => join(folder, name)));
  const own = findPlaywrightChromium({ node, root });
  const all = [...(KNOWN_PATHS[platform] ?? []), ...onPath, ...(own === null ? [] : [own])];
  return all.find((file) => existsSync(file) && canStart(file)) ?? null;
}

/** Ubuntu's package is only a pointer to a snap, which is there and does not start. */
function canStart(file) {
  // Chrome on Windows opens a window instead of answering.
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /Chrom/.test(stdout ?? '');
}

function findPlaywrightChromium({ node, root }) {
  const ask = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  const { status, stdout } = spawnSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' });
  return status === 0 && stdout !== '' ? stdout : null;
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function installChromium({ node, root }) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = async (...args) => runInTerminal('apt-get', args, { cwd: root, env });
  if (readDistribution() === 'debian') {
    writeMessage('Installing Chromium with apt-get…');
    // Without a network this is soon over, and a Chromium that is there already is used.
    const soon = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];
    await apt(...soon, 'update', '-q');
    const install = ['install', '-y', '-q', '--no-install-recommends'];
    const code = await apt(...soon, ...install, 'chromium-headless-shell');
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
