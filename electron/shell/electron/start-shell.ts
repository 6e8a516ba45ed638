import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  app,
  dialog,
  type IpcMainInvokeEvent,
  ipcMain,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  shell,
} from 'electron';
import {
  assertProfileFilesAreRegular,
  assertProfileFolderIsOwn,
  createFolderSync,
  EXIT_CODES,
  type Log,
  restrictFolderToOwner,
  type Vault,
} from '../../platform/index.ts';
import type { ReceiptDeliveryChannels } from '../../printing/index.ts';
import {
  type CommandLineOptions,
  formatHelp,
  parseCommandLine,
  type ReadOnlyCommand,
  validateOptions,
} from '../../settings/command-line/index.ts';
import { isHeadless } from '../headless.ts';
import { createAppFileServer } from './app-file-server.ts';
import { startCrashDumps } from './crash-dumps.ts';
import { type CustomerWindow, createCustomerWindow } from './customer-window.ts';
import { assertSandboxEnabled, hardenProcess, hardenSession } from './hardening.ts';
import { requestInstanceLock } from './instance-lock.ts';
import { isElectron } from './is-electron.ts';
import { isKeyRingUnlocked } from './key-ring.ts';
import { APP_SCHEME, CUSTOMER_PAGE } from './origin.ts';
import { createSleepBlocker, onResume, onSuspendOrLock } from './power.ts';
import { createQuitSteps } from './quit.ts';
import { createReceiptDeliveryChannels } from './receipt-delivery/index.ts';
import { restartTill } from './restart.ts';
import { reportStart } from './start-report.ts';
import { createTillWindow } from './till-window.ts';
import { createVault } from './vault.ts';
import { isOnWayland } from './wayland.ts';

export type ShellEvent = IpcMainInvokeEvent;

export interface ShellOptions {
  /** The preload bundle: one CommonJS file. */
  readonly preloadPath: string;
  /** The folder of the built page, with index.html in it. */
  readonly rendererFolder: string;
  /** The window that faces the customer: its preload, and the folder of its page. */
  readonly customerScreen?: { readonly preloadPath: string; readonly folder: string };
  /** Called once this process owns the profile; the shell also logs to it. */
  createLog(profileFolder: string): Log;
  /** Called once. If it throws, the program ends with exit code 1. */
  onReady(shell: Shell): void | Promise<void>;
  /**
   * Called for a read-only command: the profile is not locked and may be in use by another copy.
   * Returns the exit code.
   */
  onReadOnlyCommand(
    profileFolder: string,
    command: ReadOnlyCommand,
    version: string,
  ): Promise<number>;
  /**
   * Called if another copy holds the profile and this one was started with a command or request.
   * Returns the exit code.
   */
  onProfileInUse(profileFolder: string, options: CommandLineOptions): Promise<number>;
}

export interface Shell {
  readonly kind: 'electron' | 'browser';
  readonly profileFolder: string;
  readonly applicationVersion: string;
  readonly isPackaged: boolean;
  /** Language tags, most preferred first; empty if none was chosen. */
  systemLanguages(): readonly string[];
  /** The folder of the installer's resources; null if the program is not installed. */
  readonly resourcesFolder: string | null;
  readonly commandLine: CommandLineOptions;
  readonly log: Log;
  readonly vault: Vault;
  /** Registers the listener for the channel of all calls. */
  readonly ipc: {
    handle(
      channel: string,
      listener: (event: ShellEvent, input: unknown) => Promise<unknown>,
    ): void;
  };
  isTillPage(event: ShellEvent): boolean;
  /** True if the sender is the customer's screen, whose calls are all refused. */
  isCustomerScreen(event: ShellEvent): boolean;
  readonly customerWindow: Pick<CustomerWindow, 'setDisplayNumber' | 'show' | 'state' | 'onChange'>;
  /** For `createEmitter`; sends nothing if no window is open. */
  send(channel: string, payload: unknown): void;
  openWindow(): Promise<void>;
  /**
   * Resolves once the page's files were served, and at the latest after `PAGE_SERVED_TIMEOUT_MS`:
   * work in main before that delays serving them.
   */
  waitForPageServed(): Promise<void>;
  /** `onSuspendOrLock`: the machine goes to sleep or its screen is locked. `onResume`: it woke up. */
  onSuspendOrLock(listener: () => void): void;
  onResume(listener: () => void): void;
  /** Seconds since the last input on this computer; null if the system does not report it. */
  systemIdleSeconds(): number | null;
  /** Prevents the computer from going to sleep when idle, or allows it again; see `power.ts`. */
  setKeepAwake(isWanted: boolean): void;
  /** Switches full-screen mode on or off; Alt+F4 still closes the window. */
  setFullScreen(isWanted: boolean): void;
  /** Paperless delivery of receipts. */
  readonly receiptDelivery: ReceiptDeliveryChannels;
  /** Toggles full-screen mode; not possible in the browser shell, where the browser controls it. */
  toggleFullScreen(): { readonly isPossible: boolean; readonly isFull: boolean };
  /**
   * Adds a step that runs before the till quits: by its window, `quit()`, a signal, or a shutdown
   * of the machine. Steps may take up to `QUIT_TIMEOUT_MS`; a machine that shuts down may not wait
   * at all.
   */
  onQuit(step: () => Promise<void> | void): void;
  /**
   * Sets the step that runs last, after all `onQuit` steps; not run for a start without a window.
   */
  setFinalQuitStep(step: () => Promise<void>): void;
  /** Called when a person starts the till while this copy holds the profile without a window. */
  onWindowRequested(listener: () => void): void;
  /** Exits with this code after the `onQuit` steps. */
  exit(code: number): Promise<void>;
  quit(): void;
  /** Quits after the `onQuit` steps and starts again, without the requests of the command line. */
  restart(): void;
  /** Restarts if the key ring is unlocked by now, whose key this process did not get. */
  restartIfKeyRingUnlocked(): Promise<void>;
}

