import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { app, asked, ContentsDouble, session, WindowDouble } from './electron-double.ts';
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

/** Emits an event that a listener may prevent, and answers whether one did. */
function isRefused(emitter: NodeJS.EventEmitter, name: string, details: object = {}): boolean {
  let isPrevented = false;
  const preventDefault = () => {
    isPrevented = true;
  };
  emitter.emit(name, { ...details, preventDefault });
  return isPrevented;
}

function contents(): ContentsDouble {
  const made = new ContentsDouble();
  app.emit('web-contents-created', {}, made);
  return made;
}

describe('what the page is refused', () => {
  it.each(['https://example.com/', 'file:///etc/passwd', 'app://till.example/', 'app://till/x'])(
    'a navigation to %s',
    (url) => {
      expect(isRefused(contents(), 'will-navigate', { url })).toBe(true);
      expect(isRefused(contents(), 'will-frame-navigate', { url, isMainFrame: true })).toBe(true);
      expect(isRefused(contents(), 'will-redirect', { url })).toBe(true);
    },
  );

  it.each([
    ['app://till/', 'app://customer/'],
    ['app://customer/', 'app://till/'],
    ['app://customer/', 'app://customer/?x'],
    ['', 'app://customer/'],
  ])('a navigation from %s to %s, although both are ours', (from, url) => {
    const made = contents();
    made.url = from;
    expect(isRefused(made, 'will-navigate', { url })).toBe(true);
    expect(isRefused(made, 'will-frame-navigate', { url, isMainFrame: true })).toBe(true);
  });

  it('a page of our own inside a frame, but not loading itself again', () => {
    const url = 'app://till/';
    expect(isRefused(contents(), 'will-frame-navigate', { url, isMainFrame: false })).toBe(true);
    expect(isRefused(contents(), 'will-navigate', { url })).toBe(false);
  });

  it('new windows and webviews', () => {
    const made = contents();
    expect(made.openHandler?.()).toEqual({ action: 'deny' });
    expect(isRefused(made, 'will-attach-webview')).toBe(true);
  });

  it('every permission, asked for or looked up, every device and every download', () => {
    const answers: boolean[] = [];
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'usb']) {
      asked.request?.(null, permission, (granted) => answers.push(granted));
    }
    expect(answers).toEqual([false, false, false, false, false]);
    expect(asked.check?.()).toBe(false);
    expect(asked.device?.()).toBe(false);
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
  ])('of its requests %s as %s: cancelled is %s', (url, resourceType, cancel) => {
    const decisions: unknown[] = [];
    asked.before?.({ url, resourceType }, (decision) => decisions.push(decision));
    expect(decisions).toEqual([{ cancel }]);
  });
});

describe('the process', () => {
  it('hands no address to another program', () => {
    const root = join(import.meta.dirname, '../..');
    const callers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => readFileSync(join(root, name), 'utf8').includes('openExternal'));
    expect(callers).toEqual([]);
  });

  it('sandboxes every renderer, and drops debugging switches of a packaged till', () => {
    expect(app.isSandboxed).toBe(true);
    expect(app.removed).toContain('remote-debugging-port');
  });
});

describe('the window', () => {
  const opened = async () => {
    const till = createTillWindow('/preload.cjs', silentLog);
    await till.open();
    const [window] = WindowDouble.all;
    if (window === undefined) throw new Error('no window');
    return { till, window };
  };

  it('is hardened and loads our page', async () => {
    const { window } = await opened();
    expect(window.urls).toEqual(['app://till/']);
    // All of them: no experimental feature, and no feature of Blink's, is switched on.
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

  it('covers the screen where that is set, also if it opens later, and no longer where it is not', async () => {
    const { till, window } = await opened();
    expect(window.isFull).toBe(false);
    till.setFullScreen(true);
    expect(window.isFull).toBe(true);
    window.emit('closed');
    await till.open();
    const again = WindowDouble.all.at(-1);
    expect(again).not.toBe(window);
    expect(again?.isFull).toBe(true);
    till.setFullScreen(false);
    expect(again?.isFull).toBe(false);
    // Nothing but `setFullScreen` is asked of it: Alt+F4 closes it as it does any window.
    expect(window.options).not.toHaveProperty('kiosk');
    expect(window.listenerCount('close')).toBe(0);
  });

  it('covers the screen by a key, and no longer by the same, whatever the setting says', async () => {
    const { till, window } = await opened();
    expect(till.toggleFullScreen()).toBe(true);
    expect(window.isFull).toBe(true);
    // The setting is obeyed when it changes, not before.
    till.setFullScreen(false);
    expect(window.isFull).toBe(true);
    expect(till.toggleFullScreen()).toBe(false);
    expect(window.isFull).toBe(false);
    window.isGone = true;
    expect(till.toggleFullScreen()).toBe(false);
  });

  it('is one: opening it again shows the one that is there', async () => {
    const { till, window } = await opened();
    let focused = 0;
    window.on('focused-by-shell', () => {
      focused += 1;
    });
    await till.open();
    expect(WindowDouble.all).toHaveLength(1);
    expect(focused).toBe(1);
  });

  it('knows its own page from every other sender', async () => {
    const { till, window } = await opened();
    const ours = { origin: 'app://till', parent: null };
    const from = (sender: unknown, senderFrame: unknown): boolean =>
      // A double of the event: only what the check reads.
      Reflect.apply(till.isTillPage, null, [{ sender, senderFrame }]);
    expect(from(window.webContents, ours)).toBe(true);
    expect(from(window.webContents, null)).toBe(false);
    expect(from(window.webContents, { ...ours, parent: ours })).toBe(false);
    expect(from(window.webContents, { ...ours, origin: 'https://example.com' })).toBe(false);
    expect(from(window.webContents, { ...ours, origin: 'app://till.example' })).toBe(false);
    expect(from(new ContentsDouble(), ours)).toBe(false);
    window.emit('closed');
    expect(from(window.webContents, ours)).toBe(false);
  });

  it('comes back after a crash, more slowly each time', async () => {
    vi.useFakeTimers();
    const { window } = await opened();
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

  it('takes messages while it is open, and loses them afterwards', async () => {
    const { till, window } = await opened();
    till.send('event:x', 1);
    window.emit('closed');
    till.send('event:x', 2);
    expect(window.webContents.sent).toEqual([['event:x', 1]]);
  });
});
