import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type {
  CallInput,
  CallName,
  CallOutput,
  Provisioning,
  TrainingFault,
} from '../../../shared/contract/index.ts';
import { copyTestCertificate } from '../../support/certificates.ts';
import { parseCallOutput } from '../../support/parse-call-output.ts';
import type { RunningTill, StartShell } from './shells.ts';

export interface Till {
  readonly page: Page;
  readonly profile: string;
  /** The printed address; null on Electron. */
  readonly address: string | null;
  /** Returns the console errors of every page since the start; there must be none. */
  listConsoleErrors(): readonly string[];
  /** Closes or crashes the page, and opens another one. Throws on Electron. */
  reopen(after: 'close' | 'crash'): Promise<void>;
  /** Stops it in order; `kill` is like a power cut. */
  stop(): Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Provokes an error in main that no code catches. */
  provoke(uncaught: 'exception' | 'rejection'): Promise<void>;
  /** Waits until it ends by itself, and returns its exit code. */
  waitForExit(): Promise<number | null>;
  /** Lets the machine sleep for this time. */
  sleep(milliseconds: number): Promise<void>;
  /** Shuts the system down. */
  shutDown(): Promise<void>;
  /**
   * Starts it again on the same profile, after `stop` or `kill`. The browser shell keeps the
   * service keys only in memory: `keys` provisions them again. `moreArgs` is added to its command
   * line.
   */
  start(keys?: 'provisioned-again' | null, moreArgs?: readonly string[]): Promise<void>;
  /** `stop` and `start`. */
  restart(): Promise<void>;
  /** Calls main as the page would. Throws if the answer is a problem. */
  callTill<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  /** Sets the faults of the training service. */
  setFaults(faults: readonly TrainingFault[]): Promise<void>;
}

export interface ManagedTill extends Till {
  /** Kills the till if it runs, and removes its profile. */
  remove(): Promise<void>;
}

export async function openTill(
  startShell: StartShell,
  provisioning: Provisioning | null,
): Promise<ManagedTill> {
  const profile = await mkdtemp(join(tmpdir(), 'till-e2e-'));
  copyTestCertificate(profile);
  const file = join(profile, 'provisioning.json');
  if (provisioning !== null) await writeFile(file, JSON.stringify(provisioning));
  const provision = provisioning === null ? [] : ['--provision', file];
  let runningTill: RunningTill | null = await startShell(['--profile', profile, ...provision]);
  const consoleErrors: (readonly string[])[] = [runningTill.consoleErrors];

  const getRunningTill = (): RunningTill => {
    if (runningTill === null) throw new Error('the till does not run');
    return runningTill;
  };
  const stop = async (): Promise<number | null> => {
    const code = await getRunningTill().stop();
    runningTill = null;
    return code;
  };
  const start: Till['start'] = async (keys = null, moreArgs = []) => {
    if (runningTill !== null) throw new Error('the till runs already');
    runningTill = await startShell([
      '--profile',
      profile,
      ...(keys === null ? [] : provision),
      ...moreArgs,
    ]);
    consoleErrors.push(runningTill.consoleErrors);
  };
  const callTill: Till['callTill'] = async (name, input) => {
    const answer = await getRunningTill().page.evaluate(
      ([callName, callInput]) => {
        const bridge: unknown = Reflect.get(window, 'till');
        const call: unknown = Reflect.get(Object(bridge), 'call');
        if (typeof call !== 'function') throw new Error('the page has no bridge');
        return call(callName, callInput);
      },
      [name, input] as const,
    );
    const { ok, value } = { ok: false, value: null, ...Object(answer) };
    if (ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return parseCallOutput(name, value);
  };

  return {
    get page() {
      return getRunningTill().page;
    },
    get address() {
      return getRunningTill().address;
    },
    profile,
    listConsoleErrors: () => consoleErrors.flat(),
    reopen: (after) => getRunningTill().reopen(after),
    sleep: (milliseconds) => getRunningTill().command({ slept: milliseconds }),
    provoke: (uncaught) => getRunningTill().command({ uncaught }),
    waitForExit: async () => {
      const code = await getRunningTill().waitForExit();
      runningTill = null;
      return code;
    },
    stop,
    start,
    shutDown: async () => {
      await getRunningTill().shutDown();
      runningTill = null;
    },
    kill: async (signal) => {
      await getRunningTill().kill(signal);
      runningTill = null;
    },
    restart: async () => {
      await stop();
      await start();
    },
    callTill,
    setFaults: async (faults) =>
      void (await callTill('training.setFaults', { faults: [...faults] })),
    remove: async () => {
      if (runningTill !== null) await runningTill.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