const QUIT_TIMEOUT_MS = 8_000;
const VAULT_TIMEOUT_MS = 15_000;
const PAGE_SERVED_TIMEOUT_MS = 500;

/** Call this at the top level of main and await nothing there, or Electron never becomes ready. */
export function startShell(options: ShellOptions): void {
  reportStart('main');
  let commandLine: CommandLineOptions;
  try {
    validateOptions(process.argv, !app.isPackaged);
    assertSandboxEnabled();
    commandLine = parseCommandLine(process.argv, process.cwd());
  } catch (error) {
    exitWithError(error);
    return;
  }
  const answer = getTextAnswer();
  if (answer !== null) {
    process.stdout.write(answer, () => app.exit(EXIT_CODES.done));
    return;
  }
  const profileFolder = commandLine.profile ?? app.getPath('userData');
  const { command } = commandLine;
  if (command?.kind === 'status' || command?.kind === 'diagnostics') {
    if (existsSync(profileFolder)) app.setPath('userData', profileFolder);
    const exitCode = options.onReadOnlyCommand(profileFolder, command, app.getVersion());
    exitCode.then((code) => app.exit(code), exitWithError);
    return;
  }
  let hasLock: boolean;
  try {
    prepareProfileFolder(profileFolder);
    hasLock = requestInstanceLock(profileFolder);
  } catch (error) {
    exitWithError(error);
    return;
  }
  if (!hasLock) {
    const hasRequest = [commandLine.command, commandLine.provision, commandLine.restore].some(
      (option) => option !== null,
    );
    if (hasRequest)
      options
        .onProfileInUse(profileFolder, commandLine)
        .then((code) => app.exit(code), exitWithError);
    else app.quit();
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
  startCrashDumps(profileFolder, log);

  let isHeadlessRun = commandLine.exitsAfterCommand;
  const window = createTillWindow(options.preloadPath, log);
  const customerWindow = createCustomerWindow({
    preloadPath: options.customerScreen?.preloadPath ?? null,
    tillBounds: window.bounds,
    canPlaceWindows: canPlaceWindows(),
    log,
  });
  window.onClosed(customerWindow.onTillClosed);
  const fileServer = createAppFileServer(options.rendererFolder);
  const handlePageRequest = createPageHandler(
    fileServer.handleRequest,
    options.customerScreen?.folder ?? null,
  );
  const steps = createQuitSteps(QUIT_TIMEOUT_MS, log);
  let finalStep: () => Promise<void> = async () => {};

  let onWindowRequested = window.focus;
  app.on('second-instance', (_event, argv) => {
    if (!isHeadless(argv)) onWindowRequested();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('activate', () => window.focus());
  registerQuitHandlers();

  const whenReady = async (): Promise<void> => {
    await app.whenReady();
    hardenSession(log);
    protocol.handle(APP_SCHEME, handlePageRequest);
    await options.onReady(createShell());
  };
  whenReady().catch((error: unknown) => {
    log.error({ err: error }, 'shell: start failed');
    exitWithError(error);
  });

  function registerQuitHandlers(): void {
    let isDone = false;
    app.on('before-quit', (event) => {
      if (isDone) return;
      event.preventDefault();
      void steps.run().then(async () => {
        if (!isHeadlessRun) await finalStep();
        isDone = true;
        // A scheduler must not receive a success code for an interrupted upload.
        if (isHeadlessRun) app.exit(EXIT_CODES.later);
        else app.quit();
      });
    });
    window.onSessionEnd(() => void steps.run());
  }

  function createShell(): Shell {
    powerMonitor.on('shutdown', (...args: unknown[]) => {
      preventDefaultIfPossible(args[0]);
      app.quit();
    });
    const kind = isElectron() ? 'electron' : 'browser';
    return {
      kind,
      profileFolder,
      applicationVersion: app.getVersion(),
      isPackaged: app.isPackaged,
      systemLanguages: () => app.getPreferredSystemLanguages(),
      resourcesFolder: app.isPackaged ? process.resourcesPath : null,
      commandLine,
      log,
      vault: createVault({
        keyStore: safeStorage,
        platform: process.platform,
        deadlineMs: VAULT_TIMEOUT_MS,
      }),
      ipc: { handle: (channel, listener) => ipcMain.handle(channel, listener) },
      isTillPage: window.isTillPage,
      isCustomerScreen: customerWindow.isSender,
      customerWindow,
      send: window.send,
      openWindow: async () => {
        isHeadlessRun = false;
        onWindowRequested = window.focus;
        await window.open();
        customerWindow.onTillOpened();
      },
      waitForPageServed: () =>
        Promise.race([
          fileServer.documentServed,
          new Promise<void>((resolve) => setTimeout(resolve, PAGE_SERVED_TIMEOUT_MS)),
        ]),
      onSuspendOrLock: (listener) => onSuspendOrLock(powerMonitor, listener),
      onResume: (listener) => onResume(powerMonitor, listener),
      systemIdleSeconds: () => (isElectron() ? powerMonitor.getSystemIdleTime() : null),
      setKeepAwake: createSleepBlocker(powerSaveBlocker),
      setFullScreen: window.setFullScreen,
      receiptDelivery: createReceiptDeliveryChannels({
        kind,
        platform: process.platform,
        environment: process.env,
        profileFolder,
        showSaveDialog: window.showSaveDialog,
        openPath: shell.openPath,
        log,
      }),
      toggleFullScreen: () => {
        const isPossible = isElectron();
        return { isPossible, isFull: isPossible && window.toggleFullScreen() };
      },
      onQuit: steps.add,
      setFinalQuitStep: (step) => {
        finalStep = step;
      },
      onWindowRequested: (listener) => {
        onWindowRequested = listener;
      },
      exit: async (code) => {
        await steps.run();
        app.exit(code);
      },
      quit: () => app.quit(),
      restart: () => restartTill(profileFolder),
      restartIfKeyRingUnlocked: () => restartIfKeyRingUnlocked(profileFolder),
    };
  }
}

/** Throws, with a message for a person, if the till must not use the folder. */
function prepareProfileFolder(folder: string): void {
  createFolderSync(folder, 0o700);
  assertProfileFolderIsOwn(folder);
  restrictFolderToOwner(folder);
  assertProfileFilesAreRegular(folder);
  // Electron rejects a folder that does not exist.
  app.setPath('userData', folder);
}

/** What the terminal asked for instead of a till; null if nothing. */
function getTextAnswer(): string | null {
  if (process.argv.includes('--help')) return formatHelp();
  return process.argv.includes('--version') ? `${app.getVersion()}\n` : null;
}

function canPlaceWindows(): boolean {
  if (!isElectron()) return true;
  const ozonePlatform = app.commandLine.getSwitchValue('ozone-platform');
  return !isOnWayland(process.platform, process.env, ozonePlatform);
}

async function restartIfKeyRingUnlocked(profileFolder: string): Promise<void> {
  if (await isKeyRingUnlocked(process.platform, process.env)) restartTill(profileFolder);
}

type RequestHandler = (request: Request) => Promise<Response>;

/** Serves each page from its own folder; the customer's folder is listed on its first request. */
function createPageHandler(
  handleTillRequest: RequestHandler,
  customerFolder: string | null,
): RequestHandler {
  let handleCustomerRequest: RequestHandler | null = null;
  return (request) => {
    if (customerFolder === null || !request.url.startsWith(CUSTOMER_PAGE))
      return handleTillRequest(request);
    handleCustomerRequest ??= createAppFileServer(
      customerFolder,
      CUSTOMER_PAGE,
      '/customer-screen/index.html',
    ).handleRequest;
    return handleCustomerRequest(request);
  };
}

/** Delays the shutdown a little, if possible; Electron's event type omits `preventDefault`. */
function preventDefaultIfPossible(event: unknown): void {
  const preventDefault: unknown = Reflect.get(Object(event), 'preventDefault');
  if (typeof preventDefault === 'function') preventDefault.call(event);
}

/**
 * Also shows the error in a message box, because nobody reads the standard error of an installed
 * till.
 */
function exitWithError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Mostrador could not start: ${message}\n`);
  reportStart('refused');
  if (!app.isPackaged || isHeadless(process.argv)) app.exit(EXIT_CODES.failed);
  else void showErrorAndExit(message);
}

async function showErrorAndExit(message: string): Promise<void> {
  const removeFolder = app.isReady() ? () => {} : leaveProfile();
  try {
    // On Linux, there is no message box before that.
    await app.whenReady();
    dialog.showErrorBox('Mostrador', message);
  } finally {
    removeFolder();
    app.exit(EXIT_CODES.failed);
  }
}

/**
 * Gives Electron a folder for its own files: it writes them once it is ready, and the profile may be another till's
 * or another person's. Returns a function that deletes the folder.
 */
function leaveProfile(): () => void {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'mostrador-'));
    app.setPath('userData', folder);
    return () => rmSync(folder, { recursive: true, force: true });
  } catch {
    // The disk is full or read-only, so nothing is written to the profile either.
    return () => {};
  }
}
