import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What says where a profile is; that of this process, or another in tests. */
export interface ProfileEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The folder that Electron chooses for the program by itself: docs/setting-up.md names it too. */
export function getDefaultProfile({ platform, env, home }: ProfileEnvironment): string {
  switch (platform) {
    case 'win32':
      return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Mostrador');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Mostrador');
    default:
      return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'Mostrador');
  }
}

/** Of an account of this Linux computer; null where the system does not know it. */
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
