import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WINDOWS_TOOLS, windowsToolsUnavailableReason } from '../release/standin/windows.mjs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runCaptured } from './run.mjs';

const APT_SOURCES_FILE = '/etc/apt/sources.list';
/** A mirror that answers with nothing is given up, and the tests are left out. */
const APT_TIMEOUT_OPTIONS = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];
const DOWNLOAD_TIMEOUT_MS = 120_000;

/**
 * What the tests of the installer for Windows are made with; installed where we may. Without it they
 * are left out, and say so.
 */
export async function ensureWindowsTools({ node, root }) {
  if (!canInstall() || windowsToolsUnavailableReason() === null) return;
  writeMessage('Installing the tools for the installer for Windows with apt-get…');
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = async (args, limits = {}) =>
    (await runCaptured('apt-get', [...APT_TIMEOUT_OPTIONS, ...args], { cwd: root, env, ...limits }))
      .code === 0;
  await installPackages(apt, WINDOWS_TOOLS);
  // Debian 12's own osslsigncode makes no time stamps; the one of its backports does.
  const backports = windowsToolsUnavailableReason() === null ? null : findBackports(root);
  if (backports !== null) {
    await installPackages(
      (args, limits) => apt([...backports.options, ...args], limits),
      [...['-t', backports.suite], 'osslsigncode'],
    );
  }
  const why = windowsToolsUnavailableReason();
  if (why !== null) writeMessage(`The tests of the installer for Windows are left out: ${why}`);
}

/** Only what is fetched may be cut off: an installation that was begun is always ended. */
async function installPackages(apt, packages) {
  const words = ['install', '-y', '-q', '--no-install-recommends'];
  const limits = { timeout: DOWNLOAD_TIMEOUT_MS };
  const isFetched =
    (await apt(['update', '-q'], limits)) &&
    (await apt([...words, '--download-only', ...packages], limits));
  if (isFetched) await apt([...words, '--no-download', ...packages]);
}

/** From the mirror that apt itself uses, for these calls alone: its own sources stay as they are. */
function findBackports(root) {
  const format = '$(CREATED_BY) $(ORIGIN) $(CODENAME) $(SITE)';
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', format], {
    encoding: 'utf8',
  });
  const main = (stdout ?? '')
    .split('\n')
    .map((line) => line.split(' '))
    .find(
      ([by, origin, codename = '-']) =>
        by === 'Packages' && origin === 'Debian' && !codename.includes('-'),
    );
  if (main === undefined) return null;
  const [, , codename, site] = main;
  const suite = `${codename}-backports`;
  const own = existsSync(APT_SOURCES_FILE) ? readFileSync(APT_SOURCES_FILE, 'utf8') : '';
  const folder = join(root, 'out', 'test');
  mkdirSync(folder, { recursive: true });
  const list = join(folder, 'backports.list');
  writeFileSync(list, `${own}\ndeb ${site} ${suite} main\n`);
  return { suite, options: ['-o', `Dir::Etc::SourceList=${list}`] };
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
