import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type Electron from 'electron';
import type { CheckedEvents } from '../electron-events.ts';
import { isHeadless } from '../headless.ts';
import { MAIN_EVALUATED_SYMBOL } from './main-evaluated.ts';
import {
  CUSTOMER_REDIRECT_FILE,
  deleteRedirectFile,
  openAddressInBrowser,
  writeRedirectFile,
} from './open-address.ts';
import { openProfileLock, type ProfileLock, readInstanceAddress } from './profile-lock.ts';
import { createPreventableEvent, readiness } from './readiness.ts';
import { NEW_ADDRESS_PATH } from './request-auth.ts';
import { type ShellServer, startShellServer } from './server.ts';
import { getSystemLanguages } from './system-languages.ts';
import { type BrowserWindow, findTillWindow, listWindows, setWindowHost } from './window.ts';

type Preventable = Pick<Electron.Event, 'preventDefault' | 'defaultPrevented'>;
type ContentsPart = Pick<Electron.WebContents, 'getURL' | 'setWindowOpenHandler' | 'send'>;
const emitter = new EventEmitter<
  CheckedEvents<
    Electron.App,
    {
      'web-contents-created': [object, ContentsPart];
      'before-quit': [Preventable];
      'will-quit': [Preventable];
      quit: [object, number];
      'second-instance': [object, string[], string];
      ready: [object, object];
    }
  >
>();
const ready = Promise.withResolvers<void>();
const paths: Record<string, string> = {
  home: homedir(),
  temp: tmpdir(),
  appData: getAppDataFolder(),
  // Not Electron's own folder: data sealed by its key store cannot be opened here.
  userData: join(getAppDataFolder(), 'Mostrador (browser shell)'),
};
/** Known to build/launcher/start.mjs too. */
const RELAUNCH_EXIT_CODE = 64;
let exitCodeOfQuit = 0;
let lock: ProfileLock | null = null;
let isSecondInstance = false;
let server: ShellServer | null = null;
/** The server of the customer window, on its own port. */
let customerServer: ShellServer | null = null;
/** Pending while a second copy requests an address from the first. */
let pendingAddressRequest: Promise<void> = Promise.resolve();

export const app = Object.assign(emitter, {
  commandLine: {
    removeSwitch: () => {},
    appendSwitch: () => {},
    hasSwitch: () => false,
  } satisfies Pick<Electron.CommandLine, 'removeSwitch' | 'appendSwitch' | 'hasSwitch'>,
  ...({
    isPackaged: false,
    enableSandbox: () => readiness.assertNotReady('app.enableSandbox'),
    isReady: () => readiness.isReady,
    whenReady: () => ready.promise,
    getVersion: () => readVersion(),
    getPreferredSystemLanguages: () => getSystemLanguages(process.env, process.platform),
    getPath: (name: string) => {
      const path = paths[name];
      if (path === undefined) throw new Error(`no path is known for ${name}`);
      return path;
    },
    setPath: (name: string, path: string) => {
      readiness.assertNotReady('app.setPath');
      paths[name] = path;
    },
    requestSingleInstanceLock: () => {
      readiness.assertNotReady('app.requestSingleInstanceLock');
      const profile = app.getPath('userData');
      lock ??= openProfileLock(profile);
      // The parent adds the signal that ends this process to the profile: build/launcher/run.mjs.
      if (lock !== null) process.send?.({ profile });
      isSecondInstance = lock === null;
      // A copy that opens no window needs no address.
      if (isSecondInstance && !isHeadless(process.argv)) {
        pendingAddressRequest = openFirstInstance(profile);
      }
      return lock !== null;
    },
    quit: () => {
      const preventable = createPreventableEvent();
      emitter.emit('before-quit', preventable);
      if (preventable.defaultPrevented) return;
      for (const window of listWindows()) window.destroy();
      emitter.emit('will-quit', createPreventableEvent());
      emitter.emit('quit', {}, 0);
      void pendingAddressRequest.then(() => app.exit(exitCodeOfQuit));
    },
    getAppPath: () => process.cwd(),
    /** The launcher starts the till again when it sees this exit code. */
    relaunch: () => {
      exitCodeOfQuit = RELAUNCH_EXIT_CODE;
    },
    exit: (code = 0) => {
      server?.close();
      customerServer?.close();
      if (lock !== null) {
        deleteRedirectFile(app.getPath('userData'));
        deleteRedirectFile(app.getPath('userData'), CUSTOMER_REDIRECT_FILE);
      }
      lock?.release();
      process.exit(code);
    },
  } satisfies Pick<
    Electron.App,
    | 'isPackaged'
    | 'enableSandbox'
    | 'isReady'
    | 'whenReady'
    | 'getVersion'
    | 'getPreferredSystemLanguages'
    | 'getPath'
    | 'setPath'
    | 'requestSingleInstanceLock'
    | 'quit'
    | 'getAppPath'
    | 'relaunch'
    | 'exit'
  >),
});

