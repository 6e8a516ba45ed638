import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  _electron,
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from '@playwright/test';
import { findElectronBinary } from '../../../build/launcher/electron-runtime.mjs';
import { type PinHashes, ROOT, SYSTEM_LANGUAGE, startProcess } from '../../support/till-process.ts';

/** What is tested: `npm test` builds it for itself. */
const DIST_FOLDER = process.env.TILL_DIST ?? 'dist';

/** A till that runs, on either shell. */
export interface RunningTill {
  readonly page: Page;
  /** The address that was printed; null on Electron, which prints none. */
  readonly address: string | null;
  /** What the page threw and nobody caught, and what it complained of itself. */
  readonly consoleErrors: readonly string[];
  /** The page is closed or crashes, and the same person opens another on the running till. */
  reopen(after: 'close' | 'crash'): Promise<void>;
  /** Ends it in order, and answers its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a system does that shuts down. */
  shutDown(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** The machine has slept for so long. */
  sleep(milliseconds: number): Promise<void>;
}

export type StartShell = (args: readonly string[]) => Promise<RunningTill>;

/** Nothing moves, but where a test asks for it: to draw a paper that comes out costs more than the till. */
const BROWSER_CONTEXT_OPTIONS: BrowserContextOptions = {
  locale: 'es-MX',
  viewport: { width: 1366, height: 768 },
  reducedMotion: 'reduce',
};

/** `through` is a command that starts main for us, with main's own command line behind it. */
export function createBrowserShell(
  browser: () => Promise<Browser>,
  through: readonly string[] = [],
  pins: PinHashes = 'quick',
  hasTouch = false,
): StartShell {
  return async (args) => {
    const starting = startBrowserShell(args, through, pins);
    const opening = browser().then((one) =>
      one.newContext({ ...BROWSER_CONTEXT_OPTIONS, hasTouch }),
    );
    // Both are waited for: what fails leaves nothing of the other behind.
    const [started, opened] = await Promise.allSettled([starting, opening]);
    if (started.status === 'rejected' || opened.status === 'rejected') {
      if (started.status === 'fulfilled') await started.value.kill();
      if (opened.status === 'fulfilled') await opened.value.close();
      throw started.status === 'rejected' ? started.reason : await opening;
    }
    const { address, stop, shutDown, kill, sleep } = started.value;
    const context = opened.value;
    const consoleErrors: string[] = [];
    context.on('weberror', (error) => void consoleErrors.push(String(error.error())));
    context.on('console', (message) => {
      if (isConsoleError(message)) consoleErrors.push(message.text());
    });
    let page = await context.newPage();
    await page.goto(address);
    return {
      consoleErrors,
      get page() {
        return page;
      },
      address,
      sleep,
      reopen: async (after) => {
        if (after === 'crash') await crashPage(page);
        await page.close();
        page = await context.newPage();
        await page.goto(new URL('/', address).href);
      },
      stop: async () => {
        const code = await stop();
        await context.close();
        return code;
      },
      shutDown: async () => {
        await shutDown();
        await context.close();
      },
      kill: async () => {
        await kill();
        await context.close();
      },
    };
  };
}

/** The browser's own words about what it refused or could not fetch are other tests' matter. */
function isConsoleError(message: ConsoleMessage): boolean {
  return (
    ['error', 'warning'].includes(message.type()) &&
    !/^Failed to load resource|Refused to|violates the|WebSocket|^This document requires|: a part of the page could not be loaded/.test(
      message.text(),
    )
  );
}

async function crashPage(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // It is never answered: who should answer is gone.
  session.send('Page.crash').catch(() => {});
  await crashed;
}

/** Main on the browser shell, without a page: `address` lets one browser in. */
export async function startBrowserShell(
  args: readonly string[],
  through: readonly string[] = [],
  pins: PinHashes = 'full',
): Promise<{
  readonly child: ChildProcess;
  readonly address: string;
  stop(): Promise<number | null>;
  shutDown(): Promise<void>;
  kill(): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
}> {
  const main = join(ROOT, DIST_FOLDER, 'main', 'main.js');
  const { child, address, exited, getOutput, sleep } = await startProcess(
    main,
    args,
    through,
    pins,
  );
  if (address === null) throw new Error(`the till did not start:\n${getOutput()}`);
  const end = async (how: () => void): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      how();
      await exited;
    }
    return child.exitCode;
  };
  return {
    child,
    address,
    sleep,
    // The till ends in order when its starter goes; a signal would be a power cut on Windows.
    stop: () => end(() => child.disconnect()),
    shutDown: async () => void (await end(() => child.kill('SIGTERM'))),
    kill: async () => void (await end(() => child.kill('SIGKILL'))),
  };
}

export function createElectronShell(): StartShell {
  return async (args) => {
    const executablePath = findElectronBinary(ROOT, process.env);
    if (executablePath === null) throw new Error("Electron's runtime is not installed");
    const electron = await _electron.launch({
      executablePath,
      args: [join(ROOT, DIST_FOLDER, 'main', 'main.js'), ...args],
      env: { ...process.env, LANGUAGE: SYSTEM_LANGUAGE },
    });
    const child = electron.process();
    const exited = once(child, 'exit');
    return {
      page: await electron.firstWindow(),
      consoleErrors: [],
      address: null,
      reopen: async () => {
        throw new Error('a window that is closed ends the till here');
      },
      sleep: async () => {
        throw new Error('the uptime of its process cannot be set here');
      },
      stop: async () => {
        await electron.close();
        return child.exitCode;
      },
      shutDown: async () => {
        child.kill('SIGTERM');
        await exited;
      },
      kill: async () => {
        child.kill('SIGKILL');
        await exited;
      },
    };
  };
}
