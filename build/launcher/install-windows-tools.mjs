import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  WINDOWS_TOOLS,
  windowsToolsUnavailableReason,
} from '../../tests/release/standin/windows.mjs';
import { canInstallPackages } from './apt.mjs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runCaptured } from './run.mjs';

const APT_SOURCES_FILE = '/etc/apt/sources.list';
/** Without a response of the mirror, the installation fails soon, and the tests are skipped. */
const APT_TIMEOUT_OPTIONS = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];
const DOWNLOAD_TIMEOUT_MS = 120_000;

/**
 * Ensures the tools for the tests of the Windows installer. Installs them if that is possible. Without
 * them, the tests are skipped with a message.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureWindowsTools({ node, root }) {
  if (!canInstallPackages() || windowsToolsUnavailableReason() === null) return;
  writeMessage('Installing the tools for the Windows installer with apt-get…');
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  /** @type {Apt} */
  const apt = async (args, runOptions = {}) =>
    (
      await runCaptured('apt-get', [...APT_TIMEOUT_OPTIONS, ...args], {
        cwd: root,
        env,
        ...runOptions,
      })
    ).code === 0;
  await installPackages(apt, WINDOWS_TOOLS);
  // osslsigncode of Debian 12 cannot create time stamps, but the one in its backports can.
  const backports = windowsToolsUnavailableReason() === null ? null : findBackports(root);
  if (backports !== null) {
    await installPackages(
      (args, runOptions) => apt([...backports.options, ...args], runOptions),
      [...['-t', backports.suite], 'osslsigncode'],
    );
  }
  const reason = windowsToolsUnavailableReason();
  if (reason !== null) writeMessage(`The tests of the Windows installer are skipped: ${reason}`);
}

/**
 * Only downloads have a timeout: an installation must not be interrupted.
 *
 * @typedef {(args: readonly string[], runOptions?: { readonly timeout?: number }) => Promise<boolean>} Apt
 * @param {Apt} apt
 * @param {readonly string[]} packages
 */
async function installPackages(apt, packages) {
  const installArgs = ['install', '-y', '-q', '--no-install-recommends'];
  const runOptions = { timeout: DOWNLOAD_TIMEOUT_MS };
  const isDownloaded =
    (await apt(['update', '-q'], runOptions)) &&
    (await apt([...installArgs, '--download-only', ...packages], runOptions));
  if (isDownloaded) await apt([...installArgs, '--no-download', ...packages]);
}

/**
 * Uses apt's own mirror, only for these calls: the system's package sources stay unchanged.
 *
 * @param {string} root
 */
function findBackports(root) {
  const format = '$(CREATED_BY) $(ORIGIN) $(CODENAME) $(SITE)';
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', format], {
    encoding: 'utf8',
  });
  const main = (stdout ?? '')
    .split('\n')
    .map((line) => line.split(' '))
    .find(
      ([createdBy, origin, codename = '-']) =>
        createdBy === 'Packages' && origin === 'Debian' && !codename.includes('-'),
    );
  if (main === undefined) return null;
  const [, , codename, site] = main;
  const suite = `${codename}-backports`;
  const systemSources = existsSync(APT_SOURCES_FILE) ? readFileSync(APT_SOURCES_FILE, 'utf8') : '';
  const folder = join(root, 'out', 'test');
  mkdirSync(folder, { recursive: true });
  const sourceList = join(folder, 'backports.list');
  writeFileSync(sourceList, `${systemSources}\ndeb ${site} ${suite} main\n`);
  return { suite, options: ['-o', `Dir::Etc::SourceList=${sourceList}`] };
}
