import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type Electron from 'electron';
import type { BeforeRequestListener, CheckedEvents, WebRequestPart } from '../electron-events.ts';
import { createKeyRingDouble } from './key-ring-double.ts';
import type { KeyStore } from './vault.ts';

/**
 * A double of the `electron` module, only for tests. It stores the shell's listeners and settings,
 * so that a test can try forbidden actions on them. `electron.d.ts` checks it: each part declares
 * which part of Electron it is, and each event is one that Electron emits with these arguments.
 */

/** A way in which Electron was read or observed to be worse than one would expect. */
export const HOSTILITIES = [
  'as documented',
  'ready-to-show is never emitted',
  'the bounds of a window are always 0,0',
  'the displays are reported again with every window',
  'the renderer is gone once before its page loads',
  'the page fails to load',
  'the frame of a sender is null',
  'sleep is reported twice, and waking not at all',
  'the key ring is locked',
  'there is no key ring',
  'the key ring asks for its password, and nobody answers',
  'the question of the key ring is dismissed',
] as const;
export type Hostility = (typeof HOSTILITIES)[number];
let hostility: Hostility = 'as documented';

/** Applies to windows that are opened, and to a key store that is asked, from now on. */
export function setHostility(next: Hostility): void {
  hostility = next;
  keyStore = startKeyStore();
}

/** What a program that starts now sees as `safeStorage`. */
function startKeyStore(): KeyStore {
  switch (hostility) {
    case 'the key ring is locked':
      return createKeyRingDouble('locked').startProcess();
    case 'there is no key ring':
      return createKeyRingDouble('absent').startProcess();
    case 'the key ring asks for its password, and nobody answers':
      return createKeyRingDouble('asking').startProcess();
    case 'the question of the key ring is dismissed': {
      const ring = createKeyRingDouble('asking');
      const store = ring.startProcess();
      void store.isAsyncEncryptionAvailable();
      ring.answer(false);
      return store;
    }
    default:
      return createKeyRingDouble().startProcess();
  }
}
let keyStore = startKeyStore();

type Preventable = Pick<Electron.Event, 'preventDefault'>;
type Ignored = object;

type ContentsEvents = CheckedEvents<
  Electron.WebContents,
  {
    'did-finish-load': [];
    'did-fail-load': [Ignored, number, string, string, boolean];
    'render-process-gone': [
      Ignored,
      Pick<Electron.RenderProcessGoneDetails, 'reason' | 'exitCode'>,
    ];
    'will-navigate': [Preventable & Pick<Electron.WebContentsWillNavigateEventParams, 'url'>];
    'will-frame-navigate': [
      Preventable & Pick<Electron.WebContentsWillFrameNavigateEventParams, 'url' | 'isMainFrame'>,
    ];
    'will-redirect': [Preventable & Pick<Electron.WebContentsWillRedirectEventParams, 'url'>];
    'will-attach-webview': [Preventable];
  }
>;

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

type ContentsPart = Pick<
  Electron.WebContents,
  'getURL' | 'setWindowOpenHandler' | 'send' | 'reload'
>;

export class WebContentsDouble extends EventEmitter<ContentsEvents> implements ContentsPart {
  openHandler: OpenHandler | null = null;
  readonly sent: unknown[] = [];
  reloads = 0;
  url = 'app://till/';

  getURL(): string {
    return this.url;
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  send(channel: string, ...args: unknown[]): void {
    this.sent.push([channel, ...args]);
  }
  reload(): void {
    this.reloads += 1;
    this.emit('did-finish-load');
  }
}

type WindowEvents = CheckedEvents<
  Electron.BrowserWindow,
  {
    'ready-to-show': [];
    closed: [];
    unresponsive: [];
    responsive: [];
    'session-end': [Ignored];
  }
>;

export class BrowserWindowDouble
  extends EventEmitter<WindowEvents>
  implements
    Pick<
      Electron.BrowserWindow,
      | 'loadURL'
      | 'setFullScreen'
      | 'isFullScreen'
      | 'getBounds'
      | 'setBounds'
      | 'showInactive'
      | 'destroy'
      | 'isDestroyed'
      | 'isMinimized'
      | 'show'
      | 'focus'
    >
{
  static all: BrowserWindowDouble[] = [];
  readonly webContents = new WebContentsDouble();
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly urls: string[] = [];
  readonly hostility = hostility;
  isGone = false;
  isFull = false;
  readonly fullScreenCalls: boolean[] = [];
  bounds: Electron.Rectangle = { x: 0, y: 0, width: 1366, height: 768 };
  shows = 0;
  showsInactive = 0;
  focuses = 0;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    BrowserWindowDouble.all.push(this);
  }

