import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  _electron,
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type ElectronApplication,
  expect,
  type Page,
} from '@playwright/test';
import {
  findElectronBinary,
  getChromiumOptions,
} from '../../../build/launcher/electron-runtime.mjs';
import type { TillCommand } from '../../support/till-commands.ts';
import {
  ROOT,
  SYSTEM_LANGUAGE,
  startTillProcess,
  type TillShortcut,
} from '../../support/till-process.ts';

/** The build under test; `npm test` builds its own. */
export const DIST_FOLDER = process.env.TILL_DIST ?? 'dist';

/** As long as `expect` waits, see playwright.config.ts. */
const ACTION_TIMEOUT_MS = 30_000;

/** A running till on either shell. */
export interface RunningTill {
  readonly page: Page;
  /** The printed address; null on Electron, which prints none. */
  readonly address: string | null;
  /** Uncaught errors of the page, and its console errors and warnings. */
  readonly consoleErrors: readonly string[];
  /** Closes or crashes the page, and opens another one for the same person on the running till. */
  reopen(after: 'close' | 'crash'): Promise<void>;
  /** Stops it in order, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Stops it as a system shutdown does. */
  shutDown(): Promise<void>;
  /** Kills it like a power cut, or with the signal of a crash. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Makes this happen in main. Throws on Electron. */
  command(command: TillCommand): Promise<void>;
  /** Resolves with the exit code once it has ended by itself. */
  waitForExit(): Promise<number | null>;
}

export type StartShell = (args: readonly string[]) => Promise<RunningTill>;

/**
 * Without animation, unless a test turns it on: animating a paper costs more than the till itself.
 */
const BROWSER_CONTEXT_OPTIONS: BrowserContextOptions = {
  locale: 'es-MX',
  viewport: { width: 1366, height: 768 },
  reducedMotion: 'reduce',
};

/** `launcher` is a command that starts main; main's own command line is appended to it. */
export function createBrowserShell(
  browser: () => Promise<Browser>,
  launcher: readonly string[] = [],
  shortcuts: readonly TillShortcut[] = ['quick-pins', 'small-catalog'],
  hasTouch = false,
): StartShell {
  return async (args) => {
    const shellStart = startBrowserShell(args, launcher, shortcuts);
    const contextStart = browser().then((runningBrowser) =>
      runningBrowser.newContext({ ...BROWSER_CONTEXT_OPTIONS, hasTouch }),
    );
    // Both must settle: if one fails, the other is closed.
    const [shellResult, contextResult] = await Promise.allSettled([shellStart, contextStart]);
    if (shellResult.status === 'rejected' || contextResult.status === 'rejected') {
      if (shellResult.status === 'fulfilled') await shellResult.value.kill();
      if (contextResult.status === 'fulfilled') await contextResult.value.close();
      throw shellResult.status === 'rejected' ? shellResult.reason : await contextStart;
    }
    const { address, stop, shutDown, kill, command, waitForExit } = shellResult.value;
    const context = contextResult.value;
    // Without it, an action on an element that never appears waits until the test ends.
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
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
      command,
      waitForExit: async () => {
        const code = await waitForExit();
        await context.close();
        return code;
      },
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
      kill: async (signal) => {
        await kill(signal);
        await context.close();
      },
    };
  };
}

/** Other tests check what the browser blocked or could not fetch. */
function isConsoleError(message: ConsoleMessage): boolean {
  return (
    ['error', 'warning'].includes(message.type()) &&
    !/^Failed to load resource|Refused to|violates the|WebSocket|^This document requires|: a part of the page could not be loaded/.test(
      message.text(),
    )
  );
}

async function crashPage(page: Page): Promise<void> {
  const crashEvent = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // The crashed page never answers.
  session.send('Page.crash').catch(() => {});
  await crashEvent;
}

/** Starts main on the browser shell without a page. `address` admits one browser. */
export async function startBrowserShell(
  args: readonly string[],
  launcher: readonly string[] = [],
  shortcuts: readonly TillShortcut[] = [],
): Promise<{
  readonly child: ChildProcess;
  readonly address: string;
  stop(): Promise<number | null>;
  shutDown(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  command(command: TillCommand): Promise<void>;
  waitForExit(): Promise<number | null>;
}> {
  const main = join(ROOT, DIST_FOLDER, 'main', 'main.js');
  const { child, address, exited, getOutput, command } = await startTillProcess(
    main,
    args,
    launcher,
    shortcuts,
  );
  if (address === null) throw new Error(`the till did not start:\n${getOutput()}`);
  const endProcess = async (requestEnd: () => void): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      requestEnd();
      await exited;
    }
    return child.exitCode;
  };
  return {
    child,
    address,
    command,
    waitForExit: () => exited,
    // The till stops in order when its parent disconnects; on Windows, a signal is a power cut.
    stop: () => endProcess(() => child.disconnect()),
    shutDown: async () => void (await endProcess(() => child.kill('SIGTERM'))),
    kill: async (signal = 'SIGKILL') => void (await endProcess(() => child.kill(signal))),
  };
}

/** The command line of `npm start`: the folder with package.json. */
export function buildElectronArguments(args: readonly string[]): string[] {
  return [...getChromiumOptions(process), join(ROOT, DIST_FOLDER, '..'), ...args];
}

/** Starts the till in Electron, as `npm start` does. */
export async function launchElectron(
  args: readonly string[],
  timeoutMs = ACTION_TIMEOUT_MS,
): Promise<ElectronApplication> {
  const executablePath = findElectronBinary(ROOT, process.env);
  if (executablePath === null) throw new Error("Electron's runtime is not installed");
  return await _electron.launch({
    executablePath,
    // Otherwise, Playwright adds --no-sandbox.
    chromiumSandbox: true,
    args: buildElectronArguments(args),
    env: { ...process.env, LANGUAGE: SYSTEM_LANGUAGE },
    timeout: timeoutMs,
  });
}

export function createElectronShell(): StartShell {
  return async (args) => {
    const electron = await launchElectron(args);
    const child = electron.process();
    const exited = once(child, 'exit');
    const page = await electron.firstWindow();
    const isVisible = (): Promise<boolean> =>
      electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some((window) => window.isVisible()),
      );
    await expect.poll(isVisible, 'no window is visible').toBe(true);
    return {
      page,
      consoleErrors: [],
      address: null,
      reopen: async () => {
        throw new Error('a window that is closed ends the till here');
      },
      command: async () => {
        throw new Error('its process takes no commands here');
      },
      waitForExit: async () => {
        await exited;
        return child.exitCode;
      },
      stop: async () => {
        await electron.close();
        return child.exitCode;
      },
      shutDown: async () => {
        child.kill('SIGTERM');
        await exited;
      },
      kill: async (signal = 'SIGKILL') => {
        child.kill(signal);
        await exited;
      },
    };
  };
}