setWindowHost({
  onContents: (contents) => emitter.emit('web-contents-created', {}, contents),
  onOpen: async (window) => {
    if (window.isTillWindow()) openTillAddress();
    else await openCustomerServer(window);
  },
  onClosed: (window) => {
    if (!window.isTillWindow()) closeCustomerServer();
  },
});

Reflect.set(globalThis, Symbol.for(MAIN_EVALUATED_SYMBOL), () => void startServerAndEmitReady());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => app.quit());
}

// Quit when the parent process ends: a till without its terminal would hold the profile.
if (process.channel) {
  process.on('disconnect', () => app.quit());
  // The listener alone must not keep an idle till alive.
  process.channel.unref();
}

async function startServerAndEmitReady(): Promise<void> {
  if (isSecondInstance) return;
  try {
    server = await startShellServer({
      port: parsePortOption(process.argv),
      mainOrigin: 'app://till',
      preloadPath: () => findTillWindow()?.preloadPath ?? null,
      onSecondInstance: () => emitter.emit('second-instance', {}, [], ''),
      onPage: (socket) => {
        deleteRedirectFile(app.getPath('userData'));
        findTillWindow()?.webContents.attach(socket);
      },
    });
  } catch (error) {
    process.stderr.write(
      `Mostrador could not open its port: ${String(error)}. Choose another with --port.\n`,
    );
    app.exit(1);
    return;
  }
  lock?.publish({ port: server.port, secret: server.secret });
  readiness.markReady();
  emitter.emit('ready', {}, {});
  ready.resolve();
}

/** Prints the one line of standard output, and opens the address. */
function openTillAddress(): void {
  if (server === null) return;
  const address = server.createOneTimeUrl();
  const opensPage = !process.argv.includes('--no-open');
  if (opensPage) {
    process.stderr.write('If no page opens, open this address in Chromium. It works once:\n');
  }
  process.stdout.write(`${address}\n`);
  if (opensPage) openAddressInBrowser(address, app.getPath('userData'), process.env);
}

/**
 * Standard output contains only the till's address. The address of the customer's page is in a file
 * that only this user can read and a browser opens; its token works once.
 */
async function openCustomerServer(window: BrowserWindow): Promise<void> {
  const folder = app.getPath('userData');
  closeCustomerServer();
  const customerPageServer = await startShellServer({
    port: 0,
    mainOrigin: window.origin,
    preloadPath: () => (window.isDestroyed() ? null : window.preloadPath),
    onSecondInstance: () => {},
    onPage: (socket) => {
      deleteRedirectFile(folder, CUSTOMER_REDIRECT_FILE);
      window.webContents.attach(socket);
    },
  });
  if (window.isDestroyed()) return customerPageServer.close();
  customerServer = customerPageServer;
  const address = customerPageServer.createOneTimeUrl();
  writeRedirectFile(address, folder, CUSTOMER_REDIRECT_FILE);
  if (!process.argv.includes('--no-open')) {
    openAddressInBrowser(address, folder, process.env, CUSTOMER_REDIRECT_FILE);
  }
}

function closeCustomerServer(): void {
  customerServer?.close();
  customerServer = null;
  deleteRedirectFile(app.getPath('userData'), CUSTOMER_REDIRECT_FILE);
}

/** The first copy keeps the till; this copy opens its address. */
async function openFirstInstance(profile: string): Promise<void> {
  const instance = readInstanceAddress(profile);
  if (instance === null) {
    process.stderr.write('Mostrador is already starting with this profile. Wait for it.\n');
    return;
  }
  try {
    const response = await fetch(`http://127.0.0.1:${instance.port}${NEW_ADDRESS_PATH}`, {
      method: 'POST',
      headers: { 'X-Till-Secret': instance.secret },
      signal: AbortSignal.timeout(3_000),
    });
    if (!response.ok) throw new Error(`answer ${response.status}`);
    const address = await response.text();
    process.stderr.write(
      'Mostrador is already open with this profile. Open this address in Chromium to use it:\n',
    );
    process.stdout.write(`${address}\n`);
    if (!process.argv.includes('--no-open')) openAddressInBrowser(address, profile, process.env);
  } catch (error) {
    process.stderr.write(
      `Mostrador is already open with this profile, but does not answer (${String(error)}). Close it, and start it again.\n`,
    );
  }
}

function parsePortOption(argv: readonly string[]): number {
  const index = argv.lastIndexOf('--port');
  const inline = argv.findLast((word) => word.startsWith('--port='))?.slice('--port='.length);
  const portText = inline ?? (index < 0 ? '0' : argv[index + 1]);
  const port = Number(portText);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`--port must be a whole number from 0 to 65535, not ${String(portText)}.`);
  }
  return port;
}

function getAppDataFolder(): string {
  switch (process.platform) {
    case 'win32':
      return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    default:
      return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  }
}

/** The version in the nearest package.json above main, as Electron reads it. */
function readVersion(): string {
  let folder = dirname(process.argv[1] ?? process.cwd());
  for (let parent = dirname(folder); ; folder = parent, parent = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const packageJson: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const { version } = { version: null, ...Object(packageJson) };
      if (typeof version === 'string') return version;
    }
    if (parent === folder) return '0.0.0';
  }
}
