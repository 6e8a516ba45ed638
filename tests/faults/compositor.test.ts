import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';

/**
 * What Chromium, with whose code Electron draws, does on a real compositor: weston without X11, and Xvfb. The double
 * of Electron follows what is observed here.
 */

/** Not the headless shell, which has no windows. */
const CHROMIUM = ['/usr/bin/chromium', chromium.executablePath()].find((path) => existsSync(path));
const isInstalled =
  CHROMIUM !== undefined && ['/usr/bin/weston', '/usr/bin/Xvfb'].every((path) => existsSync(path));
/** `npm test` installs both there, so that the tests below cannot be skipped unseen. */
const canInstall =
  process.getuid?.() === 0 &&
  ['/usr/bin/chromium', '/usr/bin/apt-get'].every((path) => existsSync(path));
const START_TIMEOUT_MS = 60_000;
const SCREEN = { width: 1366, height: 768 };
const OUTSIDE = { left: 5_000, top: 3_000 };

let folder = '';
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill();
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Starts the compositor, and returns the environment of a session on it. */
async function startSession(compositor: 'weston' | 'Xvfb'): Promise<Record<string, string>> {
  folder = mkdtempSync(join(tmpdir(), 'till-compositor-'));
  const environment = { PATH: process.env.PATH ?? '', HOME: folder, XDG_RUNTIME_DIR: folder };
  const { width, height } = SCREEN;
  if (compositor === 'Xvfb') {
    const args = ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
    const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(server);
    const [number] = await once(server.stdout, 'data');
    return { ...environment, XDG_SESSION_TYPE: 'x11', DISPLAY: `:${String(number).trim()}` };
  }
  const size = [`--width=${width}`, `--height=${height}`];
  const args = ['--backend=headless-backend.so', '--socket=wayland-test', '--idle-time=0', ...size];
  children.push(spawn('weston', args, { env: environment, stdio: 'ignore' }));
  await expect.poll(() => existsSync(join(folder, 'wayland-test'))).toBe(true);
  return { ...environment, XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-test' };
}

/** Opens a window of Chromium in the session, on this platform. */
async function withWindow(
  env: Record<string, string>,
  platform: 'wayland' | 'x11',
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: String(CHROMIUM),
    headless: false,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--ozone-platform=${platform}`],
    timeout: START_TIMEOUT_MS,
    env,
  });
  try {
    await work(await browser.newPage({ viewport: null }));
  } finally {
    await browser.close();
  }
}

/** Moves the window, and returns where Chromium says that it is. */
async function moveWindow(page: Page): Promise<{ left?: number; top?: number }> {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: OUTSIDE });
  return (await session.send('Browser.getWindowBounds', { windowId })).bounds;
}

it.runIf(canInstall)('finds the compositors where npm test installs them', () => {
  expect(isInstalled, 'apt-get install weston xvfb').toBe(true);
});

describe.skipIf(!isInstalled)('Chromium on a real compositor', () => {
  it.each([
    ['weston', 'wayland'],
    ['Xvfb', 'x11'],
  ] as const)(
    'draws on %s, and repeats whatever bounds it was given',
    async (compositor, platform) => {
      const environment = await startSession(compositor);
      await withWindow(environment, platform, async (page) => {
        const screen = await page.evaluate(async () => {
          // Resolves only if frames are drawn.
          await new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          );
          return { width: window.screen.width, height: window.screen.height };
        });
        expect(screen).toEqual(SCREEN);
        // No screen has this place, so the bounds of a window prove nothing.
        expect(await moveWindow(page)).toMatchObject(OUTSIDE);
      });
    },
  );

  it('does not start on X11 without DISPLAY', async () => {
    const environment = await startSession('weston');
    const start = withWindow(environment, 'x11', async () => {});
    await expect(start).rejects.toThrow(/Missing X server or \$DISPLAY/);
  });
});
