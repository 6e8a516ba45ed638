import { beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { createCustomerWindow } from './customer-window.ts';
import { findCustomerDisplay, findDisplayId, toCustomerDisplays } from './displays.ts';
import { ContentsDouble, displays, screen, WindowDouble } from './electron-double.ts';
import { createTillWindow } from './till-window.ts';

vi.mock('electron', async () => {
  const double = await import('./electron-double.ts');
  return { ...double, BrowserWindow: double.WindowDouble };
});

const LEFT = { id: 7, bounds: { x: 0, y: 0, width: 1366, height: 768 } };
const RIGHT = { id: 3, bounds: { x: 1366, y: 0, width: 1024, height: 600 } };
const FAR = { id: 9, bounds: { x: 2390, y: 0, width: 800, height: 480 } };

beforeEach(() => {
  WindowDouble.all.length = 0;
  screen.removeAllListeners();
  displays.splice(0, displays.length, LEFT, RIGHT);
});

async function opened(wanted: number | null | false) {
  const till = createTillWindow('/preload.cjs', silentLog);
  const customers = createCustomerWindow({
    preloadPath: '/customer-preload.cjs',
    tillBounds: till.bounds,
    log: silentLog,
  });
  till.onClosed(customers.onTillClosed);
  customers.want(wanted);
  await till.open();
  customers.onTillOpened();
  return { till, customers, tills: WindowDouble.all[0], window: () => WindowDouble.all[1] };
}

/** Those that are still there. */
const alive = (): WindowDouble[] => WindowDouble.all.slice(1).filter((one) => !one.isGone);

describe('the customer’s window', () => {
  it('is hardened like the till’s, with its own preload, and never takes the keyboard', async () => {
    const { window, tills } = await opened(null);
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
    window()?.emit('ready-to-show');
    expect(window()?.showsInactive).toBe(1);
  });

  it('is none where it is off, and comes and goes with the setting', async () => {
    const { customers } = await opened(false);
    expect(alive()).toEqual([]);
    expect(customers.state().window).toBe('off');
    customers.want(2);
    expect(alive()).toHaveLength(1);
    expect(customers.state().window).toBe('open');
    customers.want(false);
    expect(alive()).toEqual([]);
  });

  it('opens and closes with the till', async () => {
    const { tills, customers } = await opened(null);
    expect(alive()).toHaveLength(1);
    tills?.destroy();
    expect(alive()).toEqual([]);
    screen.emit('display-added');
    customers.want(2);
    expect(alive()).toEqual([]);
  });

  it('goes with its display when that is unplugged, and comes back with it', async () => {
    const { customers } = await opened(null);
    const changes: string[] = [];
    customers.onChange(() => changes.push(customers.state().window));
    displays.splice(1, 1);
    screen.emit('display-removed');
    expect(alive()).toEqual([]);
    displays.push(RIGHT);
    screen.emit('display-added');
    expect(alive()).toHaveLength(1);
    expect(changes).toEqual(['no-display', 'open']);
  });

  it('never covers the till, and never another display than the one that was chosen', async () => {
    const { customers } = await opened(1);
    expect(alive()).toEqual([]);
    expect(customers.state().window).toBe('no-display');
    customers.want(3);
    expect(alive()).toEqual([]);
    displays.push(FAR);
    screen.emit('display-added');
    expect(alive()[0]?.options).toMatchObject(FAR.bounds);
  });

  it('shows nothing on the next display while the chosen one is unplugged', async () => {
    displays.push(FAR);
    const { customers } = await opened(2);
    expect(alive()[0]?.options).toMatchObject(RIGHT.bounds);
    // What hangs on the wall is the second now.
    displays.splice(1, 1);
    screen.emit('display-removed');
    expect(alive()).toEqual([]);
    expect(customers.state().window).toBe('no-display');
    displays.splice(0, 1);
    screen.emit('display-removed');
    displays.unshift(LEFT);
    screen.emit('display-added');
    expect(alive()).toEqual([]);
    displays.push(RIGHT);
    screen.emit('display-added');
    expect(alive()[0]?.options).toMatchObject(RIGHT.bounds);
    // A person counts again: those that she sees.
    displays.splice(displays.indexOf(RIGHT), 1);
    screen.emit('display-removed');
    customers.want(false);
    customers.want(2);
    expect(alive()[0]?.options).toMatchObject(FAR.bounds);
  });

  it('moves where the setting says', async () => {
    displays.push(FAR);
    const { customers } = await opened(2);
    customers.want(3);
    expect(alive()).toHaveLength(1);
    expect(alive()[0]?.bounds).toEqual(FAR.bounds);
  });

  it('stays closed when somebody closed it, until the setting is changed', async () => {
    const { customers, window } = await opened(null);
    window()?.destroy();
    expect(customers.state().window).toBe('closed');
    screen.emit('display-metrics-changed');
    expect(alive()).toEqual([]);
    customers.want(2);
    expect(alive()).toHaveLength(1);
  });

  it('hears one event: what is shown, and again whenever its page was loaded', async () => {
    const { customers, window, till } = await opened(null);
    customers.show({ kind: 'idle' });
    expect(window()?.webContents.sent).toEqual([['customer:shown', { kind: 'idle' }]]);
    window()?.webContents.emit('did-finish-load');
    expect(window()?.webContents.sent).toHaveLength(2);
    // What the till's page is told never goes there.
    till.send('event:payments.changed', { paymentId: 'p' });
    expect(window()?.webContents.sent).toHaveLength(2);
  });

  it('is not the till to the sender check, whatever its frame says it is', async () => {
    const { till, customers, window } = await opened(null);
    const from = (check: typeof till.isTillPage, sender: unknown, origin: string): boolean =>
      // A double of the event: only what the checks read.
      Reflect.apply(check, null, [{ sender, senderFrame: { origin, parent: null } }]);
    const contents = window()?.webContents;
    for (const origin of ['app://customer', 'app://till']) {
      expect(from(till.isTillPage, contents, origin)).toBe(false);
      expect(from(customers.isSender, contents, origin)).toBe(true);
    }
    expect(from(customers.isSender, new ContentsDouble(), 'app://customer')).toBe(false);
  });
});

describe('which display', () => {
  it('is counted from left to right, whatever the system’s ids are', () => {
    expect(toCustomerDisplays([FAR, LEFT, RIGHT], 7)).toEqual([
      { number: 1, width: 1366, height: 768, isTills: true },
      { number: 2, width: 1024, height: 600, isTills: false },
      { number: 3, width: 800, height: 480, isTills: false },
    ]);
    expect(findCustomerDisplay([FAR, LEFT, RIGHT], 7, null)).toBe(RIGHT);
    expect([0, 1, 2, 3, 4].map((number) => findDisplayId([FAR, LEFT, RIGHT], number))).toEqual([
      null,
      7,
      3,
      9,
      null,
    ]);
    expect(findCustomerDisplay([FAR, LEFT, RIGHT], 7, 9)).toBe(FAR);
    expect(findCustomerDisplay([FAR, LEFT, RIGHT], 7, 7)).toBeNull();
    expect(findCustomerDisplay([LEFT, RIGHT], 7, 9)).toBeNull();
    expect(findCustomerDisplay([LEFT], 7, null)).toBeNull();
    expect(findCustomerDisplay([], null, null)).toBeNull();
  });
});
