import { EventEmitter } from 'node:events';
import { setBeforeRequest } from './protocol.ts';
import { readiness } from './readiness.ts';

/** There is no key store here, and it reports that: production keys are refused. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => {
    readiness.needed('safeStorage');
    return false;
  },
  encryptStringAsync: async (_text: string): Promise<Buffer> => {
    throw new Error('no key store');
  },
  decryptStringAsync: async (_sealed: Buffer) => {
    throw new Error('no key store');
  },
  getSelectedStorageBackend: () => (readiness.isReady ? 'basic_text' : 'unknown'),
};

/** Never emits: a Node process gets no events of sleep, wake or shutdown. */
export const powerMonitor = new EventEmitter();

/** The browser decides about permissions and downloads; the page's headers refuse them there. */
const defaultSession = Object.assign(new EventEmitter(), {
  setPermissionRequestHandler: () => {},
  setPermissionCheckHandler: () => {},
  setDevicePermissionHandler: () => {},
  webRequest: { onBeforeRequest: setBeforeRequest },
});

export const session = {
  get defaultSession() {
    readiness.needed('session.defaultSession');
    return defaultSession;
  },
};

/** A browser has its own menus. */
export const Menu = {
  setApplicationMenu: () => {},
  buildFromTemplate: () => ({}),
};

export const dialog = {
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`);
  },
};

/** The page opens nothing outside itself in either shell. */
export const shell = {
  openPath: async () => 'not available here',
};
