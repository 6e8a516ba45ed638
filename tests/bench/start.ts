/**
 * From the start of the program to a sign-in that can be used, against an empty page in the same
 * shell; and the memory of main then. The profile is one that has been used: its catalogue is
 * there. The browser runs already, for both.
 *
 *     node tests/bench/start.ts [--json]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../build/launcher/chromium.mjs';
import { openDatabase } from '../../electron/ledger/index.ts';
import { buildEmpty } from './support/empty/build.ts';
import { type BenchResult, compared, runDirectly } from './support/result.ts';

const ROUNDS = 11;
const WARM_UP = 2;
const MOST = 2;
const ROOT = join(import.meta.dirname, '..', '..');
const DIST = join(ROOT, 'dist');

interface Started {
  readonly took: number;
  readonly megabytes: number | null;
}

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const executablePath = findChromium({ node: process.execPath, root: ROOT });
  if (executablePath === null)
    throw new Error('there is no Chromium; `npm test` says what to install');
  const browser = await chromium.launch({ executablePath });
  const ours = {
    main: join(DIST, 'main', 'main.js'),
    args: ['--training'],
    profile: join(folder, 'ours'),
    isUsable: '[role=option]',
  };
  const bare = {
    main: await buildEmpty(ROOT, DIST),
    args: [],
    profile: join(folder, 'bare'),
    isUsable: 'p',
  };
  const times = { ours: [] as number[], bare: [] as number[] };
  const memory = { ours: [] as number[], bare: [] as number[] };
  const measure = async (into: 'ours' | 'bare', round: number): Promise<void> => {
    const { took, megabytes } = await startOnce(browser, into === 'ours' ? ours : bare);
    if (round < 0) return;
    times[into].push(took);
    if (megabytes !== null) memory[into].push(megabytes);
  };
  try {
    await fillCatalogue(browser, ours);
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const turns = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
      for (const turn of turns) await measure(turn, round);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    compared('start to a usable sign-in', times, MOST),
    ...(memory.ours.length > 0
      ? [compared('memory of main at the sign-in', memory, null, 'MB')]
      : []),
  ];
}

interface Program {
  readonly main: string;
  readonly args: readonly string[];
  readonly profile: string;
  readonly isUsable: string;
}

async function startOnce(browser: Browser, program: Program): Promise<Started> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const began = performance.now();
  const child = launch(program);
  try {
    await page.goto(await addressOf(child));
    await page.locator(program.isUsable).first().waitFor();
    return { took: performance.now() - began, megabytes: residentMegabytes(child) };
  } finally {
    await context.close();
    await end(child);
  }
}

/** Runs the till until its catalogue is in the ledger. */
async function fillCatalogue(browser: Browser, program: Program): Promise<void> {
  await startOnce(browser, program);
  for (let tries = 0; tries < 40; tries += 1) {
    const child = launch(program);
    await addressOf(child);
    await pause(2_000);
    await end(child);
    const database = openDatabase(join(program.profile, 'ledger-training.sqlite'));
    const lists = database.prepare('SELECT count(*) AS n FROM biller_lists').get()?.n;
    database.close();
    if (lists === 4) return;
  }
  throw new Error('the catalogue was never filled');
}

function launch({ main, args, profile }: Program): ChildProcess {
  const register = pathToFileURL(join(ROOT, 'electron', 'browser-shell', 'register.ts')).href;
  return spawn(
    process.execPath,
    ['--import', register, main, '--no-open', '--profile', profile, ...args],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('the program ended without an address');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.disconnect();
  await once(child, 'exit');
}

/** What /proc says, where there is one. */
function residentMegabytes(child: ChildProcess): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

await runDirectly(run, import.meta.main);
