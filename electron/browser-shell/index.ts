/**
 * The functions of the `electron` module that shell/ uses, on plain Node, for machines where
 * Electron's runtime is not installed. Nothing imports this file by name: register.ts makes it what
 * `import 'electron'` means.
 *
 * The app:// handler is served on a loopback port, the preload bundle is put in front of the page,
 * and IPC runs over one WebSocket. Exactly one line goes to standard output: the address of the
 * page, with a token that works once. It is stricter than Electron where it can be: plain JSON
 * only, calls before `ready` throw, and `ready` never comes while main waits at its top level.
 *
 * It has no sandbox, no world isolation, no permissions, no key store, no sleep and wake, no
 * updates.
 */
import { app } from './app.ts';
import { ipcMain } from './ipc-main.ts';
import { dialog, Menu, powerMonitor, safeStorage, session, shell } from './machine.ts';
import { protocol } from './protocol.ts';
import { BrowserWindow } from './window.ts';

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  safeStorage,
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
  protocol,
  safeStorage,
  session,
  shell,
};

export { electron as default };
