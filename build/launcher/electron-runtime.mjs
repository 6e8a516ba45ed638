import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildEnvironment, runCaptured } from './run.mjs';

const INSTALL_TIMEOUT_SECONDS = 45;

/**
 * The Electron binary, as files tell; null where it is not installed. The package itself is never
 * loaded: that starts a download.
 */
export function findElectronBinary(root, env) {
  const folder = join(root, 'node_modules', 'electron');
  const named = readTextIfPresent(join(folder, 'path.txt'));
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const file = override
    ? join(override, named ?? 'electron')
    : named && join(folder, 'dist', named);
  return file && existsSync(file) ? file : null;
}

/** Tries the package's own installer, once for each version of Electron and each installation. */
export async function installElectronOnce({ node, root, say }) {
  const folder = join(root, 'node_modules', 'electron');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const marker = join(root, 'node_modules', '.cache', 'mostrador', `electron-${version}-tried`);
  if (existsSync(marker)) return;
  say(
    `Electron's runtime is not installed. Trying to download it once, for ${INSTALL_TIMEOUT_SECONDS} s at most…`,
  );
  const { code, output } = await runCaptured(node, [join(folder, 'install.js')], {
    cwd: root,
    env: buildEnvironment(node),
    timeout: INSTALL_TIMEOUT_SECONDS * 1000,
  });
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, output);
  if (code !== 0) {
    say('It could not be downloaded. To try again later: npx install-electron');
  }
}

/** Why Electron cannot be started here although it may be installed; null when it can. */
export function windowUnavailableReason({ platform, env, getuid }) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (getuid?.() === 0) return "Electron's sandbox does not run as root";
  return null;
}

function readTextIfPresent(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
