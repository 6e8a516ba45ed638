import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import {
  app,
  BrowserWindowDouble,
  HOSTILITIES,
  session,
  sessionHandlers,
  setHostility,
  WebContentsDouble,
} from './electron-double.ts';
import { assertSandboxEnabled, hardenProcess, hardenSession } from './hardening.ts';
import { showOnceReady } from './show-window.ts';
import { createTillWindow } from './till-window.ts';

vi.mock('electron', async () => {
  const double = await import('./electron-double.ts');
  return { ...double, BrowserWindow: double.BrowserWindowDouble };
});

beforeEach(() => {
  app.removeAllListeners();
  session.defaultSession.removeAllListeners();
  app.removed.length = 0;
  BrowserWindowDouble.all.length = 0;
  hardenProcess(silentLog);
  hardenSession(silentLog);
});
afterEach(() => vi.useRealTimers());

/** Calls `emit` with an event that a listener may prevent, and returns whether one did. */
function isRefused(emit: (event: { readonly preventDefault: () => void }) => unknown): boolean {
  let isPrevented = false;
  emit({
    preventDefault: () => {
      isPrevented = true;
    },
  });
  return isPrevented;
}

const isNavigationRefused = (contents: WebContentsDouble, url: string): boolean =>
  isRefused((event) => contents.emit('will-navigate', { ...event, url }));
const isFrameNavigationRefused = (
  contents: WebContentsDouble,
  url: string,
  isMainFrame: boolean,
): boolean =>
  isRefused((event) => contents.emit('will-frame-navigate', { ...event, url, isMainFrame }));

/** Calls a handler with doubles that have only what it reads. */
function callHandler(handler: unknown, args: readonly unknown[]): unknown {
  if (typeof handler !== 'function') throw new Error('the shell set no handler');
  return Reflect.apply(handler, null, args);
}

function createContents(): WebContentsDouble {
  const newContents = new WebContentsDouble();
  app.emit('web-contents-created', {}, newContents);
  return newContents;
}

describe.each(HOSTILITIES)(
  'blocked actions of the page, if Electron is such that %s',
  (hostility) => {
    beforeEach(() => setHostility(hostility));
    afterEach(() => setHostility('as documented'));

    it.each(['https://example.com/', 'file:///etc/passwd', 'app://till.example/', 'app://till/x'])(
      'blocks a navigation to %s',
      (url) => {
        expect(isNavigationRefused(createContents(), url)).toBe(true);
        expect(isFrameNavigationRefused(createContents(), url, true)).toBe(true);
        const contents = createContents();
        expect(isRefused((event) => contents.emit('will-redirect', { ...event, url }))).toBe(true);
      },
    );

    it.each([
      ['app://till/', 'app://customer/'],
      ['app://customer/', 'app://till/'],
      ['app://customer/', 'app://customer/?x'],
      ['', 'app://customer/'],
    ])('blocks a navigation from %s to %s although both are our pages', (from, url) => {
      const newContents = createContents();
      newContents.url = from;
      expect(isNavigationRefused(newContents, url)).toBe(true);
      expect(isFrameNavigationRefused(newContents, url, true)).toBe(true);
    });

    it('blocks our own page inside a frame but allows its reload', () => {
      const url = 'app://till/';
      expect(isFrameNavigationRefused(createContents(), url, false)).toBe(true);
      expect(isNavigationRefused(createContents(), url)).toBe(false);
    });

    it('blocks new windows and webviews', () => {
      const newContents = createContents();
      expect(callHandler(newContents.openHandler, [{}])).toEqual({ action: 'deny' });
      expect(isRefused((event) => newContents.emit('will-attach-webview', event))).toBe(true);
    });

    it('denies every permission, device and download', () => {
      const answers: unknown[] = [];
      for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'usb']) {
        const respond = (granted: unknown) => answers.push(granted);
        callHandler(sessionHandlers.request, [new WebContentsDouble(), permission, respond, {}]);
      }
      expect(answers).toEqual([false, false, false, false, false]);
      expect(callHandler(sessionHandlers.check, [null, 'media', 'app://till/', {}])).toBe(false);
      expect(callHandler(sessionHandlers.device, [{ deviceType: 'usb' }])).toBe(false);
      const { defaultSession } = session;
      expect(isRefused((event) => defaultSession.emit('will-download', event))).toBe(true);
    });

    it.each([
      ['app://till/assets/a.js', 'script', false],
      ['data:image/png;base64,AA==', 'image', false],
      ['data:text/html,x', 'subFrame', true],
      ['data:image/svg+xml,x', 'mainFrame', true],
      ['https://example.com/', 'xhr', true],
      ['http://127.0.0.1/', 'image', true],
      ['ws://127.0.0.1/', 'webSocket', true],
      ['file:///etc/passwd', 'mainFrame', true],
      ['app://till.example/', 'image', true],
      ['devtools://devtools/bundled/x.html', 'mainFrame', true],
    ] as const)('decides the request %s as %s with cancel %s', (url, resourceType, cancel) => {
      const decisions: unknown[] = [];
      const respond = (decision: unknown) => decisions.push(decision);
      callHandler(sessionHandlers.before, [{ url, resourceType }, respond]);
      expect(decisions).toEqual([{ cancel }]);
    });
  },
);

