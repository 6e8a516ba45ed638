import { BrowserWindow, type IpcMainInvokeEvent, type Rectangle, screen } from 'electron';
import type { CustomerScreenState } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import { CUSTOMER_CHANNEL } from '../../preload/index.ts';
import {
  type Display,
  findCustomerDisplay,
  findDisplayId,
  toCustomerDisplays,
} from './displays.ts';
import { CUSTOMER_PAGE } from './origin.ts';
import { buildWebPreferences, reloadOnCrash } from './till-window.ts';

/** The window that faces the customer, on a display of its own. It hears one event and calls nothing. */
export interface CustomerWindow {
  /**
   * On which display, counted from 1; null: the first that the till is not on; false: no window. The
   * number is counted once, when there are so many displays: while that one is unplugged, those after
   * it move up, and none of them is shown anything. After a restart it is counted again.
   */
  want(display: number | null | false): void;
  /** Kept for a window that opens later, or whose page is loaded again. */
  show(view: unknown): void;
  state(): Pick<CustomerScreenState, 'window' | 'displays'>;
  onChange(listener: () => void): () => void;
  /** The sender is this window, whose calls are all refused: for the log. */
  isSender(event: IpcMainInvokeEvent): boolean;
  /** The till's window is open: from now on this one may be. */
  onTillOpened(): void;
  /** The till's window has closed, and the program is about to end. */
  onTillClosed(): void;
}

interface CustomerWindowPorts {
  /** Its page and preload; left out where there are none, as in a main without such a window. */
  readonly preloadPath: string | null;
  readonly tillBounds: () => Rectangle | null;
  readonly log: Log;
}

export function createCustomerWindow(ports: CustomerWindowPorts): CustomerWindow {
  const { log, preloadPath } = ports;
  let wanted: number | null | false = false;
  let current: BrowserWindow | null = null;
  let displayId: number | null = null;
  /** The id of the display that the wanted number meant; null until it is known. */
  let chosenId: number | null = null;
  let view: unknown = null;
  let isTillOpen = false;
  /** A person, or the system, closed it: it stays so until the setting or the till says otherwise. */
  let isClosedByHand = false;
  let isWatching = false;
  const listeners = new Set<() => void>();

  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const tillsDisplay = (): number | null => {
    const bounds = ports.tillBounds();
    return bounds === null ? null : screen.getDisplayMatching(bounds).id;
  };

  const wantedDisplay = (): Display | null => {
    const displays = screen.getAllDisplays();
    if (typeof wanted === 'number') {
      chosenId ??= findDisplayId(displays, wanted);
      if (chosenId === null) return null;
    }
    return wanted === false ? null : findCustomerDisplay(displays, tillsDisplay(), chosenId);
  };

  /** Opens, moves or closes the window, as the setting and the displays are now. */
  const place = (): void => {
    const isWanted = isTillOpen && wanted !== false && preloadPath !== null && !isClosedByHand;
    const display = isWanted ? wantedDisplay() : null;
    if (display === null) {
      if (isWanted) log.warn({ wanted }, 'customer-window: no display available');
      close();
    } else if (current === null && preloadPath !== null) {
      open(display, preloadPath);
    } else if (displayId !== display.id) {
      displayId = display.id;
      current?.setFullScreen(false);
      current?.setBounds(display.bounds);
      current?.setFullScreen(true);
    }
    changed();
  };

  const open = (display: Display, preload: string): void => {
    const window = new BrowserWindow({
      ...display.bounds,
      title: 'Mostrador',
      show: false,
      frame: false,
      fullscreen: true,
      // Keys are the till's: a window without the focus takes none away from it.
      focusable: false,
      skipTaskbar: true,
      autoHideMenuBar: true,
      webPreferences: buildWebPreferences(preload),
    });
    current = window;
    displayId = display.id;
    window.once('ready-to-show', () => window.showInactive());
    window.webContents.on('did-finish-load', () => send(window));
    window.on('closed', () => {
      if (current !== window) return;
      current = null;
      displayId = null;
      isClosedByHand = true;
      log.info({}, 'customer-window: closed');
      changed();
    });
    reloadOnCrash(window, log);
    window.loadURL(CUSTOMER_PAGE).catch((error: unknown) => {
      log.error({ err: error }, 'customer-window: page load failed');
    });
  };

  const close = (): void => {
    const closing = current;
    current = null;
    displayId = null;
    if (closing !== null && !closing.isDestroyed()) closing.destroy();
  };

  const send = (window: BrowserWindow): void => {
    if (view !== null && !window.isDestroyed()) window.webContents.send(CUSTOMER_CHANNEL, view);
  };

  const watch = (): void => {
    if (isWatching) return;
    isWatching = true;
    screen.on('display-added', place);
    screen.on('display-removed', place);
    screen.on('display-metrics-changed', place);
  };

  return {
    want: (display) => {
      if (wanted === display) return;
      wanted = display;
      chosenId = null;
      isClosedByHand = false;
      if (!isTillOpen) return;
      if (display !== false) watch();
      place();
    },
    show: (next) => {
      view = next;
      if (current !== null) send(current);
    },
    state: () => {
      if (preloadPath === null) return { window: 'off', displays: [] };
      const displays = toCustomerDisplays(screen.getAllDisplays(), tillsDisplay());
      if (wanted === false) return { window: 'off', displays };
      if (current !== null) return { window: 'open', displays };
      return { window: isClosedByHand ? 'closed' : 'no-display', displays };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isSender: (event) => current !== null && event.sender === current.webContents,
    onTillOpened: () => {
      if (isTillOpen) return;
      isTillOpen = true;
      if (wanted === false) return;
      watch();
      place();
    },
    onTillClosed: () => {
      isTillOpen = false;
      close();
    },
  };
}
