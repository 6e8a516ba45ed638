import { mkdirSync } from 'node:fs';
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
import { EXIT, type Log, restrictFolderToOwner, type Vault } from '../../platform/index.ts';
import type { ReceiptOutlets } from '../../printing/index.ts';
import {
  type CommandLineOptions,
  formatHelp,
  parseCommandLine,
  type ReadOnlyCommand,
  validateOptions,
} from '../../settings/command-line/index.ts';
import { isHeadless } from '../headless.ts';
import { createBundle } from './bundle.ts';
import { type CustomerWindow, createCustomerWindow } from './customer-window.ts';
import { hardenProcess, hardenSession } from './hardening.ts';
import { APP_SCHEME, CUSTOMER_PAGE } from './origin.ts';
import { createOutlets } from './outlets/index.ts';
import { createSleepBlocker, onSleep, onWake } from './power.ts';
import { createQuitSteps } from './quit.ts';
import { createTillWindow } from './till-window.ts';
import { createVault } from './vault.ts';

export type ShellEvent = IpcMainInvokeEvent;

export interface ShellOptions {
  /** The preload bundle: one CommonJS file. */
  readonly preloadPath: string;
  /** The folder of the built page, with index.html in it. */
  readonly rendererFolder: string;
  /** The window that faces the customer: its preload, and the folder of its page. */
  readonly customerScreen?: { readonly preloadPath: string; readonly folder: string };
  /** Called once the profile is this process's own; the shell writes its own messages to it too. */
  createLog(profileFolder: string): Log;
  /** Called once. If it throws, the program ends with exit code 1. */
  onReady(shell: Shell): void | Promise<void>;
  /** Asked to look only: the profile is not taken, and may be another copy's. Returns the exit code. */
  onReadOnlyCommand(
    profileFolder: string,
    asked: ReadOnlyCommand,
    version: string,
  ): Promise<number>;
  /**
   * Another copy holds the profile, and this one was started with something to do: returns the exit
   * code.
   */
  onProfileInUse(profileFolder: string, asked: CommandLineOptions): Promise<number>;
}

export interface Shell {
  readonly kind: 'electron' | 'browser';
  readonly profileFolder: string;
  readonly applicationVersion: string;
  readonly isPackaged: boolean;
  /** As tags, the most wanted first; empty where nobody has chosen one. */
  systemLanguages(): readonly string[];
  /** Where the installer put what stands beside the program; null where nothing was installed. */
  readonly resourcesFolder: string | null;
  readonly commandLine: CommandLineOptions;
  readonly log: Log;
  readonly vault: Vault;
  /** For the channel of all calls. */
  readonly ipc: {
    handle(
      channel: string,
      listener: (event: ShellEvent, input: unknown) => Promise<unknown>,
    ): void;
  };
  isTillPage(event: ShellEvent): boolean;
  /** The sender is the customer's screen, whose every call is refused. */
  isCustomerScreen(event: ShellEvent): boolean;
  readonly customerWindow: Pick<CustomerWindow, 'want' | 'show' | 'state' | 'onChange'>;
  /** For `createEmitter`; if no window is open, nothing is sent. */
  send(channel: string, payload: unknown): void;
  openWindow(): Promise<void>;
  /**
   * Resolves once the page has been given its files, and at the latest after `PAGE_SERVED_TIMEOUT_MS`:
   * what keeps main busy before that keeps the page waiting for them.
   */
  waitForPageServed(): Promise<void>;
  /** The machine goes to sleep or its screen is locked; it has woken up. */
  onSleep(listener: () => void): void;
  onWake(listener: () => void): void;
  /** How long nobody has touched the computer; null where the system does not tell. */
  idleSeconds(): number | null;
  /** Whether the computer must not go to sleep by itself; `power.ts`. */
  keepAwake(isWanted: boolean): void;
  /** Whether the window covers the whole screen; it is closed by Alt+F4 all the same. */
  setFullScreen(isWanted: boolean): void;
  /** How a receipt leaves without paper. */
  readonly outlets: ReceiptOutlets;
  /** The other way than now; where a browser shows the page, it alone decides. */
  toggleFullScreen(): { readonly isPossible: boolean; readonly isFull: boolean };
  /**
   * Before the till ends: by its window, `quit()`, a signal, or a shutdown of the machine. Steps
   * may take up to `QUIT_TIMEOUT_MS`; a machine that shuts down may not wait at all.
   */
  onQuit(step: () => Promise<void> | void): void;
  /** The last step of a quit, when all of `onQuit` are done; not of a start without a window. */
  setFinalQuitStep(step: () => Promise<void>): void;
  /** A person starts the till while this copy, without a window, holds the profile. */
  onWindowRequested(listener: () => void): void;
  /** Ends with this code, after the steps of `onQuit`. */
  exit(code: number): Promise<void>;
  quit(): void;
}

const QUIT_TIMEOUT_MS = 8_000;
const VAULT_TIMEOUT_MS = 15_000;
const PAGE_SERVED_TIMEOUT_MS = 500;

