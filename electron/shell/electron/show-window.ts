import type { BrowserWindow } from 'electron';

const LOADED_GRACE_MS = 1_000;
const MAX_HIDDEN_MS = 5_000;

/**
 * Calls `show` once, at the first of: the first frame is drawn, one second after the page has
 * loaded, the page could not be loaded, five seconds. Electron may never report the first frame of
 * a hidden window (electron#48859), and a till that nobody sees cannot say what is wrong.
 */
export function showOnceReady(window: BrowserWindow, show: () => void): void {
  const timers: NodeJS.Timeout[] = [];
  let isDone = false;
  const stop = (): void => {
    isDone = true;
    for (const timer of timers) clearTimeout(timer);
  };
  const showNow = (): void => {
    if (isDone || window.isDestroyed()) return;
    stop();
    show();
  };
  const showAfter = (delayMs: number): void => {
    if (!isDone) timers.push(setTimeout(showNow, delayMs));
  };
  window.once('ready-to-show', showNow);
  window.webContents.once('did-finish-load', () => showAfter(LOADED_GRACE_MS));
  window.webContents.once('did-fail-load', showNow);
  window.once('closed', stop);
  showAfter(MAX_HIDDEN_MS);
}
