import { mkdirSync } from 'node:fs';
import {
  app,
  dialog,
  type IpcMainInvokeEvent,
  ipcMain,
  powerMonitor,
  protocol,
  safeStorage,
} from 'electron';
import type { Log, Vault } from '../platform/index.ts';
import { createBundle } from './bundle.ts';
import { type Asked, readCommandLine } from './command-line.ts';
import { hardenProcess, hardenSession } from './hardening.ts';
import { APP_SCHEME } from './origin.ts';
import { onSleep, onWake } from './power.ts';
import { createQuitSteps } from './quit.ts';
import { createUpdates, type Updater } from './updates.ts';
import { createVault } from './vault.ts';
import { createTillWindow } from './window.ts';

export type ShellEvent = IpcMainInvokeEvent;

export interface ShellOptions {
  /** The preload bundle: one CommonJS file. */
  readonly preloadPath: string;
  /** The folder of the built page, with index.html in it. */
  readonly rendererFolder: string;
  /** Called once the profile is this process's own; the shell writes its own messages to it too. */
  createLog(profileFolder: string): Log;
  /** Called once. If it throws, the program ends with exit code 1. */
  onReady(shell: Shell): void | Promise<void>;
}

export interface Shell {
  readonly kind: 'electron' | 'browser';
  readonly profileFolder: string;
  readonly applicationVersion: string;
  readonly isPackaged: boolean;
  readonly asked: Asked;
  readonly log: Log;
  readonly vault: Vault;
  /** For `registerCalls`. */
  readonly ipc: {
    handle(
      channel: string,
      listener: (event: ShellEvent, input: unknown) => Promise<unknown>,
    ): void;
  };
  isOurs(event: ShellEvent): boolean;
  /** For `createEmitter`; if no window is open, nothing is sent. */
  send(channel: string, payload: unknown): void;
  openWindow(): Promise<void>;
  /** The machine goes to sleep or its screen is locked; it has woken up. */
  onSleep(listener: () => void): void;
  onWake(listener: () => void): void;
  /**
   * Before the till ends: by its window, `quit()`, a signal, or a shutdown of the machine. Steps
   * may take up to `QUIT_DEADLINE_MS`; a machine that shuts down may not wait at all.
   */
  onQuit(step: () => Promise<void> | void): void;
  /** Looks for updates, and installs them at a quit if `mayInstall` returns true. */
  startUpdates(mayInstall: () => boolean): void;
  quit(): void;
}

const QUIT_DEADLINE_MS = 8_000;
const VAULT_DEADLINE_MS = 15_000;

/** Call it from the top of main, and await nothing there: Electron would never be ready. */
export function startShell(options: ShellOptions): void {
  const asked = readCommandLine(process.argv, process.cwd());
  if (asked.profile !== null) app.setPath('userData', asked.profile);
  const profileFolder = app.getPath('userData');
  try {
    mkdirSync(profileFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    giveUp(error);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const log = options.createLog(profileFolder);
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
  hardenProcess(log);

  const window = createTillWindow(options.preloadPath, log);
  const steps = createQuitSteps(QUIT_DEADLINE_MS, log);
  const updates = createUpdates({
    isPackaged: app.isPackaged,
    resourcesPath: process.resourcesPath,
    log,
    load: loadUpdater,
  });

  app.on('second-instance', () => window.focus());
  app.on('window-all-closed', () => app.quit());
  app.on('activate', () => window.focus());
  endInOrder();

  const whenReady = async (): Promise<void> => {
    await app.whenReady();
    hardenSession(log);
    protocol.handle(APP_SCHEME, createBundle(options.rendererFolder));
    await options.onReady(createShell());
  };
  whenReady().catch((error: unknown) => {
    log.error({ err: error }, 'the till could not start');
    giveUp(error);
  });

  function endInOrder(): void {
    let isDone = false;
    app.on('before-quit', (event) => {
      if (isDone) return;
      event.preventDefault();
      void steps.run().then(() => {
        isDone = true;
        if (!updates.installAtQuit()) app.quit();
      });
    });
    window.onSessionEnd(() => void steps.run());
  }

  function createShell(): Shell {
    powerMonitor.on('shutdown', (...given: unknown[]) => {
      holdBack(given[0]);
      app.quit();
    });
    return {
      kind: 'electron' in process.versions ? 'electron' : 'browser',
      profileFolder,
      applicationVersion: app.getVersion(),
      isPackaged: app.isPackaged,
      asked,
      log,
      vault: createVault({
        keyStore: safeStorage,
        platform: process.platform,
        deadlineMs: VAULT_DEADLINE_MS,
      }),
      ipc: { handle: (channel, listener) => ipcMain.handle(channel, listener) },
      isOurs: window.isOurs,
      send: window.send,
      openWindow: window.open,
      onSleep: (listener) => onSleep(powerMonitor, listener),
      onWake: (listener) => onWake(powerMonitor, listener),
      onQuit: steps.add,
      startUpdates: updates.start,
      quit: () => app.quit(),
    };
  }
}

async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater');
  return module.autoUpdater;
}

/** The machine waits a little for us; the event's type omits that it can be asked to. */
function holdBack(event: unknown): void {
  const ask: unknown = Reflect.get(Object(event), 'preventDefault');
  if (typeof ask === 'function') ask.call(event);
}

/** Nobody reads the standard error of an installed till: a message box shows it instead. */
function giveUp(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Mostrador could not start: ${message}\n`);
  if (app.isPackaged) dialog.showErrorBox('Mostrador', message);
  app.exit(1);
}
