/**
 * The functions of the `electron` module that shell/ uses, on plain Node, for machines without
 * Electron's runtime. No file imports this one by name: register.ts makes `import 'electron'` load
 * it.
 *
 * It serves the app:// handler on a loopback port, loads the preload bundle before the page, and
 * runs IPC over one WebSocket. It writes exactly one line to standard output: the address of the
 * page, with a one-time token. The page that faces the customer has its own port, and so its own
 * origin; the file `customer-screen.html` of the profile redirects to it. Where possible it is
 * stricter than Electron: it transmits only plain JSON, calls before `ready` throw, and `ready` is
 * not emitted while main awaits at its top level.
 *
 * It has no sandbox, no world isolation, no permissions, no key store, no sleep and wake events, no
 * control over the computer's sleep, and no updates.
 */
import { app } from './app.ts';
import { ipcMain } from './ipc-main.ts';
import { net } from './net.ts';
import { protocol } from './protocol.ts';
import {
  crashReporter,
  dialog,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
} from './system-modules.ts';
import { BrowserWindow } from './window.ts';

export {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
};

// CommonJS libraries (electron-store) load the module as a whole.
const electron = {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
};

export { electron as default };
