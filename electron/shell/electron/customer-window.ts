import { BrowserWindow, type IpcMainInvokeEvent, type Rectangle, screen } from 'electron';
import type { CustomerScreenState } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import { CUSTOMER_SCREEN_CHANNEL } from '../../preload/index.ts';
import {
  type Display,
  findCustomerDisplay,
  findDisplayId,
  haveEqualBounds,
  toCustomerDisplays,
} from './displays.ts';
import { CUSTOMER_PAGE } from './origin.ts';
import { buildWebPreferences, reloadOnCrash } from './till-window.ts';

/**
 * The window that faces the customer, on its own display. It receives one event and makes no calls.
 */
export interface CustomerWindow {
  /**
   * Sets the display, counted from 1; null: the first display without the till; false: no window.
   * The number is resolved to a display once, when enough displays exist: while that display is
   * unplugged, the displays after it get lower numbers, but none of them shows the window. After a
   * restart the number is resolved again.
   */
  setDisplayNumber(displayNumber: number | null | false): void;
  /** Stored for a window that opens later or reloads its page. */
  show(view: unknown): void;
  state(): Pick<CustomerScreenState, 'window' | 'displays'>;
  onChange(listener: () => void): () => void;
  /** True if the sender is this window, whose calls are all refused. Used for the log. */
  isSender(event: IpcMainInvokeEvent): boolean;
  /** The till's window is open, so this window may open from now on. */
  onTillOpened(): void;
  /** The till's window has closed, and the program is about to quit. */
  onTillClosed(): void;
}

interface CustomerWindowPorts {
  /** The preload of its page; null if this program has no customer window. */
  readonly preloadPath: string | null;
  readonly tillBounds: () => Rectangle | null;
  /** Whether windows can be placed; see `wayland.ts`. Where they cannot, this window never opens. */
  readonly canPlaceWindows: boolean;
  readonly log: Log;
}

export function createCustomerWindow(ports: CustomerWindowPorts): CustomerWindow {
  const { log, preloadPath } = ports;
  let displaySetting: number | null | false = false;
  let customerWindow: BrowserWindow | null = null;
  let currentDisplay: Display | null = null;
  /** The id of the display that the wanted number resolved to; null until it is resolved. */
  let resolvedDisplayId: number | null = null;
  let view: unknown = null;
  let isTillOpen = false;
  /** A person or the system closed it: it stays closed until the setting changes. */
  let isClosedByHand = false;
  let isWatchingDisplays = false;
  const listeners = new Set<() => void>();

  const notifyListeners = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const getTillDisplay = (): Display | null => {
    const bounds = ports.tillBounds();
    return bounds === null ? null : screen.getDisplayMatching(bounds);
  };

  const findWantedDisplay = (): Display | null => {
    const displays = screen.getAllDisplays();
    if (typeof displaySetting === 'number') {
      resolvedDisplayId ??= findDisplayId(displays, displaySetting);
      if (resolvedDisplayId === null) return null;
    }
    return displaySetting === false
      ? null
      : findCustomerDisplay(displays, getTillDisplay(), resolvedDisplayId);
  };

  /** Opens, moves or closes the window according to the setting and the displays. */
  const updatePlacement = (): void => {
    const isWanted =
      isTillOpen &&
      displaySetting !== false &&
      preloadPath !== null &&
      ports.canPlaceWindows &&
      !isClosedByHand;
    const display = isWanted ? findWantedDisplay() : null;
    if (display === null) {
      if (isWanted) log.warn({ wanted: displaySetting }, 'customer-window: no display available');
      close();
    } else if (customerWindow === null && preloadPath !== null) {
      open(display, preloadPath);
    } else if (currentDisplay === null || !isUnmoved(currentDisplay, display)) {
      currentDisplay = display;
      customerWindow?.setFullScreen(false);
      customerWindow?.setBounds(display.bounds);
      customerWindow?.setFullScreen(true);
    }
    notifyListeners();
  };

  const open = (display: Display, preload: string): void => {
    const window = new BrowserWindow({
      ...display.bounds,
      title: 'Mostrador',
      show: false,
      frame: false,
      fullscreen: true,
      // The till receives the keys: a window that cannot be focused takes none.
      focusable: false,
      skipTaskbar: true,
      autoHideMenuBar: true,
      webPreferences: buildWebPreferences(preload),
    });
    customerWindow = window;
    currentDisplay = display;
    window.webContents.on('did-finish-load', () => send(window));
    // An empty window on the counter would look broken.
    window.webContents.once('did-finish-load', () => window.showInactive());
    window.on('closed', () => {
      if (customerWindow !== window) return;
      customerWindow = null;
      currentDisplay = null;
      isClosedByHand = true;
      log.info({}, 'customer-window: closed');
      notifyListeners();
    });
    reloadOnCrash(window, log);
    window.loadURL(CUSTOMER_PAGE).catch((error: unknown) => {
      log.error({ err: error }, 'customer-window: page load failed');
    });
  };

  const close = (): void => {
    const closing = customerWindow;
    customerWindow = null;
    currentDisplay = null;
    if (closing !== null && !closing.isDestroyed()) closing.destroy();
  };

  const send = (window: BrowserWindow): void => {
    if (view !== null && !window.isDestroyed())
      window.webContents.send(CUSTOMER_SCREEN_CHANNEL, view);
  };

  const watchDisplays = (): void => {
    if (isWatchingDisplays) return;
    isWatchingDisplays = true;
    screen.on('display-added', updatePlacement);
    screen.on('display-removed', updatePlacement);
    screen.on('display-metrics-changed', updatePlacement);
  };

  return {
    setDisplayNumber: (display) => {
      if (displaySetting === display) return;
      displaySetting = display;
      resolvedDisplayId = null;
      isClosedByHand = false;
      if (!isTillOpen) return;
      if (display !== false) watchDisplays();
      updatePlacement();
    },
    show: (next) => {
      view = next;
      if (customerWindow !== null) send(customerWindow);
    },
    state: () => {
      if (preloadPath === null) return { window: 'off', displays: [] };
      if (!ports.canPlaceWindows) return { window: 'unplaceable', displays: [] };
      const displays = toCustomerDisplays(screen.getAllDisplays(), getTillDisplay());
      if (displaySetting === false) return { window: 'off', displays };
      if (customerWindow !== null) return { window: 'open', displays };
      return { window: isClosedByHand ? 'closed' : 'no-display', displays };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isSender: (event) => customerWindow !== null && event.sender === customerWindow.webContents,
    onTillOpened: () => {
      if (isTillOpen) return;
      isTillOpen = true;
      if (displaySetting === false) return;
      watchDisplays();
      updatePlacement();
    },
    onTillClosed: () => {
      isTillOpen = false;
      close();
    },
  };
}

function isUnmoved(before: Display, now: Display): boolean {
  return before.id === now.id && haveEqualBounds(before, now);
}
