import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type Provisioning,
  type TrainingFault,
} from '../../../shared/contract/index.ts';
import type { RunningTill, StartShell } from './shells.ts';

export interface Till {
  readonly page: Page;
  readonly profile: string;
  /** The address that was printed; null on Electron. */
  readonly address: string | null;
  /** Of every page since it was opened: nothing that runs well complains. */
  listConsoleErrors(): readonly string[];
  /** The page is closed or crashes, and another is opened; null addresses know no such thing. */
  reopen(after: 'close' | 'crash'): Promise<void>;
  /** Ends it, in order or like a power cut. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** The machine that it runs on has slept for so long. */
  sleep(milliseconds: number): Promise<void>;
  /** The system that it runs on shuts down. */
  shutDown(): Promise<void>;
  /**
   * Starts it again on the same profile, after `stop` or `kill`. The browser shell keeps the keys of
   * a service in memory alone: there they are provisioned again. `more` is added to its command line.
   */
  start(keys?: 'provisioned-again' | null, more?: readonly string[]): Promise<void>;
  /** `stop` and `start`. */
  restart(): Promise<void>;
  /** Asks main as the page would; throws where the answer is a problem. */
  callTill<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  /** What the training service does wrong from now on. */
  setFaults(faults: readonly TrainingFault[]): Promise<void>;
}

export interface OpenTill extends Till {
  /** Ends it where it still runs, and removes its profile. */
  remove(): Promise<void>;
}

export async function openTill(
  startShell: StartShell,
  provisioning: Provisioning | null,
): Promise<OpenTill> {
  const profile = await mkdtemp(join(tmpdir(), 'till-e2e-'));
  const file = join(profile, 'provisioning.json');
  if (provisioning !== null) await writeFile(file, JSON.stringify(provisioning));
  const provision = provisioning === null ? [] : ['--provision', file];
  let running: RunningTill | null = await startShell(['--profile', profile, ...provision]);
  const complaints: (readonly string[])[] = [running.consoleErrors];

  const now = (): RunningTill => {
    if (running === null) throw new Error('the till does not run');
    return running;
  };
  const stop = async (): Promise<number | null> => {
    const code = await now().stop();
    running = null;
    return code;
  };
  const start: Till['start'] = async (keys = null, more = []) => {
    if (running !== null) throw new Error('the till runs already');
    running = await startShell([
      '--profile',
      profile,
      ...(keys === null ? [] : provision),
      ...more,
    ]);
    complaints.push(running.consoleErrors);
  };
  const callTill: Till['callTill'] = async (name, input) => {
    const answer = await now().page.evaluate(
      ([called, given]) => {
        const bridge: unknown = Reflect.get(window, 'till');
        const call: unknown = Reflect.get(Object(bridge), 'call');
        if (typeof call !== 'function') throw new Error('the page has no bridge');
        return call(called, given);
      },
      [name, input] as const,
    );
    const { ok, value } = { ok: false, value: null, ...Object(answer) };
    if (ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return parseOutput(name, value);
  };

  return {
    get page() {
      return now().page;
    },
    get address() {
      return now().address;
    },
    profile,
    listConsoleErrors: () => complaints.flat(),
    reopen: (after) => now().reopen(after),
    sleep: (milliseconds) => now().sleep(milliseconds),
    stop,
    start,
    shutDown: async () => {
      await now().shutDown();
      running = null;
    },
    kill: async () => {
      await now().kill();
      running = null;
    },
    restart: async () => {
      await stop();
      await start();
    },
    callTill,
    setFaults: async (faults) =>
      void (await callTill('training.setFaults', { faults: [...faults] })),
    remove: async () => {
      if (running !== null) await running.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Outputs = {
  readonly [Name in CallName]: { output: { parse(value: unknown): CallOutput<Name> } };
};
const outputs: Outputs = calls;

function parseOutput<Name extends CallName>(name: Name, value: unknown): CallOutput<Name> {
  const call: Outputs[Name] = outputs[name];
  return call.output.parse(value);
}
