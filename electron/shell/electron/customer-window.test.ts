import { beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { createCustomerWindow } from './customer-window.ts';
import { findCustomerDisplay, findDisplayId, toCustomerDisplays } from './displays.ts';
import {
  BrowserWindowDouble,
  displays,
  HOSTILITIES,
  screen,
  setHostility,
  WebContentsDouble,
} from './electron-double.ts';
import { createTillWindow } from './till-window.ts';
import { isOnWayland } from './wayland.ts';

vi.mock('electron', async () => {
  const double = await import('./electron-double.ts');
  return { ...double, BrowserWindow: double.BrowserWindowDouble };
});

const LEFT = { id: 7, bounds: { x: 0, y: 0, width: 1366, height: 768 } };
const RIGHT = { id: 3, bounds: { x: 1366, y: 0, width: 1024, height: 600 } };
const FAR = { id: 9, bounds: { x: 2390, y: 0, width: 800, height: 480 } };

beforeEach(() => {
  setHostility('as documented');
  BrowserWindowDouble.all.length = 0;
  screen.removeAllListeners();
  displays.splice(0, displays.length, LEFT, RIGHT);
});

async function openWindows(displayNumber: number | null | false, canPlaceWindows = true) {
  const till = createTillWindow('/preload.cjs', silentLog);
  const customers = createCustomerWindow({
    preloadPath: '/customer-preload.cjs',
    tillBounds: till.bounds,
    canPlaceWindows,
    log: silentLog,
  });
  till.onClosed(customers.onTillClosed);
  customers.setDisplayNumber(displayNumber);
  await till.open().catch(() => {});
  customers.onTillOpened();
  await waitForLoad();
  return {
    till,
    customers,
    tills: BrowserWindowDouble.all[0],
    window: () => BrowserWindowDouble.all[1],
  };
}

/** The double loads a page within some promise callbacks. */
const waitForLoad = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The customer windows that are not destroyed. */
const listOpenWindows = (): BrowserWindowDouble[] =>
  BrowserWindowDouble.all.slice(1).filter((openWindow) => !openWindow.isGone);

describe.each(HOSTILITIES)('the customer’s window, if Electron is such that %s', (hostility) => {
  beforeEach(() => setHostility(hostility));

  it('shows its window once, without focus, and only after its page has loaded', async () => {
    const { window } = await openWindows(null);
    const isLate = [
      'the renderer is gone once before its page loads',
      'the page fails to load',
    ].includes(hostility);
    expect(window()?.showsInactive).toBe(isLate ? 0 : 1);
    expect(window()?.shows).toBe(0);
    window()?.webContents.emit('did-finish-load');
    window()?.emit('ready-to-show');
    window()?.webContents.emit('did-finish-load');
    expect(window()?.showsInactive).toBe(1);
  });

  it('opens hardened like the till’s window, with its own preload and without focus', async () => {
    const { window, tills } = await openWindows(null);
    expect(window()?.urls).toEqual(['app://customer/']);
    expect(window()?.options.webPreferences).toEqual({
      ...tills?.options.webPreferences,
      preload: '/customer-preload.cjs',
    });
    expect(window()?.options).toMatchObject({
      ...RIGHT.bounds,
      fullscreen: true,
      focusable: false,
      frame: false,
    });
  });

  it('opens and closes with the setting', async () => {
    const { customers } = await openWindows(false);
    expect(listOpenWindows()).toEqual([]);
    expect(customers.state().window).toBe('off');
    customers.setDisplayNumber(2);
    expect(listOpenWindows()).toHaveLength(1);
    expect(customers.state().window).toBe('open');
    customers.setDisplayNumber(false);
    expect(listOpenWindows()).toEqual([]);
  });

  it('opens and closes with the till’s window', async () => {
    const { tills, customers } = await openWindows(null);
    expect(listOpenWindows()).toHaveLength(1);
    tills?.destroy();
    expect(listOpenWindows()).toEqual([]);
    screen.emit('display-added', {}, RIGHT);
    customers.setDisplayNumber(2);
    expect(listOpenWindows()).toEqual([]);
  });

  it('closes when its display is unplugged and reopens when it returns', async () => {
    const { customers } = await openWindows(null);
    const changes: string[] = [];
    customers.onChange(() => changes.push(customers.state().window));
    displays.splice(1, 1);
    screen.emit('display-removed', {}, RIGHT);
    expect(listOpenWindows()).toEqual([]);
    displays.push(RIGHT);
    screen.emit('display-added', {}, RIGHT);
    expect(listOpenWindows()).toHaveLength(1);
    expect(changes).toEqual(['no-display', 'open']);
  });

  it('never covers the till or a display other than the chosen one', async () => {
    const { customers } = await openWindows(1);
    expect(listOpenWindows()).toEqual([]);
    expect(customers.state().window).toBe('no-display');
    customers.setDisplayNumber(3);
    expect(listOpenWindows()).toEqual([]);
    displays.push(FAR);
    screen.emit('display-added', {}, RIGHT);
    expect(listOpenWindows()[0]?.options).toMatchObject(FAR.bounds);
  });

  it('shows nothing on the next display while the chosen one is unplugged', async () => {
    displays.push(FAR);
    const { customers } = await openWindows(2);
    expect(listOpenWindows()[0]?.options).toMatchObject(RIGHT.bounds);
    // The third display is the second now.
    displays.splice(1, 1);
    screen.emit('display-removed', {}, RIGHT);
    expect(listOpenWindows()).toEqual([]);
    expect(customers.state().window).toBe('no-display');
    displays.splice(0, 1);
    screen.emit('display-removed', {}, RIGHT);
    displays.unshift(LEFT);
    screen.emit('display-added', {}, RIGHT);
    expect(listOpenWindows()).toEqual([]);
    displays.push(RIGHT);
    screen.emit('display-added', {}, RIGHT);
    expect(listOpenWindows()[0]?.options).toMatchObject(RIGHT.bounds);
    // A new setting resolves the number among the connected displays.
    displays.splice(displays.indexOf(RIGHT), 1);
    screen.emit('display-removed', {}, RIGHT);
    customers.setDisplayNumber(false);
    customers.setDisplayNumber(2);
    expect(listOpenWindows()[0]?.options).toMatchObject(FAR.bounds);
  });

  it('moves to the display of a new setting', async () => {
    displays.push(FAR);
    const { customers } = await openWindows(2);
    customers.setDisplayNumber(3);
    expect(listOpenWindows()).toHaveLength(1);
    expect(listOpenWindows()[0]?.bounds).toEqual(FAR.bounds);
  });

  it('follows its display when the system moves it, and keeps its place otherwise', async () => {
    const { window } = await openWindows(2);
    expect(window()?.fullScreenCalls).toEqual([]);
    screen.emit('display-metrics-changed', {}, RIGHT, ['workArea']);
    expect(window()?.fullScreenCalls).toEqual([]);
    const moved = { ...RIGHT, bounds: { ...RIGHT.bounds, x: 1920, y: 100 } };
    displays.splice(1, 1, moved);
    screen.emit('display-metrics-changed', {}, moved, ['bounds']);
    expect(window()?.bounds).toEqual(moved.bounds);
    expect(window()?.fullScreenCalls).toEqual([false, true]);
  });

  it('closes when its display becomes a mirror of the till’s', async () => {
    const { customers } = await openWindows(2);
    displays.splice(1, 1, { ...RIGHT, bounds: LEFT.bounds });
    screen.emit('display-metrics-changed', {}, RIGHT, ['bounds']);
    expect(listOpenWindows()).toEqual([]);
    expect(customers.state().window).toBe('no-display');
  });

  it('never opens where no window can be placed, and says so', async () => {
    const { customers } = await openWindows(2, false);
    customers.setDisplayNumber(null);
    screen.emit('display-added', {}, RIGHT);
    expect(listOpenWindows()).toEqual([]);
    expect(customers.state()).toEqual({ window: 'unplaceable', displays: [] });
  });

  it('stays closed after a person closes it until the setting changes', async () => {
    const { customers, window } = await openWindows(null);
    window()?.destroy();
    expect(customers.state().window).toBe('closed');
    screen.emit('display-metrics-changed', {}, LEFT, ['bounds']);
    expect(listOpenWindows()).toEqual([]);
    customers.setDisplayNumber(2);
    expect(listOpenWindows()).toHaveLength(1);
  });

  it('receives only the view, and again whenever its page is loaded', async () => {
    const { customers, window, till } = await openWindows(null);
    customers.show({ kind: 'idle' });
    expect(window()?.webContents.sent).toEqual([['customer:shown', { kind: 'idle' }]]);
    window()?.webContents.emit('did-finish-load');
    expect(window()?.webContents.sent).toHaveLength(2);
    // Events for the till's page are not sent there.
    till.send('event:payments.changed', { paymentId: 'p' });
    expect(window()?.webContents.sent).toHaveLength(2);
  });

  it('fails the till’s sender check with any frame origin', async () => {
    const { till, customers, window } = await openWindows(null);
    const checkSender = (check: typeof till.isTillPage, sender: unknown, origin: string): boolean =>
      // A double of the event: only what the checks read.
      Reflect.apply(check, null, [{ sender, senderFrame: { origin, parent: null } }]);
    const contents = window()?.webContents;
    for (const origin of ['app://customer', 'app://till']) {
      expect(checkSender(till.isTillPage, contents, origin)).toBe(false);
      expect(checkSender(customers.isSender, contents, origin)).toBe(true);
    }
    expect(checkSender(customers.isSender, new WebContentsDouble(), 'app://customer')).toBe(false);
  });
});

describe('the display number', () => {
  it('counts displays from left to right regardless of the system’s ids', () => {
    expect(toCustomerDisplays([FAR, LEFT, RIGHT], LEFT)).toEqual([
      { number: 1, width: 1366, height: 768, isTills: true },
      { number: 2, width: 1024, height: 600, isTills: false },
      { number: 3, width: 800, height: 480, isTills: false },
    ]);
    expect(findCustomerDisplay([FAR, LEFT, RIGHT], LEFT, null)).toBe(RIGHT);
    expect([0, 1, 2, 3, 4].map((number) => findDisplayId([FAR, LEFT, RIGHT], number))).toEqual([
      null,
      7,
      3,
      9,
      null,
    ]);
    expect(findCustomerDisplay([FAR, LEFT, RIGHT], LEFT, 9)).toBe(FAR);
    expect(findCustomerDisplay([FAR, LEFT, RIGHT], LEFT, 7)).toBeNull();
    expect(findCustomerDisplay([LEFT, RIGHT], LEFT, 9)).toBeNull();
    expect(findCustomerDisplay([LEFT], LEFT, null)).toBeNull();
    expect(findCustomerDisplay([], null, null)).toBeNull();
  });
});

describe('the window system', () => {
  it.each([
    [{ DISPLAY: ':0' }, '', false],
    [{ DISPLAY: ':0', XDG_SESSION_TYPE: 'x11' }, '', false],
    [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }, 'x11', false],
    [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, '', true],
    [{ DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' }, 'auto', true],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, '', true],
    [{ DISPLAY: ':0' }, 'wayland', true],
    [{}, '', true],
  ])(
    'detects Wayland with %j and the platform %j as %s',
    (environment, ozonePlatform, isWayland) => {
      expect(isOnWayland('linux', environment, ozonePlatform)).toBe(isWayland);
      expect(isOnWayland('win32', environment, ozonePlatform)).toBe(false);
    },
  );
});
