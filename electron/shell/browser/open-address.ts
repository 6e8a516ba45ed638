import { spawn } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files in the profile that redirect a browser to the till and to the page that faces the
 * customer.
 */
const TILL_REDIRECT_FILE = 'open.html';
export const CUSTOMER_REDIRECT_FILE = 'customer-screen.html';

/**
 * Opens an address in the browser if there is a display. Every user of this machine can read a
 * program's arguments, so the opener receives a file that only this user can read, and the file
 * redirects the browser.
 */
export function openAddressInBrowser(
  address: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  name = TILL_REDIRECT_FILE,
): void {
  const openCommand = getOpenCommand(process.platform, environment);
  if (openCommand === null) return;
  try {
    const file = writeRedirectFile(address, folder, name);
    const [command, ...args] = openCommand;
    const child = spawn(command, [...args, file], { stdio: 'ignore', detached: true });
    // The address is also printed, so a missing opener does no harm.
    child.on('error', () => {});
    child.unref();
  } catch (error) {
    process.stderr.write(
      `Mostrador could not open a browser (${String(error)}). Open the address yourself.\n`,
    );
  }
}

/** Called once a page has connected and at the end: the file's token is then useless. */
export function deleteRedirectFile(folder: string, name = TILL_REDIRECT_FILE): void {
  const file = join(folder, name);
  try {
    rmSync(file, { force: true });
  } catch (error) {
    process.stderr.write(
      `Mostrador could not delete ${file} (${String(error)}). Delete it yourself.\n`,
    );
  }
}

export function writeRedirectFile(
  address: string,
  folder: string,
  name = TILL_REDIRECT_FILE,
): string {
  const file = join(folder, name);
  const html = `<!doctype html>
<html lang="es-MX">
  <head>
    <meta charset="utf-8" />
    <meta name="referrer" content="no-referrer" />
    <meta http-equiv="refresh" content="0; url=${address}" />
    <title>Mostrador</title>
  </head>
  <body><a href="${address}">Mostrador</a></body>
</html>
`;
  rmSync(file, { force: true });
  // Created as a new file, so that it is not another user's link and has these permissions from the
  // start.
  writeFileSync(file, html, { flag: 'wx', mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

export function getOpenCommand(
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
