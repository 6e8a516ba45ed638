import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { WebRequestPart } from '../electron-events.ts';
import { createNetSession, type NetSession } from './net.ts';
import { setBeforeRequest } from './protocol.ts';
import { readiness } from './readiness.ts';

/** There is no key store here, and it reports that, so production keys are refused. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => {
    readiness.assertReady('safeStorage');
    return false;
  },
  encryptStringAsync: async (_text: string): Promise<Buffer> => {
    throw new Error('no key store');
  },
  decryptStringAsync: async (_sealed: Buffer) => {
    throw new Error('no key store');
  },
  getSelectedStorageBackend: () => (readiness.isReady ? 'basic_text' : 'unknown'),
} satisfies Pick<
  Electron.SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>;

/** Node writes no dumps; a crash of it is seen by the mark of the last exit. */
export const crashReporter = {
  start: (_options: Electron.CrashReporterStartOptions) => {},
} satisfies Pick<Electron.CrashReporter, 'start'>;

/** Never emits: a Node process gets no events of sleep, wake or shutdown. */
export const powerMonitor = new EventEmitter();

/** A Node process cannot block sleep; the ids are numbered as Electron numbers them. */
let lastBlocker = -1;
const blockers = new Set<number>();
export const powerSaveBlocker = {
  start: (_type: string): number => {
    readiness.assertReady('powerSaveBlocker');
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id: number): boolean => blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
} satisfies Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>;

/** The browser handles permissions and downloads; the page's headers deny them there. */
const defaultSession = Object.assign(new EventEmitter(), {
  ...({
    setPermissionRequestHandler: () => {},
    setPermissionCheckHandler: () => {},
    setDevicePermissionHandler: () => {},
  } satisfies Pick<
    Electron.Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >),
  webRequest: { onBeforeRequest: setBeforeRequest } satisfies WebRequestPart,
});

const netSessions = new Map<string, NetSession>();
export const session = {
  get defaultSession() {
    readiness.assertReady('session.defaultSession');
    return defaultSession;
  },
  /** For main's own requests with `net`; the page has no other session. */
  fromPartition: (name: string): NetSession => {
    readiness.assertReady('session.fromPartition');
    const netSession = netSessions.get(name) ?? createNetSession();
    netSessions.set(name, netSession);
    return netSession;
  },
};

/**
 * A person moves the browser's windows, so there is always a second display for the customer's
 * window, to the right of the till's.
 */
const createDisplay = (index: number): DisplayPart => ({
  id: index + 1,
  bounds: { x: index * 1920, y: 0, width: 1920, height: 1080 },
});
const tillDisplay = createDisplay(0);
const displays = [tillDisplay, createDisplay(1)];
/** The shell reads only this part of a display. */
type DisplayPart = Pick<Electron.Display, 'id' | 'bounds'>;
interface ScreenPart {
  getAllDisplays(...args: Parameters<Electron.Screen['getAllDisplays']>): DisplayPart[];
  getDisplayMatching(...args: Parameters<Electron.Screen['getDisplayMatching']>): DisplayPart;
}
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => {
    readiness.assertReady('screen');
    return displays;
  },
  getDisplayMatching: () => {
    readiness.assertReady('screen');
    return tillDisplay;
  },
} satisfies ScreenPart);

/** A browser has its own menus. */
export const Menu = {
  setApplicationMenu: () => {},
  buildFromTemplate: () => ({}),
};

export const dialog = {
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Pick<Electron.Dialog, 'showErrorBox'>;

/** The page opens nothing outside itself in either shell. */
export const shell = {
  openPath: async () => 'not available here',
} satisfies Pick<Electron.Shell, 'openPath'>;
