import { createServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/index.ts';
import { openConnection, type PrinterConnection } from './connection.ts';

const LONG = 20_000;
const MANY = 64 * 1024 * 1024;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    ends.push(() => socket.destroy());
    onSocket(socket);
  });
  ends.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function linkTo(port: number, onData: () => void = () => {}): Promise<PrinterConnection> {
  const { signal } = new AbortController();
  const address = { host: '127.0.0.1', port };
  const link = await openConnection(address, systemClock, LONG, signal, onData);
  if (link === null) throw new Error('no connection');
  ends.push(() => void link.close(0));
  return link;
}

/** `did` holds this thread up until the printer has called its own `did`. */
async function printerInThread(
  onSocket: string,
): Promise<{ readonly port: number; did(): void; end(): Promise<unknown> }> {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { createServer } = require('node:net');
     const { parentPort, workerData } = require('node:worker_threads');
     const did = () => { Atomics.store(workerData, 0, 1); Atomics.notify(workerData, 0); };
     const server = createServer((socket) => {
       socket.on('error', () => {});
       ${onSocket}
       server.close();
     });
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: shared },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return { port, did: () => void Atomics.wait(shared, 0, 0), end: () => worker.terminate() };
}

it('accepts an answer that arrived in time although the event loop was blocked', async () => {
  const { port, did, end } = await printerInThread(
    `socket.on('data', () => socket.write('!', did));`,
  );
  let isAnswered = false;
  const link = await linkTo(port, () => {
    isAnswered = true;
  });
  await link.send(Uint8Array.of(0), LONG);
  const answer = link.waitUntil(() => isAnswered, 20);
  did();
  const heldUpUntil = performance.now() + 40;
  while (performance.now() < heldUpUntil);
  expect(await answer).toBe('met');
  await end();
});

describe('how far a job came', () => {
  it('is as far as the system was handed it, where that does not say what it sent', async () => {
    const link = await linkTo(await listen((socket) => socket.pause()));
    // Until nothing more is taken.
    expect(await link.send(new Uint8Array(MANY), 50)).toBe('time');
    const handed: number[] = [];
    expect(await link.send(new Uint8Array(300), 20, (count) => handed.push(count))).toBe('time');
    expect(handed).toEqual([300]);
  });

  it('reports zero bytes sent after the connection was lost', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const link = await linkTo(port);
    await link.send(Uint8Array.of(0), LONG);
    expect(await link.waitUntil(() => false, LONG)).toBe('lost');
    const handed: number[] = [];
    expect(await link.send(new Uint8Array(300), LONG, (count) => handed.push(count))).toBe('lost');
    expect(handed).toEqual([]);
  });

  it('is nowhere where the system refuses the first piece at once', async () => {
    // It hangs up while this thread looks away, and not before the connection is known to be open.
    const { port, did, end } = await printerInThread(
      `socket.once('data', () => socket.write('!', () => { socket.resetAndDestroy(); did(); }));`,
    );
    let sending: Promise<string> | null = null;
    const handed: number[] = [];
    const link = await linkTo(port, () => {
      if (sending !== null) return;
      did();
      sending = link.send(new Uint8Array(300), LONG, (count) => handed.push(count));
    });
    await link.send(Uint8Array.of(0), LONG);
    await link.waitUntil(() => sending !== null, LONG);
    expect(await sending).toBe('lost');
    expect(handed).toEqual([]);
    await end();
  });
});
