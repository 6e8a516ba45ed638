import { execFile } from 'node:child_process';

const ASK_TIMEOUT_MS = 2_000;
const ASK_LOCKED_ARGUMENTS = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets/aliases/default',
  'org.freedesktop.DBus.Properties.Get',
  'string:org.freedesktop.Secret.Collection',
  'string:Locked',
];

/**
 * Whether the user's key ring is there and unlocked; asks for no password. False where that cannot
 * be found out. Electron asks the ring once and keeps the answer: only a new process opens what a
 * locked ring refused.
 */
export function isKeyRingUnlocked(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(false);
  return new Promise((resolve) => {
    execFile(
      'dbus-send',
      ASK_LOCKED_ARGUMENTS,
      { env: environment, timeout: ASK_TIMEOUT_MS },
      (error, stdout) => resolve(error === null && stdout.includes('boolean false')),
    );
  });
}