  /** Reports the load in the order of Electron: the events come before the promise settles. */
  async loadURL(url: string): Promise<void> {
    this.urls.push(url);
    this.webContents.url = url;
    await null;
    if (this.isGone) return;
    if (this.hostility === 'the displays are reported again with every window') {
      for (const display of displays)
        screenEvents.emit('display-metrics-changed', {}, display, ['workArea']);
    }
    if (this.hostility === 'the page fails to load') {
      this.webContents.emit('did-fail-load', {}, -2, 'ERR_FAILED', url, true);
      throw new Error('ERR_FAILED (-2)');
    }
    if (this.hostility === 'the renderer is gone once before its page loads') {
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
      return;
    }
    if (this.hostility !== 'ready-to-show is never emitted') this.emit('ready-to-show');
    this.webContents.emit('did-finish-load');
  }
  setFullScreen(isWanted: boolean): void {
    this.isFull = isWanted;
    this.fullScreenCalls.push(isWanted);
  }
  isFullScreen(): boolean {
    return this.isFull;
  }
  getBounds(): Electron.Rectangle {
    return this.hostility === 'the bounds of a window are always 0,0'
      ? { ...this.bounds, x: 0, y: 0 }
      : this.bounds;
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
  }
  show(): void {
    this.shows += 1;
  }
  showInactive(): void {
    this.showsInactive += 1;
  }
  focus(): void {
    this.focuses += 1;
  }
  destroy(): void {
    this.isGone = true;
    this.emit('closed');
    if (BrowserWindowDouble.all.every(({ isGone }) => isGone)) app.emit('window-all-closed');
  }
  /** The event of a call of this window's page. */
  createInvokeEvent(): {
    readonly sender: WebContentsDouble;
    readonly senderFrame: { readonly origin: string; readonly parent: null } | null;
  } {
    const { protocol: scheme, host } = new URL(this.webContents.url);
    const frame = { origin: `${scheme}//${host}`, parent: null };
    const isFrameGone = this.hostility === 'the frame of a sender is null';
    return { sender: this.webContents, senderFrame: isFrameGone ? null : frame };
  }
  isDestroyed(): boolean {
    return this.isGone;
  }
  isMinimized(): boolean {
    return false;
  }
}

type RequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
type DeviceHandler = NonNullable<Parameters<Electron.Session['setDevicePermissionHandler']>[0]>;

export const sessionHandlers: {
  request?: RequestHandler | null;
  check?: CheckHandler | null;
  device?: DeviceHandler | null;
  before?: BeforeRequestListener | null;
} = {};

const appEvents = new EventEmitter<
  CheckedEvents<
    Electron.App,
    {
      'web-contents-created': [Ignored, ContentsPart];
      'before-quit': [Preventable];
      'window-all-closed': [];
      'second-instance': [Ignored, string[], string];
    }
  >
>();

export const app = Object.assign(appEvents, {
  isSandboxed: false,
  removed: [] as string[],
  /** The switches of the test's command line. */
  switches: [] as string[],
  relaunches: [] as (Electron.RelaunchOptions | undefined)[],
  quits: 0,
  isReadyNow: false,
  /** The folders that a test or the shell has set, and those that Electron wrote to once it was ready. */
  paths: {} as Record<string, string>,
  pathsWhenReady: {} as Record<string, string>,
  /** The next answers to a request for the lock; true after them. */
  lockAnswers: [] as boolean[],
  /** The exit codes with which the program ended. */
  exits: [] as number[],
  ...({
    isPackaged: true as boolean,
    enableSandbox: () => {
      app.isSandboxed = true;
    },
    isReady: (): boolean => app.isReadyNow,
    getPath: (name): string => app.paths[name] ?? `/home/shop/${name}`,
    getAppPath: () => '/checkout',
    relaunch: (options) => void app.relaunches.push(options),
    /** Windows are not closed before the listeners of `before-quit` have agreed. */
    quit: () => {
      app.quits += 1;
      let isPrevented = false;
      app.emit('before-quit', {
        preventDefault: () => {
          isPrevented = true;
        },
      });
      if (!isPrevented) app.exit(0);
    },
    exit: (code = 0) => void app.exits.push(code),
    setPath: (name, path) => {
      if (!existsSync(path)) throw new Error('Failed to set path');
      app.paths[name] = path;
    },
    getVersion: () => '1.0.0',
    getPreferredSystemLanguages: () => ['es-MX'],
    /** False also if the folder cannot be locked. */
    requestSingleInstanceLock: (): boolean => app.lockAnswers.shift() ?? true,
    whenReady: async () => {
      await null;
      app.isReadyNow = true;
      app.pathsWhenReady = { ...app.paths };
    },
  } satisfies Pick<
    Electron.App,
    | 'isPackaged'
    | 'isReady'
    | 'enableSandbox'
    | 'getPath'
    | 'getAppPath'
    | 'relaunch'
    | 'quit'
    | 'exit'
    | 'setPath'
    | 'getVersion'
    | 'getPreferredSystemLanguages'
    | 'requestSingleInstanceLock'
    | 'whenReady'
  >),
  commandLine: {
    removeSwitch: (name) => void app.removed.push(name),
    hasSwitch: (name): boolean => app.switches.includes(name),
    getSwitchValue: (name) => (name === 'ozone-platform' ? 'x11' : ''),
  } satisfies Pick<Electron.CommandLine, 'removeSwitch' | 'hasSwitch' | 'getSwitchValue'>,
});