/** Call it from the top of main, and await nothing there: Electron would never be ready. */
export function startShell(options: ShellOptions): void {
  let commandLine: CommandLineOptions;
  try {
    validateOptions(process.argv, !app.isPackaged);
    commandLine = parseCommandLine(process.argv, process.cwd());
  } catch (error) {
    exitWithError(error);
    return;
  }
  if (process.argv.includes('--help')) {
    process.stdout.write(formatHelp(), () => app.exit(EXIT.done));
    return;
  }
  if (process.argv.includes('--version')) {
    process.stdout.write(`${app.getVersion()}\n`, () => app.exit(EXIT.done));
    return;
  }
  if (commandLine.profile !== null) app.setPath('userData', commandLine.profile);
  const profileFolder = app.getPath('userData');
  const { command } = commandLine;
  if (command?.kind === 'status' || command?.kind === 'diagnostics') {
    const looked = options.onReadOnlyCommand(profileFolder, command, app.getVersion());
    looked.then((code) => app.exit(code), exitWithError);
    return;
  }
  try {
    mkdirSync(profileFolder, { recursive: true, mode: 0o700 });
    restrictFolderToOwner(profileFolder);
  } catch (error) {
    exitWithError(error);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    const isToDo = [commandLine.command, commandLine.provision, commandLine.restore].some(
      (one) => one !== null,
    );
    if (isToDo)
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

  let isUnattended = commandLine.endsAfter;
  const window = createTillWindow(options.preloadPath, log);
  const customerWindow = createCustomerWindow({
    preloadPath: options.customerScreen?.preloadPath ?? null,
    tillBounds: window.bounds,
    log,
  });
  window.onClosed(customerWindow.onTillClosed);
  const bundle = createBundle(options.rendererFolder);
  const answer = createPageHandler(bundle.handleRequest, options.customerScreen?.folder ?? null);
  const steps = createQuitSteps(QUIT_TIMEOUT_MS, log);
  let lastStep: () => Promise<void> = async () => {};

  let onWindowAsked = window.focus;
  app.on('second-instance', (_event, argv) => {
    if (!isHeadless(argv)) onWindowAsked();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('activate', () => window.focus());
  endInOrder();

  const whenReady = async (): Promise<void> => {
    await app.whenReady();
    hardenSession(log);
    protocol.handle(APP_SCHEME, answer);
    await options.onReady(createShell());
  };
  whenReady().catch((error: unknown) => {
    log.error({ err: error }, 'shell: start failed');
    exitWithError(error);
  });

  function endInOrder(): void {
    let isDone = false;
    app.on('before-quit', (event) => {
      if (isDone) return;
      event.preventDefault();
      void steps.run().then(async () => {
        if (!isUnattended) await lastStep();
        isDone = true;
        // A scheduler is not told that all is well by an upload that somebody ended.
        if (isUnattended) app.exit(EXIT.later);
        else app.quit();
      });
    });
    window.onSessionEnd(() => void steps.run());
  }

  function createShell(): Shell {
    powerMonitor.on('shutdown', (...given: unknown[]) => {
      preventDefaultIfPossible(given[0]);
      app.quit();
    });
    const kind = 'electron' in process.versions ? 'electron' : 'browser';
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
        isUnattended = false;
        onWindowAsked = window.focus;
        await window.open();
        customerWindow.onTillOpened();
      },
      waitForPageServed: () =>
        Promise.race([
          bundle.documentServed,
          new Promise<void>((r) => setTimeout(r, PAGE_SERVED_TIMEOUT_MS)),
        ]),
      onSleep: (listener) => onSleep(powerMonitor, listener),
      onWake: (listener) => onWake(powerMonitor, listener),
      idleSeconds: () => ('electron' in process.versions ? powerMonitor.getSystemIdleTime() : null),
      keepAwake: createSleepBlocker(powerSaveBlocker),
      setFullScreen: window.setFullScreen,
      outlets: createOutlets({
        kind,
        platform: process.platform,
        environment: process.env,
        mailFolder: join(profileFolder, 'mail'),
        askWhereTo: window.showSaveDialog,
        openPath: shell.openPath,
        log,
      }),
      toggleFullScreen: () => {
        const isPossible = 'electron' in process.versions;
        return { isPossible, isFull: isPossible && window.toggleFullScreen() };
      },
      onQuit: steps.add,
      setFinalQuitStep: (step) => {
        lastStep = step;
      },
      onWindowRequested: (listener) => {
        onWindowAsked = listener;
      },
      exit: async (code) => {
        await steps.run();
        app.exit(code);
      },
      quit: () => app.quit(),
    };
  }
}

type RequestHandler = (request: Request) => Promise<Response>;

/** Each page from its own folder; the customer's is listed when it is first asked for. */
function createPageHandler(till: RequestHandler, customersFolder: string | null): RequestHandler {
  let customers: RequestHandler | null = null;
  return (request) => {
    if (customersFolder === null || !request.url.startsWith(CUSTOMER_PAGE)) return till(request);
    customers ??= createBundle(
      customersFolder,
      CUSTOMER_PAGE,
      '/customer-screen/index.html',
    ).handleRequest;
    return customers(request);
  };
}

/** The machine waits a little for us; the event's type omits that it can be asked to. */
function preventDefaultIfPossible(event: unknown): void {
  const ask: unknown = Reflect.get(Object(event), 'preventDefault');
  if (typeof ask === 'function') ask.call(event);
}

/** Nobody reads the standard error of an installed till: a message box shows it instead. */
function exitWithError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Mostrador could not start: ${message}\n`);
  if (app.isPackaged && !isHeadless(process.argv)) dialog.showErrorBox('Mostrador', message);
  app.exit(EXIT.failed);
}
