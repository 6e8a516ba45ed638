import type { ChildProcess } from 'node:child_process';
import { WebSocket } from 'ws';
import { CALL_CHANNEL } from '../../../electron/preload/index.ts';
import { connect, openSession } from '../../../electron/shell/browser/testing.ts';
import type {
  CallAnswer,
  CallInput,
  CallName,
  CallOutput,
} from '../../../shared/contract/index.ts';
import { MAIN } from '../../support/built.ts';
import { startProcess, type TillProcess } from '../../support/till-process.ts';

/**
 * The till as a process of its own: main, the browser shell, the ledger file and the network are
 * the real ones. There is no page; the tests speak its half of the contract over the WebSocket that
 * the page would open.
 */
export interface RealTill {
  readonly child: ChildProcess;
  readonly address: string;
  /** What it has said on standard error. */
  getOutput(): string;
  readonly exited: Promise<number | null>;
  readonly sleep: TillProcess['sleep'];
  /** Opens it as one more window would: the one before is told that it was taken over. */
  openPage(): Promise<TillPage>;
  /** Ends it in order, and answers its exit code. */
  stop(): Promise<number | null>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
}

export interface TillPage {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>>;
  /** As `call`; throws where the answer is a problem. */
  get<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  /** The code that the connection was closed with. */
  readonly closed: Promise<number>;
  close(): void;
}

/** A till that may end before it has an address. */
export function startMain(
  args: readonly string[],
  through: readonly string[] = [],
): Promise<TillProcess> {
  return startProcess(MAIN, args, through);
}

export async function startTill(
  args: readonly string[],
  through: readonly string[] = [],
): Promise<RealTill> {
  const { child, exited, getOutput, sleep, address } = await startMain(args, through);
  if (address === null) throw new Error(`the till did not start:\n${getOutput()}`);
  let coming: Promise<string> | null = null;
  return {
    child,
    address,
    getOutput,
    exited,
    sleep,
    openPage: async () => {
      coming ??= openSession(address);
      return await openPage(address, await coming);
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
  const socket = await connect(address, [secret]);
  if (!(socket instanceof WebSocket)) throw new Error(`not let in: ${socket}`);
  const waiting = new Map<number, { answer(value: unknown): void; lose(error: Error): void }>();
  let serial = 0;
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      for (const call of waiting.values()) call.lose(new Error('the page was closed'));
      waiting.clear();
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
    const call = typeof id === 'number' ? waiting.get(id) : undefined;
    if (typeof id === 'number') waiting.delete(id);
    if (error === null) call?.answer(value);
    else call?.lose(new Error(String(error)));
  });

  const call = <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallAnswer<Name>> =>
    new Promise((resolve, reject) => {
      serial += 1;
      // Main has checked every answer against the contract before it crossed.
      waiting.set(serial, { answer: (value) => resolve(value as CallAnswer<Name>), lose: reject });
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
