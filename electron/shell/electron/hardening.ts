import { app, session } from 'electron';
import type { Log } from '../../platform/index.ts';
import { SANDBOX_OFF_MESSAGE } from '../../settings/command-line/index.ts';
import { isNavigationAllowed, isRequestAllowed } from './origin.ts';

/**
 * Throws if Electron runs without its sandbox: also `ELECTRON_DISABLE_SANDBOX` in the environment sets
 * this switch. Call before `hardenProcess`, which removes it, although the sandbox stays off.
 */
export function assertSandboxEnabled(): void {
  if (app.commandLine.hasSwitch('no-sandbox')) throw new Error(SANDBOX_OFF_MESSAGE);
}

/**
 * Call before the application is ready: enables the sandbox for every renderer, and disables
 * debugging of a packaged till.
 */
export function hardenProcess(log: Log): void {
  app.enableSandbox();
  if (app.isPackaged) {
    for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'inspect']) {
      app.commandLine.removeSwitch(name);
    }
  }
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (isNavigationAllowed(contents.getURL(), event.url)) return;
      event.preventDefault();
      log.warn({}, 'hardening: navigation blocked');
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isNavigationAllowed(contents.getURL(), event.url)) {
        event.preventDefault();
      }
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => {
      log.warn({}, 'hardening: new window blocked');
      return { action: 'deny' };
    });
  });
}

/**
 * Call once it is ready: denies permissions, devices and downloads, and blocks the page's network
 * access.
 */
export function hardenSession(log: Log): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, respond) => {
    log.warn({ permission }, 'hardening: permission denied');
    respond(false);
  });
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on('will-download', (event) => event.preventDefault());
  defaultSession.webRequest.onBeforeRequest((details, respond) => {
    respond({ cancel: !isRequestAllowed(details.url, details.resourceType, app.isPackaged) });
  });
}
