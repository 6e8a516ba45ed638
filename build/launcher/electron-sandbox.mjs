import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Kernel settings that forbid Electron's sandbox to an ordinary user when they have the value `denied`,
 * and the value that allows it.
 */
const KERNEL_SETTINGS = [
  { name: 'kernel.apparmor_restrict_unprivileged_userns', denied: '1', allowed: '0' },
  { name: 'kernel.unprivileged_userns_clone', denied: '0', allowed: '1' },
  { name: 'user.max_user_namespaces', denied: '0', allowed: '15000' },
];
const APPARMOR_SETTING = KERNEL_SETTINGS[0]?.name;
/** The setuid bit, and execution by all other users. */
const SETUID_MODE = 0o4001;

/**
 * Why Electron's sandbox cannot start on this Linux, with the command that allows it; null if it can.
 * Electron would abort. The sandbox needs user namespaces, or else `chrome-sandbox` with the setuid bit.
 *
 * @param {string} binary
 * @param {string} systemRoot Another folder than / in tests.
 */
export function sandboxUnavailableReason(binary, systemRoot = '/') {
  const setting = findDenyingSetting(binary, systemRoot);
  if (setting === null || isHelperReady(binary)) return null;
  return `Electron's sandbox is not allowed on this computer (${setting.name} is ${setting.denied}).${formatSandboxAdvice(binary, systemRoot)}`;
}

/**
 * The command that allows Electron's sandbox; empty if there is nothing left to allow. It changes one file,
 * and only if that was not enough, a setting of the whole computer.
 *
 * @param {string} binary
 */
export function formatSandboxAdvice(binary, systemRoot = '/') {
  const helper = `'${getHelperPath(binary).replaceAll("'", `'\\''`)}'`;
  const setting = findDenyingSetting(binary, systemRoot);
  const command =
    existsSync(getHelperPath(binary)) && !isHelperReady(binary)
      ? `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
      : setting && `sudo sysctl -w ${setting.name}=${setting.allowed}`;
  return command
    ? `\nTo allow it, paste this line and run npm start again:\n\n    ${command}\n`
    : '';
}

/**
 * @param {string} binary
 * @param {string} systemRoot
 */
function findDenyingSetting(binary, systemRoot) {
  const readSetting = (/** @type {string} */ name) => {
    try {
      const file = join(systemRoot, 'proc', 'sys', ...name.split('.'));
      return readFileSync(file, 'utf8').trim();
    } catch {
      return null;
    }
  };
  const denying = KERNEL_SETTINGS.filter(({ name, denied }) => readSetting(name) === denied);
  const hasProfile = hasAppArmorProfile(binary, join(systemRoot, 'etc', 'apparmor.d'));
  return denying.find(({ name }) => name !== APPARMOR_SETTING || !hasProfile) ?? null;
}

/**
 * Whether an administrator wrote an AppArmor profile for this program.
 *
 * @param {string} binary
 * @param {string} folder
 */
function hasAppArmorProfile(binary, folder) {
  try {
    const path = realpathSync(binary);
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some((entry) => readFileSync(join(folder, entry.name), 'utf8').includes(path));
  } catch {
    return false;
  }
}

/** @param {string} binary */
function isHelperReady(binary) {
  const stats = statSync(getHelperPath(binary), { throwIfNoEntry: false });
  return stats !== undefined && stats.uid === 0 && (stats.mode & SETUID_MODE) === SETUID_MODE;
}

/** @param {string} binary */
function getHelperPath(binary) {
  return join(dirname(binary), 'chrome-sandbox');
}
