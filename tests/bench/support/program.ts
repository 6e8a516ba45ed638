import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import {
  BROWSER_SHELL_VARIABLES,
  buildBrowserShellArguments,
} from '../../../build/launcher/browser-shell.mjs';
import { findChromium } from '../../../build/launcher/find-chromium.mjs';
import { openLedgerDatabase } from '../../../electron/ledger/index.ts';

/** Programs that run on the browser shell, and the time and memory of their start. */

export const ROOT = join(import.meta.dirname, '..', '..', '..');
export const DIST = join(ROOT, 'dist');

export interface Program {
  readonly main: string;
  readonly args: readonly string[];
  readonly profile: string;
  /** The selector of an element that is present when the program can be used. */
  readonly usableSelector: string;
  /** Runs the command line that is appended to it; none by default. */
  readonly wrapperCommand?: readonly string[];
}

interface ProcessUsage {
  /** Resident memory. */
  readonly megabytes: number;
  /** Processor time of all threads. */
  readonly milliseconds: number;
}

/** Times of one thread since its start, in milliseconds. */
export interface ThreadTime {
  readonly runMs: number;
  /** The thread was runnable, but did not run. */
  readonly waitMs: number;
}

interface StartResult {
  readonly durationMs: number;
  /** The usage of main's process when it can be used; null without /proc. */
  readonly main: ProcessUsage | null;
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium({ node: process.execPath, root: ROOT });
  if (executablePath === null) {
    throw new Error('there is no Chromium; `npm test` says what to install');
  }
  return await chromium.launch({ executablePath });
}

/** The built till, in training mode. */
export function createTillProgram(profile: string): Program {
  return {
    main: join(DIST, 'main', 'main.js'),
    args: ['--training'],
    profile,
    usableSelector: '[role=option]',
  };
}

export async function startOnce(browser: Browser, program: Program): Promise<StartResult> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const startedAt = performance.now();
  const child = launch(program);
  try {
    await page.goto(await waitForAddress(child));
    await page.locator(program.usableSelector).first().waitFor();
    return { durationMs: performance.now() - startedAt, main: readProcessUsage(child) };
  } finally {
    await context.close();
    await stopChild(child);
  }
}

export interface StartedProgram {
  /** The address of its page. */
  readonly address: string;
  /** The usage of main's process until now; null without /proc. */
  readUsage(): ProcessUsage | null;
  /** The times of main's main thread. Throws without /proc. */
  readMainThreadTime(): ThreadTime;
  stop(): Promise<void>;
}

export async function startProgram(program: Program): Promise<StartedProgram> {
  const child = launch(program);
  return {
    address: await waitForAddress(child),
    readUsage: () => readProcessUsage(child),
    readMainThreadTime: () => {
      const [runNs, waitNs] = readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ');
      return { runMs: Number(runNs) / 1e6, waitMs: Number(waitNs) / 1e6 };
    },
    stop: () => stopChild(child),
  };
}

export function getLedgerPath({ profile }: Program, environment = 'training'): string {
  return join(profile, `ledger-${environment}.sqlite`);
}

/** Starts the till until its catalogue is in the ledger. */
export async function fillCatalog(browser: Browser, program: Program): Promise<void> {
  await startOnce(browser, program);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const child = launch(program);
    await waitForAddress(child);
    // A list that was incomplete when the till stopped is fetched again, so each attempt runs
    // longer.
    await pause(Math.min(2 ** attempt, 64) * 1_000);
    await stopChild(child);
    const database = openLedgerDatabase(getLedgerPath(program));
    const lists = database.prepare('SELECT count(*) AS n FROM biller_lists').get()?.n;
    database.close();
    if (lists === 4) return;
  }
  throw new Error('the catalogue was never filled');
}

/** Like `npm start` where Electron cannot be had. */
function launch({ main, args, profile, wrapperCommand = [] }: Program): ChildProcess {
  const node = [process.execPath, ...buildBrowserShellArguments({ root: ROOT, main })];
  const tillArgs = ['--no-open', '--profile', profile, ...args];
  const [file = '', ...commandArgs] = [...wrapperCommand, ...node, ...tillArgs];
  return spawn(file, commandArgs, {
    env: { ...process.env, ...BROWSER_SHELL_VARIABLES },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

async function waitForAddress(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('the program ended without an address');
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.disconnect();
  await once(child, 'exit');
}

/** Returns the usage from /proc; null without /proc. */
function readProcessUsage({ pid }: ChildProcess): ProcessUsage | null {
  const readProcFile = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  if (!existsSync(`/proc/${pid}/stat`)) return null;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readProcFile('status'))?.[1];
  // After the program's name: fields 12 and 13 are ticks of 1/100 s.
  const fields = readProcFile('stat').split(') ').at(-1)?.split(' ') ?? [];
  return {
    megabytes: Number(kilobytes) / 1024,
    milliseconds: (Number(fields[11]) + Number(fields[12])) * 10,
  };
}
