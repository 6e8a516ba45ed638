import {
  app,
  BrowserWindow,
  type IpcMainInvokeEvent,
  Menu,
  type MenuItemConstructorOptions,
} from 'electron';
import type { Log } from '../platform/index.ts';
import { APP_ORIGIN, APP_PAGE } from './origin.ts';

export interface TillWindow {
  open(): Promise<void>;
  focus(): void;
  send(channel: string, payload: unknown): void;
  isOurs(event: IpcMainInvokeEvent): boolean;
  onSessionEnd(listener: () => void): void;
}

const FIRST_RELOAD_MS = 250;
const LONGEST_RELOAD_MS = 30_000;

/** The till's one window. If its page crashes, it is loaded again. */
export function createTillWindow(preloadPath: string, log: Log): TillWindow {
  let current: BrowserWindow | null = null;
  const sessionEnds: (() => void)[] = [];

  const open = async (): Promise<void> => {
    if (current !== null) return focus();
    Menu.setApplicationMenu(process.platform === 'darwin' ? macMenu() : null);
    const window = new BrowserWindow({
      title: 'Mostrador',
      width: 1366,
      height: 768,
      minWidth: 800,
      minHeight: 600,
      show: false,
      autoHideMenuBar: true,
      webPreferences: {
        preload: preloadPath,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: !app.isPackaged,
      },
    });
    current = window;
    window.once('ready-to-show', () => window.show());
    window.on('closed', () => {
      current = null;
    });
    window.on('session-end', () => {
      for (const listener of sessionEnds) listener();
    });
    comeBackAfterCrashes(window, log);
    await window.loadURL(APP_PAGE);
  };

  const focus = (): void => {
    if (current === null) return;
    if (current.isMinimized()) current.restore();
    current.show();
    current.focus();
  };

  return {
    open,
    focus,
    send: (channel, payload) => {
      if (current !== null && !current.isDestroyed()) current.webContents.send(channel, payload);
    },
    isOurs: (event) => {
      const frame = event.senderFrame;
      return (
        current !== null &&
        event.sender === current.webContents &&
        frame !== null &&
        frame.parent === null &&
        frame.origin === APP_ORIGIN
      );
    },
    onSessionEnd: (listener) => sessionEnds.push(listener),
  };
}

function comeBackAfterCrashes(window: BrowserWindow, log: Log): void {
  let wait = FIRST_RELOAD_MS;
  window.webContents.on('render-process-gone', (_event, details) => {
    log.error({ reason: details.reason, exitCode: details.exitCode }, 'the page is gone');
    if (details.reason === 'clean-exit') return;
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    }, wait);
    wait = Math.min(wait * 2, LONGEST_RELOAD_MS);
  });
  window.on('unresponsive', () => log.warn({}, 'the page does not respond'));
  window.on('responsive', () => log.info({}, 'the page responds again'));
}

function macMenu(): Menu {
  const template: MenuItemConstructorOptions[] = [{ role: 'appMenu' }, { role: 'editMenu' }];
  return Menu.buildFromTemplate(template);
}
