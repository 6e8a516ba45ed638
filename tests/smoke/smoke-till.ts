import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../build/launcher/find-chromium.mjs';
import { CONTEXT_OPTIONS } from '../demo/cashier.ts';
import { DIST_FOLDER, launchElectron } from '../e2e/support/shells.ts';
import type { EvaluateAnswer } from '../support/till-commands.ts';
import { ROOT, startTillProcess } from '../support/till-process.ts';
import { describeElectronEnd } from './electron-end.ts';
import type { ElectronModule } from './main-facts.ts';
import { withTimeout } from './run-steps.ts';

export type ShellName = 'electron' | 'browser';

type GetFacts<Input, Output> = (electron: ElectronModule, input: Input) => Output | Promise<Output>;

/** A till in training, which a step asks and uses. */
export interface SmokeTill {
  readonly page: Page;
  /** The version of the browser that shows the page; null in Electron. */
  readonly browserVersion: string | null;
  /** Calls the function in main with its `electron` module: it may use only its own body. */
  askMain<Input, Output>(getFacts: GetFacts<Input, Output>, input: Input): Promise<Output>;
  /** What main wrote to standard error. */
  getOutput(): string;
  /** Stops it in order, and returns its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

interface StartOptions {
  readonly args: readonly string[];
  /** The file in which main reports its start: electron/shell/electron/start-report.ts. */
  readonly startReport: string;
  readonly timeoutMs: number;
  /** Kills what has been started. */
  readonly signal: AbortSignal;
}

const POLL_INTERVAL_MS = 50;
const KILL_TIMEOUT_MS = 5_000;
/** What the till reports of its start, once its window is visible and its page works. */
const EXPECTED_STEPS = ['window', 'page'];

/** Starts it, and waits until it has reported its window and its page. */
export async function startSmokeTill(
  shell: ShellName,
  { args, startReport, timeoutMs, signal }: StartOptions,
): Promise<SmokeTill> {
  process.env.TILL_START_REPORT = startReport;
  const till = await (shell === 'electron'
    ? startInElectron(args, timeoutMs, signal)
    : startInBrowserShell(args, signal));
  try {
    till.page.setDefaultTimeout(timeoutMs);
    await waitForReport(startReport, timeoutMs);
    return till;
  } catch (error) {
    await till.kill();
    throw error;
  }
}

async function waitForReport(file: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const listMissingSteps = (): readonly string[] => {
    const steps = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return EXPECTED_STEPS.filter((step) => !steps.includes(step));
  };
  while (listMissingSteps().length > 0) {
    if (Date.now() > deadline) {
      throw new Error(`main did not report: ${listMissingSteps().join(', ')}`);
    }
    await pause(POLL_INTERVAL_MS);
  }
}

async function startInElectron(
  args: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<SmokeTill> {
  const electron = await launchElectron(args, timeoutMs).catch(async (error: unknown) => {
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new Error(`${await describeElectronEnd(args, timeoutMs / 4, signal)}\n${message}`);
  });
  const child = electron.process();
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  child.stderr?.on('data', (data) => {
    output += String(data);
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  try {
    return {
      page: await electron.firstWindow({ timeout: timeoutMs }),
      browserVersion: null,
      askMain: <Input, Output>(getFacts: GetFacts<Input, Output>, input: Input) =>
        // Playwright's type unboxes handles in the input, which has none.
        electron.evaluate<Output, Input>(getFacts as never, input),
      getOutput: () => output,
      stop: async () => {
        // It waits for the end of every process that inherited the output; the till has ended before.
        electron.close().catch(() => {});
        return await exited;
      },
      kill,
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

async function startInBrowserShell(
  args: readonly string[],
  signal: AbortSignal,
): Promise<SmokeTill> {
  const executablePath = findChromium({ node: process.execPath, root: ROOT });
  if (executablePath === null) throw new Error('there is no Chromium on this computer');
  const main = join(ROOT, DIST_FOLDER, 'main', 'main.js');
  const { child, address, exited, getOutput } = await startTillProcess(main, args, [], [], signal);
  if (address === null) throw new Error(`the till did not start:\n${getOutput()}`);
  let lastId = 0;
  const killTill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const browser = await chromium.launch({ executablePath }).catch(async (error: unknown) => {
    await killTill();
    throw error;
  });
  const page = await browser.newPage(CONTEXT_OPTIONS);
  await page.goto(address);
  return {
    page,
    browserVersion: browser.version(),
    askMain: (getFacts, input) => {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const receiveAnswer = (message: EvaluateAnswer): void => {
          if (message.id !== id) return;
          child.off('message', receiveAnswer);
          if (message.error === undefined) resolve(message.value as never);
          else reject(new Error(message.error));
        };
        child.on('message', receiveAnswer);
        child.send({ evaluate: String(getFacts), input, id });
      });
    },
    getOutput,
    stop: async () => {
      child.disconnect();
      const code = await exited;
      await browser.close();
      return code;
    },
    kill: async () => {
      await killTill();
      await withTimeout(browser.close(), KILL_TIMEOUT_MS).catch(() => {});
    },
  };
}
