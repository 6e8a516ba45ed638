/**
 * The functions of the `electron` module that shell/ uses, on plain Node, for machines without
 * Electron's runtime. Nothing imports this file by name: register.ts makes `import 'electron'` load
 * it.
 *
 * It serves the app:// handler on a loopback port, puts the preload bundle in front of the page,
 * and runs IPC over one WebSocket. It writes exactly one line to standard output: the address of
 * the page, with a token that works once. The page that faces the customer has a port, and so an
 * origin, of its own; the file `customer-screen.html` of the profile leads to it. It is stricter than
 * Electron if it can be: it carries only plain JSON, calls before `ready` throw, and `ready` never
 * comes while main waits at its top level.
 *
 * It has no sandbox, no world isolation, no permissions, no key store, no sleep and wake, no
 * say over the computer's sleep, no updates.
 */
import { app } from './app.ts';
import { ipcMain } from './ipc-main.ts';
import {
  dialog,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
} from './machine.ts';
import { protocol } from './protocol.ts';
import { BrowserWindow } from './window.ts';

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
};

// Libraries that are CommonJS at heart (electron-store) ask for the module as a whole.
const electron = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
};

export { electron as default };
