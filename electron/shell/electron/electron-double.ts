import { EventEmitter } from 'node:events';

/**
 * A double of the `electron` module, only for the tests of this folder. It stores the shell's
 * listeners and settings, so that a test can try forbidden actions on them.
 */
export class ContentsDouble extends EventEmitter {
  openHandler: (() => { action: string }) | null = null;
  readonly sent: unknown[] = [];
  reloads = 0;
  url = 'app://till/';

  getURL(): string {
    return this.url;
  }

  setWindowOpenHandler(handler: () => { action: string }): void {
    this.openHandler = handler;
  }
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
  reload(): void {
    this.reloads += 1;
  }
}

export class WindowDouble extends EventEmitter {
  static all: WindowDouble[] = [];
  readonly webContents = new ContentsDouble();
  readonly options: { webPreferences: Record<string, unknown>; [name: string]: unknown };
  readonly urls: string[] = [];
  isGone = false;

  constructor(options: { webPreferences: Record<string, unknown>; [name: string]: unknown }) {
    super();
    this.options = options;
    WindowDouble.all.push(this);
  }
  async loadURL(url: string): Promise<void> {
    this.urls.push(url);
    this.webContents.url = url;
  }
  isFull = false;
  setFullScreen(isWanted: boolean): void {
    this.isFull = isWanted;
  }
  isFullScreen(): boolean {
    return this.isFull;
  }
  bounds = { x: 0, y: 0, width: 1366, height: 768 };
  getBounds(): typeof this.bounds {
    return this.bounds;
  }
  setBounds(bounds: typeof this.bounds): void {
    this.bounds = bounds;
  }
  showsInactive = 0;
  showInactive(): void {
    this.showsInactive += 1;
  }
  destroy(): void {
    this.isGone = true;
    this.emit('closed');
  }
  isDestroyed(): boolean {
    return this.isGone;
  }
  isMinimized(): boolean {
    return false;
  }
  show(): void {}
  focus(): void {
    this.emit('focused-by-shell');
  }
}

export interface SessionDouble {
  request?: (contents: unknown, permission: string, respond: (granted: boolean) => void) => void;
  check?: () => boolean;
  device?: () => boolean;
  before?: (
    details: { url: string; resourceType: string },
    respond: (decision: { cancel: boolean }) => void,
  ) => void;
}

export const sessionHandlers: SessionDouble = {};

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  isSandboxed: false,
  removed: [] as string[],
  commandLine: { removeSwitch: (name: string) => void app.removed.push(name) },
  enableSandbox: () => {
    app.isSandboxed = true;
  },
  getPath: (name: string) => `/home/shop/${name}`,
});

export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: NonNullable<SessionDouble['request']>) => {
      sessionHandlers.request = handler;
    },
    setPermissionCheckHandler: (handler: () => boolean) => {
      sessionHandlers.check = handler;
    },
    setDevicePermissionHandler: (handler: () => boolean) => {
      sessionHandlers.device = handler;
    },
    webRequest: {
      onBeforeRequest: (handler: NonNullable<SessionDouble['before']>) => {
        sessionHandlers.before = handler;
      },
    },
  }),
};

/** Sends sleep and wake events when a test asks for them. */
export const powerMonitor = new EventEmitter();

/** The person's answer to the next save dialog. */
export const dialog = {
  answer: { canceled: true, filePath: '' },
  shownOptions: [] as { defaultPath?: string }[],
  showSaveDialog: async (...args: unknown[]) => {
    dialog.shownOptions.push(Object(args.at(-1)));
    return dialog.answer;
  },
};
/**
 * The displays of the test's computer; the till is on the display that contains its window's
 * corner.
 */
interface DisplayDouble {
  id: number;
  bounds: { x: number; y: number; width: number; height: number };
}
export const displays: DisplayDouble[] = [];
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [...displays],
  getDisplayMatching: ({ x }: { x: number }) => {
    const display = displays.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width);
    return display ?? { id: -1 };
  },
});

export const Menu = { setApplicationMenu: () => {}, buildFromTemplate: () => ({}) };
