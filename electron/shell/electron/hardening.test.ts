import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { app, ContentsDouble, session, sessionHandlers, WindowDouble } from './electron-double.ts';
import { hardenProcess, hardenSession } from './hardening.ts';
import { createTillWindow } from './till-window.ts';

vi.mock('electron', async () => {
  const double = await import('./electron-double.ts');
  return { ...double, BrowserWindow: double.WindowDouble };
});

beforeEach(() => {
  app.removeAllListeners();
  session.defaultSession.removeAllListeners();
  app.removed.length = 0;
  WindowDouble.all.length = 0;
  hardenProcess(silentLog);
  hardenSession(silentLog);
});
afterEach(() => vi.useRealTimers());

/** Emits an event that a listener may prevent, and returns whether one did. */
function isRefused(emitter: NodeJS.EventEmitter, name: string, details: object = {}): boolean {
  let isPrevented = false;
  const preventDefault = () => {
    isPrevented = true;
  };
  emitter.emit(name, { ...details, preventDefault });
  return isPrevented;
}

function createContents(): ContentsDouble {
  const newContents = new ContentsDouble();
  app.emit('web-contents-created', {}, newContents);
  return newContents;
}

describe('blocked actions of the page', () => {
  it.each(['https://example.com/', 'file:///etc/passwd', 'app://till.example/', 'app://till/x'])(
    'blocks a navigation to %s',
    (url) => {
      expect(isRefused(createContents(), 'will-navigate', { url })).toBe(true);
      expect(isRefused(createContents(), 'will-frame-navigate', { url, isMainFrame: true })).toBe(
        true,
      );
      expect(isRefused(createContents(), 'will-redirect', { url })).toBe(true);
    },
  );

  it.each([
    ['app://till/', 'app://customer/'],
    ['app://customer/', 'app://till/'],
    ['app://customer/', 'app://customer/?x'],
    ['', 'app://customer/'],
  ])('blocks a navigation from %s to %s although both are our pages', (checkSender, url) => {
    const newContents = createContents();
    newContents.url = checkSender;
    expect(isRefused(newContents, 'will-navigate', { url })).toBe(true);
    expect(isRefused(newContents, 'will-frame-navigate', { url, isMainFrame: true })).toBe(true);
  });

  it('blocks our own page inside a frame but allows its reload', () => {
    const url = 'app://till/';
    expect(isRefused(createContents(), 'will-frame-navigate', { url, isMainFrame: false })).toBe(
      true,
    );
    expect(isRefused(createContents(), 'will-navigate', { url })).toBe(false);
  });

  it('blocks new windows and webviews', () => {
    const newContents = createContents();
    expect(newContents.openHandler?.()).toEqual({ action: 'deny' });
    expect(isRefused(newContents, 'will-attach-webview')).toBe(true);
  });

  it('denies every permission, device and download', () => {
    const answers: boolean[] = [];
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'usb']) {
      sessionHandlers.request?.(null, permission, (granted) => answers.push(granted));
    }
    expect(answers).toEqual([false, false, false, false, false]);
    expect(sessionHandlers.check?.()).toBe(false);
    expect(sessionHandlers.device?.()).toBe(false);
    expect(isRefused(session.defaultSession, 'will-download')).toBe(true);
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
  ])('decides the request %s as %s with cancel %s', (url, resourceType, cancel) => {
    const decisions: unknown[] = [];
    sessionHandlers.before?.({ url, resourceType }, (decision) => decisions.push(decision));
    expect(decisions).toEqual([{ cancel }]);
  });
});

describe('the process', () => {
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
});

describe('the window', () => {
  const openTestWindow = async () => {
    const till = createTillWindow('/preload.cjs', silentLog);
    await till.open();
    const [window] = WindowDouble.all;
    if (window === undefined) throw new Error('no window');
    return { till, window };
  };

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
    await till.open();
    const reopened = WindowDouble.all.at(-1);
    expect(reopened).not.toBe(window);
    expect(reopened?.isFull).toBe(true);
    till.setFullScreen(false);
    expect(reopened?.isFull).toBe(false);
    // Only `setFullScreen` is used, so Alt+F4 closes the window as usual.
    expect(window.options).not.toHaveProperty('kiosk');
    expect(window.listenerCount('close')).toBe(0);
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
    let focused = 0;
    window.on('focused-by-shell', () => {
      focused += 1;
    });
    await till.open();
    expect(WindowDouble.all).toHaveLength(1);
    expect(focused).toBe(1);
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
    expect(checkSender(new ContentsDouble(), ownFrame)).toBe(false);
    window.emit('closed');
    expect(checkSender(window.webContents, ownFrame)).toBe(false);
  });

  it('reloads after a crash with increasing delays', async () => {
    vi.useFakeTimers();
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
});
