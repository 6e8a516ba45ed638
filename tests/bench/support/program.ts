import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../../build/launcher/find-chromium.mjs';
import { openDatabase } from '../../../electron/ledger/index.ts';

/** Programs that are started on the browser shell, and how long they take. */

export const ROOT = join(import.meta.dirname, '..', '..', '..');
export const DIST = join(ROOT, 'dist');

export interface Program {
  readonly main: string;
  readonly args: readonly string[];
  readonly profile: string;
  /** A selector of what is there once it can be used. */
  readonly isUsable: string;
}

interface ProcessUsage {
  /** Resident. */
  readonly megabytes: number;
  /** Of processor time, all threads. */
  readonly milliseconds: number;
}

interface StartResult {
  readonly took: number;
  /** What main's process has used when it can be used; null where there is no /proc. */
  readonly main: ProcessUsage | null;
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium({ node: process.execPath, root: ROOT });
  if (executablePath === null) {
    throw new Error('there is no Chromium; `npm test` says what to install');
  }
  return await chromium.launch({ executablePath });
}

/** The till as it is built, in training. */
export function createTillProgram(profile: string): Program {
  return {
    main: join(DIST, 'main', 'main.js'),
    args: ['--training'],
    profile,
    isUsable: '[role=option]',
  };
}

export async function startOnce(browser: Browser, program: Program): Promise<StartResult> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const began = performance.now();
  const child = launch(program);
  try {
    await page.goto(await waitForAddress(child));
    await page.locator(program.isUsable).first().waitFor();
    return { took: performance.now() - began, main: readProcessUsage(child) };
  } finally {
    await context.close();
    await stopChild(child);
  }
}

/** A program that runs, and the address of its page. */
export async function startProgram(
  program: Program,
): Promise<{ readonly address: string; end(): Promise<void> }> {
  const child = launch(program);
  return { address: await waitForAddress(child), end: () => stopChild(child) };
}

export function getLedgerPath(program: Program): string {
  return join(program.profile, 'ledger-training.sqlite');
}

/** Runs the till until its catalogue is in the ledger. */
export async function fillCatalog(browser: Browser, program: Program): Promise<void> {
  await startOnce(browser, program);
  for (let tries = 1; tries <= 10; tries += 1) {
    const child = launch(program);
    await waitForAddress(child);
    // A list that was not whole when the till ended is fetched anew: each time it gets longer.
    await pause(Math.min(2 ** tries, 64) * 1_000);
    await stopChild(child);
    const database = openDatabase(getLedgerPath(program));
    const lists = database.prepare('SELECT count(*) AS n FROM biller_lists').get()?.n;
    database.close();
    if (lists === 4) return;
  }
  throw new Error('the catalogue was never filled');
}

function launch({ main, args, profile }: Program): ChildProcess {
  const register = pathToFileURL(join(ROOT, 'electron', 'shell', 'browser', 'register.ts')).href;
  return spawn(
    process.execPath,
    ['--import', register, main, '--no-open', '--profile', profile, ...args],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
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

/** What /proc says, where there is one. */
function readProcessUsage({ pid }: ChildProcess): ProcessUsage | null {
  const of = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  if (!existsSync(`/proc/${pid}/stat`)) return null;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(of('status'))?.[1];
  // Behind the program's name: the 12th and 13th are ticks, a hundred to the second.
  const fields = of('stat').split(') ').at(-1)?.split(' ') ?? [];
  return {
    megabytes: Number(kilobytes) / 1024,
    milliseconds: (Number(fields[11]) + Number(fields[12])) * 10,
  };
}
