import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  type IpcMainInvokeEvent,
  Menu,
  type MenuItemConstructorOptions,
  type Rectangle,
  type SaveDialogOptions,
  type WebPreferences,
} from 'electron';
import type { Log } from '../../platform/index.ts';
import { APP_ORIGIN, APP_PAGE } from './origin.ts';
import { showOnceReady } from './show-window.ts';
import { reportStart } from './start-report.ts';

export interface TillWindow {
  open(): Promise<void>;
  focus(): void;
  send(channel: string, payload: unknown): void;
  /** The window's bounds; null if it is not open. */
  bounds(): Rectangle | null;
  onClosed(listener: () => void): void;
  /** Toggles full-screen mode, for a person's key. Returns whether it is on. */
  toggleFullScreen(): boolean;
  /**
   * Also applies to a window that opens later. This is not Electron's kiosk mode: Alt+F4 and
   * Alt+Tab keep working.
   */
  setFullScreen(isWanted: boolean): void;
  /** Asks the person where to save a file of this name; null if cancelled. */
  showSaveDialog(name: string): Promise<string | null>;
  isTillPage(event: IpcMainInvokeEvent): boolean;
  onSessionEnd(listener: () => void): void;
}

const MIN_RELOAD_DELAY_MS = 250;
const MAX_RELOAD_DELAY_MS = 30_000;

/** The till's only window. Reloads its page after a crash. */
export function createTillWindow(preloadPath: string, log: Log): TillWindow {
  let current: BrowserWindow | null = null;
  const sessionEndListeners: (() => void)[] = [];
  const closedListeners: (() => void)[] = [];
  let isFullScreen = false;

  const open = async (): Promise<void> => {
    if (current !== null) return focus();
    Menu.setApplicationMenu(process.platform === 'darwin' ? createMacMenu() : null);
    const window = new BrowserWindow({
      title: 'Mostrador',
      width: 1366,
      height: 768,
      minWidth: 800,
      minHeight: 600,
      show: false,
      autoHideMenuBar: true,
      webPreferences: buildWebPreferences(preloadPath),
    });
    current = window;
    if (isFullScreen) window.setFullScreen(true);
    showOnceReady(window, () => {
      window.show();
      reportStart('window');
    });
    window.on('closed', () => {
      current = null;
      for (const listener of closedListeners) listener();
    });
    window.on('session-end', () => {
      for (const listener of sessionEndListeners) listener();
    });
    reloadOnCrash(window, log);
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
    bounds: () => (current === null || current.isDestroyed() ? null : current.getBounds()),
    onClosed: (listener) => closedListeners.push(listener),
    toggleFullScreen: () => {
      if (current === null || current.isDestroyed()) return false;
      const isFull = !current.isFullScreen();
      current.setFullScreen(isFull);
      return isFull;
    },
    setFullScreen: (isWanted) => {
      // Only a change is applied, because a person may have left full-screen mode with the system's
      // keys.
      if (isWanted === isFullScreen) return;
      isFullScreen = isWanted;
      if (current !== null && !current.isDestroyed()) current.setFullScreen(isWanted);
    },
    showSaveDialog: async (name) => {
      const dialogOptions: SaveDialogOptions = {
        defaultPath: join(app.getPath('documents'), name),
        filters: [{ name: 'PDF', extensions: ['pdf'] }],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      };
      const dialogResult = await (current === null
        ? dialog.showSaveDialog(dialogOptions)
        : dialog.showSaveDialog(current, dialogOptions));
      return dialogResult.canceled || dialogResult.filePath === '' ? null : dialogResult.filePath;
    },
    isTillPage: (event) => {
      const frame = event.senderFrame;
      return (
        current !== null &&
        event.sender === current.webContents &&
        frame !== null &&
        frame.parent === null &&
        frame.origin === APP_ORIGIN
      );
    },
    onSessionEnd: (listener) => sessionEndListeners.push(listener),
  };
}

/** The web preferences of both windows. */
export function buildWebPreferences(preloadPath: string): WebPreferences {
  return {
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
  };
}

export function reloadOnCrash(window: BrowserWindow, log: Log): void {
  let delayMs = MIN_RELOAD_DELAY_MS;
  window.webContents.on('render-process-gone', (_event, details) => {
    log.error({ reason: details.reason, exitCode: details.exitCode }, 'renderer: process gone');
    if (details.reason === 'clean-exit') return;
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    }, delayMs);
    delayMs = Math.min(delayMs * 2, MAX_RELOAD_DELAY_MS);
  });
  window.on('unresponsive', () => log.warn({}, 'renderer: unresponsive'));
  window.on('responsive', () => log.info({}, 'renderer: responsive again'));
}

function createMacMenu(): Menu {
  const template: MenuItemConstructorOptions[] = [{ role: 'appMenu' }, { role: 'editMenu' }];
  return Menu.buildFromTemplate(template);
}