describe.each(HOSTILITIES)('the process, if Electron is such that %s', (hostility) => {
  beforeEach(() => setHostility(hostility));
  afterEach(() => setHostility('as documented'));

  it('calls openExternal nowhere', () => {
    const root = join(import.meta.dirname, '../..');
    const callers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => readFileSync(join(root, name), 'utf8').includes('openExternal'));
    expect(callers).toEqual([]);
  });

  it('sandboxes every renderer and removes debugging switches of a packaged till', () => {
    expect(app.isSandboxed).toBe(true);
    expect(app.removed).toContain('remote-debugging-port');
  });

  it('refuses to start without the sandbox, however it was turned off', () => {
    expect(assertSandboxEnabled).not.toThrow();
    app.switches.push('no-sandbox');
    expect(assertSandboxEnabled).toThrow(/leave out --no-sandbox and ELECTRON_DISABLE_SANDBOX/);
    app.switches.length = 0;
  });
});

describe.each(HOSTILITIES)('the window, if Electron is such that %s', (hostility) => {
  const isGoneOnce = hostility === 'the renderer is gone once before its page loads';

  beforeEach(() => {
    vi.useFakeTimers();
    setHostility(hostility);
  });
  afterEach(() => setHostility('as documented'));

  const openTestWindow = async () => {
    const till = createTillWindow('/preload.cjs', silentLog);
    await till.open().catch(() => {});
    const [window] = BrowserWindowDouble.all;
    if (window === undefined) throw new Error('no window');
    return { till, window };
  };

  it('shows its window once, and within five seconds', async () => {
    const { window } = await openTestWindow();
    vi.advanceTimersByTime(4_999);
    const shownEarly = window.shows;
    vi.advanceTimersByTime(1);
    expect(window.shows).toBe(1);
    // The reload after a crash, and one second, come before the five seconds too.
    expect(shownEarly).toBe(1);
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    vi.advanceTimersByTime(60_000);
    expect(window.shows).toBe(1);
  });

  it('opens hardened and loads our page', async () => {
    const { window } = await openTestWindow();
    expect(window.urls).toEqual(['app://till/']);
    // The complete list: no experimental or Blink feature is enabled.
    expect(window.options.webPreferences).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    });
  });

  it('applies the full-screen setting, also to a window that opens later', async () => {
    const { till, window } = await openTestWindow();
    expect(window.isFull).toBe(false);
    till.setFullScreen(true);
    expect(window.isFull).toBe(true);
    window.emit('closed');
    await till.open().catch(() => {});
    const reopened = BrowserWindowDouble.all.at(-1);
    expect(reopened).not.toBe(window);
    expect(reopened?.isFull).toBe(true);
    till.setFullScreen(false);
    expect(reopened?.isFull).toBe(false);
    // Only `setFullScreen` is used, so Alt+F4 closes the window as usual.
    expect(window.options).not.toHaveProperty('kiosk');
    expect(window.eventNames()).not.toContain('close');
  });

  it('toggles full screen by key regardless of the setting', async () => {
    const { till, window } = await openTestWindow();
    expect(till.toggleFullScreen()).toBe(true);
    expect(window.isFull).toBe(true);
    // The setting applies only when it changes.
    till.setFullScreen(false);
    expect(window.isFull).toBe(true);
    expect(till.toggleFullScreen()).toBe(false);
    expect(window.isFull).toBe(false);
    window.isGone = true;
    expect(till.toggleFullScreen()).toBe(false);
  });

  it('focuses the open window instead of opening a second one', async () => {
    const { till, window } = await openTestWindow();
    await till.open();
    expect(BrowserWindowDouble.all).toHaveLength(1);
    expect(window.focuses).toBe(1);
  });

  it('accepts only its own page as sender', async () => {
    const { till, window } = await openTestWindow();
    const ownFrame = { origin: 'app://till', parent: null };
    const checkSender = (sender: unknown, senderFrame: unknown): boolean =>
      // A double of the event: only what the check reads.
      Reflect.apply(till.isTillPage, null, [{ sender, senderFrame }]);
    expect(checkSender(window.webContents, ownFrame)).toBe(true);
    expect(checkSender(window.webContents, null)).toBe(false);
    expect(checkSender(window.webContents, { ...ownFrame, parent: ownFrame })).toBe(false);
    expect(checkSender(window.webContents, { ...ownFrame, origin: 'https://example.com' })).toBe(
      false,
    );
    expect(checkSender(window.webContents, { ...ownFrame, origin: 'app://till.example' })).toBe(
      false,
    );
    expect(checkSender(new WebContentsDouble(), ownFrame)).toBe(false);
    window.emit('closed');
    expect(checkSender(window.webContents, ownFrame)).toBe(false);
  });

  it.skipIf(isGoneOnce)('reloads after a crash with increasing delays', async () => {
    const { window } = await openTestWindow();
    const crash = () =>
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    crash();
    vi.advanceTimersByTime(250);
    expect(window.webContents.reloads).toBe(1);
    crash();
    vi.advanceTimersByTime(250);
    expect(window.webContents.reloads).toBe(1);
    vi.advanceTimersByTime(250);
    expect(window.webContents.reloads).toBe(2);
    crash();
    window.isGone = true;
    vi.advanceTimersByTime(60_000);
    expect(window.webContents.reloads).toBe(2);
  });

  it('sends messages while it is open and drops them afterwards', async () => {
    const { till, window } = await openTestWindow();
    till.send('event:x', 1);
    window.emit('closed');
    till.send('event:x', 2);
    expect(window.webContents.sent).toEqual([['event:x', 1]]);
  });

  it('shows a window after five seconds if Electron reports nothing at all, unless it was closed', async () => {
    const [shown, closed] = [new BrowserWindowDouble({}), new BrowserWindowDouble({})];
    for (const window of [shown, closed]) callHandler(showOnceReady, [window, () => window.show()]);
    closed.destroy();
    vi.advanceTimersByTime(4_999);
    expect(shown.shows).toBe(0);
    vi.advanceTimersByTime(1);
    expect([shown.shows, closed.shows]).toEqual([1, 0]);
  });
});
