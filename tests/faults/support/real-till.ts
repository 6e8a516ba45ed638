import type { ChildProcess } from 'node:child_process';
import { WebSocket } from 'ws';
import { CALL_CHANNEL } from '../../../electron/preload/index.ts';
import { connectTestSocket, openTestSession } from '../../../electron/shell/browser/testing.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  TillCallResult,
} from '../../../shared/contract/index.ts';
import { MAIN_FILE } from '../../support/built-paths.ts';
import { startTillProcess, type TillProcess } from '../../support/till-process.ts';

/**
 * The till in its own process: main, the browser shell, the ledger file and the network are real.
 * There is no page; the tests use its half of the contract over the WebSocket that the page would
 * open.
 */
export interface RealTill {
  readonly child: ChildProcess;
  readonly address: string;
  /** Returns the output on standard error until now. */
  getOutput(): string;
  readonly exited: Promise<number | null>;
  sleep(milliseconds: number): Promise<void>;
  /** Opens the till in one more window; the previous window is notified of the takeover. */
  openPage(): Promise<TillPage>;
  /** Ends the till in order; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills the till, as a power cut does. */
  kill(): Promise<void>;
}

export interface TillPage {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<TillCallResult<Name>>;
  /** As `call`, but throws if the answer is a problem. */
  get<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  /** Resolves with the close code of the connection. */
  readonly closed: Promise<number>;
  close(): void;
}

/** Starts a till that may end before it prints an address. */
export function startMain(
  args: readonly string[],
  wrapperCommand: readonly string[] = [],
): Promise<TillProcess> {
  return startTillProcess(MAIN_FILE, args, wrapperCommand);
}

export async function startTill(
  args: readonly string[],
  wrapperCommand: readonly string[] = [],
): Promise<RealTill> {
  const { child, exited, getOutput, command, address } = await startMain(args, wrapperCommand);
  if (address === null) throw new Error(`the till did not start:\n${getOutput()}`);
  let sessionSecret: Promise<string> | null = null;
  return {
    child,
    address,
    getOutput,
    exited,
    sleep: (milliseconds) => command({ slept: milliseconds }),
    openPage: async () => {
      sessionSecret ??= openTestSession(address);
      return await openPage(address, await sessionSecret);
    },
    stop: async () => {
      if (child.exitCode === null && child.connected) child.disconnect();
      return await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export async function openPage(address: string, secret: string): Promise<TillPage> {
  const socket = await connectTestSocket(address, [secret]);
  if (!(socket instanceof WebSocket)) throw new Error(`not let in: ${socket}`);
  const pendingCalls = new Map<
    number,
    { answer(value: unknown): void; reject(error: Error): void }
  >();
  let serial = 0;
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      for (const call of pendingCalls.values()) call.reject(new Error('the page was closed'));
      pendingCalls.clear();
      resolve(code);
    });
  });
  socket.on('message', (data) => {
    const { id, value, error } = {
      id: null,
      value: null,
      error: null,
      ...parseObject(String(data)),
    };
    const call = typeof id === 'number' ? pendingCalls.get(id) : undefined;
    if (typeof id === 'number') pendingCalls.delete(id);
    if (error === null) call?.answer(value);
    else call?.reject(new Error(String(error)));
  });

  const call = <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<TillCallResult<Name>> =>
    new Promise((resolve, reject) => {
      serial += 1;
      // Main has validated every answer against the contract.
      pendingCalls.set(serial, {
        answer: (value) => resolve(value as TillCallResult<Name>),
        reject,
      });
      socket.send(JSON.stringify({ id: serial, channel: CALL_CHANNEL, args: [{ name, input }] }));
    });
  return {
    call,
    get: async (name, input) => {
      const answer = await call(name, input);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.problem)}`);
      return answer.value;
    },
    closed,
    close: () => socket.terminate(),
  };
}

function parseObject(text: string): object {
  return Object(JSON.parse(text));
}
