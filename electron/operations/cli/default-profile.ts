import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

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