const sessionEvents = new EventEmitter<
  CheckedEvents<Electron.Session, { 'will-download': [Preventable] }>
>();

export const session = {
  defaultSession: Object.assign(sessionEvents, {
    ...({
      setPermissionRequestHandler: (handler) => {
        sessionHandlers.request = handler;
      },
      setPermissionCheckHandler: (handler) => {
        sessionHandlers.check = handler;
      },
      setDevicePermissionHandler: (handler) => {
        sessionHandlers.device = handler;
      },
    } satisfies Pick<
      Electron.Session,
      'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
    >),
    webRequest: {
      onBeforeRequest: (handler) => {
        sessionHandlers.before = handler;
      },
    } satisfies WebRequestPart,
  }),
};

/** Sends sleep and wake events when a test asks for them. */
class PowerMonitorDouble extends EventEmitter<
  CheckedEvents<
    Electron.PowerMonitor,
    {
      suspend: [];
      'lock-screen': [];
      resume: [];
      'unlock-screen': [];
      'on-battery': [];
      'on-ac': [];
      shutdown: [];
    }
  >
> {
  /** The computer sleeps and wakes up again. */
  sleep(): void {
    const isWorse = hostility === 'sleep is reported twice, and waking not at all';
    this.emit('suspend');
    if (isWorse) this.emit('suspend');
    else this.emit('resume');
  }
}
export const powerMonitor = new PowerMonitorDouble();

export const powerSaveBlocker = {
  start: () => 1,
  stop: () => true,
} satisfies Pick<Electron.PowerSaveBlocker, 'start' | 'stop'>;

export const protocol = {
  registerSchemesAsPrivileged: () => {},
  handle: () => {},
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;

export const ipcMain = {
  handle: () => {},
} satisfies Pick<Electron.IpcMain, 'handle'>;

export const crashReporter = {
  start: () => {},
} satisfies Pick<Electron.CrashReporter, 'start'>;

export const shell = {
  openPath: async () => '',
} satisfies Pick<Electron.Shell, 'openPath'>;

export const safeStorage: KeyStore = {
  isAsyncEncryptionAvailable: () => keyStore.isAsyncEncryptionAvailable(),
  encryptStringAsync: (text) => keyStore.encryptStringAsync(text),
  decryptStringAsync: (sealed) => keyStore.decryptStringAsync(sealed),
};

/** The person's answer to the next save dialog. */
export const dialog = {
  answer: { canceled: true, filePath: '' } as Electron.SaveDialogReturnValue,
  shownOptions: [] as Electron.SaveDialogOptions[],
  errors: [] as string[],
  /** Before Electron is ready, Linux shows no message box. */
  showErrorBox: (_title: string, content: string) => {
    if (process.platform !== 'linux' || app.isReadyNow) dialog.errors.push(content);
  },
  showSaveDialog: async (
    ...args: [Electron.SaveDialogOptions] | [Electron.BaseWindow, Electron.SaveDialogOptions]
  ): Promise<Electron.SaveDialogReturnValue> => {
    dialog.shownOptions.push(args.length === 1 ? args[0] : args[1]);
    return dialog.answer;
  },
} satisfies Pick<Electron.Dialog, 'showSaveDialog' | 'showErrorBox'> & Record<string, unknown>;

/**
 * The displays of the test's computer; the till is on the display that contains its window's
 * corner, as the nearest one is for Electron.
 */
type DisplayDouble = Pick<Electron.Display, 'id' | 'bounds'>;
export const displays: DisplayDouble[] = [];
const screenEvents = new EventEmitter<
  CheckedEvents<
    Electron.Screen,
    {
      'display-added': [Ignored, DisplayDouble];
      'display-removed': [Ignored, DisplayDouble];
      'display-metrics-changed': [Ignored, DisplayDouble, string[]];
    }
  >
>();
/** A double returns only the part of a display that the till reads. */
type ScreenDouble = {
  [Name in 'getAllDisplays' | 'getDisplayMatching']: (
    ...args: Parameters<Electron.Screen[Name]>
  ) => ReturnType<Electron.Screen[Name]> extends readonly unknown[]
    ? DisplayDouble[]
    : DisplayDouble;
};
export const screen = Object.assign(screenEvents, {
  getAllDisplays: () => [...displays],
  getDisplayMatching: ({ x }) => {
    const display =
      displays.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width) ?? displays[0];
    return display ?? { id: -1, bounds: { x: 0, y: 0, width: 0, height: 0 } };
  },
} satisfies ScreenDouble);

export const Menu = {
  setApplicationMenu: (_menu: Electron.Menu | null) => {},
} satisfies Pick<typeof Electron.Menu, 'setApplicationMenu'>;
