import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findFleetProfileFolder, getMachineFolder } from '../fleet/index.ts';

/** The inputs of the default profile's path: those of this process, or others in tests. */
export interface ProfileEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
}

/**
 * Returns the folder that Electron uses for the program by default; docs/setting-up.md names it
 * too.
 */
export function getDefaultProfileFolder({ platform, env, homeFolder }: ProfileEnvironment): string {
  switch (platform) {
    case 'win32':
      return join(env.APPDATA ?? join(homeFolder, 'AppData', 'Roaming'), 'Mostrador');
    case 'darwin':
      return join(homeFolder, 'Library', 'Application Support', 'Mostrador');
    default:
      return join(env.XDG_CONFIG_HOME ?? join(homeFolder, '.config'), 'Mostrador');
  }
}

/**
 * Returns the profile of this account's till; for an administrator, of the till that the machine file
 * names. `account` is the one that a till without a machine file belongs to.
 */
export function findProfileFolder(account: string | null = null): string {
  const { platform, env } = process;
  const fleetProfile =
    process.getuid?.() === 0 ? findFleetProfileFolder(getMachineFolder(), getHomeFolder) : null;
  if (fleetProfile !== null && 'profile' in fleetProfile) return fleetProfile.profile;
  const home = fleetProfile?.home ?? (account === null ? null : getHomeFolder(account));
  return home === null
    ? getDefaultProfileFolder({ platform, env, homeFolder: homedir() })
    : getDefaultProfileFolder({ platform, env: {}, homeFolder: home });
}

/** Returns the home folder of an account on this Linux computer; null if the account is unknown. */
export function getHomeFolder(account: string): string | null {
  try {
    const line = execFileSync('getent', ['passwd', account], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return line.split(':')[5] || null;
  } catch {
    return null;
  }
}

/** A folder that cannot be opened would look like one without a till. */
export function assertProfileReadable(profile: string): void {
  try {
    accessSync(profile, constants.R_OK | constants.X_OK);
  } catch (error) {
    const { code } = { code: null, ...Object(error) };
    if (code !== 'EACCES' && code !== 'EPERM') return;
    throw new Error(
      `${userInfo().username} is not allowed to read ${profile}. Run this as the account that the till belongs to or as an administrator, or name another folder with --profile.`,
    );
  }
}
