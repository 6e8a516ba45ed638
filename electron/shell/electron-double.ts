import { EventEmitter } from 'node:events';

/**
 * A double of the `electron` module, only for the tests of this folder. It keeps the shell's
 * listeners and settings, so that a test can try forbidden actions on them.
 */
export class ContentsDouble extends EventEmitter {
  openHandler: (() => { action: string }) | null = null;
  readonly sent: unknown[] = [];
  reloads = 0;

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
  readonly options: { webPreferences: Record<string, unknown> };
  readonly urls: string[] = [];
  isGone = false;

  constructor(options: { webPreferences: Record<string, unknown> }) {
    super();
    this.options = options;
    WindowDouble.all.push(this);
  }
  async loadURL(url: string): Promise<void> {
    this.urls.push(url);
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
  request?: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;
  check?: () => boolean;
  device?: () => boolean;
  before?: (
    details: { url: string; resourceType: string },
    answer: (decision: { cancel: boolean }) => void,
  ) => void;
}

export const asked: SessionDouble = {};

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  isSandboxed: false,
  removed: [] as string[],
  commandLine: { removeSwitch: (name: string) => void app.removed.push(name) },
  enableSandbox: () => {
    app.isSandboxed = true;
  },
});

export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: NonNullable<SessionDouble['request']>) => {
      asked.request = handler;
    },
    setPermissionCheckHandler: (handler: () => boolean) => {
      asked.check = handler;
    },
    setDevicePermissionHandler: (handler: () => boolean) => {
      asked.device = handler;
    },
    webRequest: {
      onBeforeRequest: (handler: NonNullable<SessionDouble['before']>) => {
        asked.before = handler;
      },
    },
  }),
};

/** Sends sleep and wake events when a test asks for them. */
export const powerMonitor = new EventEmitter();

export const Menu = { setApplicationMenu: () => {}, buildFromTemplate: () => ({}) };
