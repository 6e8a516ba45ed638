import { spawn } from 'node:child_process';

/** Opens an address for the person, if there is a screen to show it on. */
export function openAddress(address: string, environment: NodeJS.ProcessEnv): void {
  const opener = openerFor(process.platform, environment);
  if (opener === null) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  // The address was printed as well, so a missing opener does no harm.
  child.on('error', () => {});
  child.unref();
}

export function openerFor(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): [string, ...string[]] | null {
  if (environment.CI !== undefined && environment.CI !== '' && environment.CI !== 'false') {
    return null;
  }
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ['xdg-open'] : null;
  }
}
