import { once } from 'node:events';
import type { Browser } from '@playwright/test';
import type { WebSocket } from 'ws';
import { CALL_CHANNEL, toEventChannel } from '../../../electron/preload/channels.ts';
import { connectTestSocket } from '../../../electron/shell/browser/testing.ts';
import type { CallInput, CallName, CallOutput, EventName } from '../../../shared/contract/index.ts';
import { parseCallOutput } from '../../support/parse-call-output.ts';
import { type Program, startProgram } from './program.ts';

/** What a page requests from main until it can be used, to request it again without a browser. */
export interface PageTraffic {
  readonly paths: readonly string[];
  readonly calls: readonly { readonly name: CallName; readonly input: unknown }[];
}

/** The connection of a page without a browser: only main's time passes. */
export interface PageConnection {
  /** Resolves with main's unparsed answer. */
  send(name: CallName, input: unknown): Promise<unknown>;
  /** Throws if the answer is a problem. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  /** Calls the listener with the unparsed payload of each event of this name. */
  on(name: EventName, listener: (payload: unknown) => void): void;
  close(): Promise<void>;
}

/** Starts the program with a browser, and records what its page requests. */
export async function recordPageTraffic(browser: Browser, program: Program): Promise<PageTraffic> {
  const started = await startProgram(program);
  const page = await browser.newPage();
  const paths: string[] = [];
  const calls: { name: CallName; input: unknown }[] = [];
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void calls.push(JSON.parse(String(payload)).args[0])),
  );
  try {
    await page.goto(started.address);
    await page.locator(program.usableSelector).first().waitFor();
    return { paths: [...paths], calls: [...calls] };
  } finally {
    await page.close();
    await started.stop();
  }
}

/** Requests what the page requested; resolves when main has answered all of it. */
export async function replayPageTraffic(address: string, traffic: PageTraffic): Promise<void> {
  const [documentPath, ...otherPaths] = traffic.paths;
  if (documentPath === undefined || traffic.calls.length === 0) {
    throw new Error('the page requested nothing');
  }
  await fetchFile(address, documentPath);
  await Promise.all(otherPaths.map((path) => fetchFile(address, path)));
  const connection = await connectPage(address);
  await Promise.all(traffic.calls.map(({ name, input }) => connection.send(name, input)));
  await connection.close();
}

async function fetchFile(address: string, path: string): Promise<void> {
  const response = await fetch(new URL(path, address));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await response.arrayBuffer();
}

export async function connectPage(address: string): Promise<PageConnection> {
  const token = new URL(address).searchParams.get('token') ?? '';
  const socket = await connectTestSocket(address, [token]);
  if (typeof socket === 'number') throw new Error(`main refused the page: ${socket}`);
  return createPageConnection(socket);
}

function createPageConnection(socket: WebSocket): PageConnection {
  const pendingCalls = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (payload: unknown) => void>();
  let lastId = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if ('channel' in message) return listeners.get(message.channel)?.(message.args[0]);
    const call = pendingCalls.get(message.id);
    pendingCalls.delete(message.id);
    if ('error' in message) call?.reject(new Error(message.error));
    else call?.resolve(message.value);
  });
  const send: PageConnection['send'] = (name, input) => {
    lastId += 1;
    const call = Promise.withResolvers<unknown>();
    pendingCalls.set(lastId, call);
    socket.send(JSON.stringify({ id: lastId, channel: CALL_CHANNEL, args: [{ name, input }] }));
    return call.promise;
  };
  return {
    send,
    call: async (name, input) => {
      const answer = await send(name, input);
      const { ok, value } = { ok: false, value: null, ...Object(answer) };
      if (ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
      return parseCallOutput(name, value);
    },
    on: (name, listener) => void listeners.set(toEventChannel(name), listener),
    close: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
