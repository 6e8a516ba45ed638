import { createServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/index.ts';
import { MAX_RECEIVED_BYTES, openPrinterSocket, type PrinterConnection } from './connection.ts';

const LONG_TIMEOUT_MS = 20_000;
const MANY_BYTES = 64 * 1024 * 1024;

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    cleanUps.push(() => socket.destroy());
    onSocket(socket);
  });
  cleanUps.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function connectTo(
  port: number,
  onData: (chunk: Uint8Array) => void = () => {},
): Promise<PrinterConnection> {
  const { signal } = new AbortController();
  const address = { host: '127.0.0.1', port };
  const connection = await openPrinterSocket(address, systemClock, LONG_TIMEOUT_MS, signal, onData);
  if (connection === null) throw new Error('no connection');
  cleanUps.push(() => void connection.close(0));
  return connection;
}

/**
 * A printer in a worker thread. `waitForSignal` blocks this thread until the printer has called `did`.
 */
async function startPrinterInWorker(
  onSocket: string,
): Promise<{ readonly port: number; waitForSignal(): void; end(): Promise<unknown> }> {
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
  return {
    port,
    waitForSignal: () => void Atomics.wait(shared, 0, 0),
    end: () => worker.terminate(),
  };
}

it('accepts an answer that arrived in time although the event loop was blocked', async () => {
  const { port, waitForSignal, end } = await startPrinterInWorker(
    `socket.on('data', () => socket.write('!', did));`,
  );
  let isAnswered = false;
  const connection = await connectTo(port, () => {
    isAnswered = true;
  });
  await connection.send(Uint8Array.of(0), LONG_TIMEOUT_MS);
  const answer = connection.waitUntil(() => isAnswered, 20);
  waitForSignal();
  const blockedUntil = performance.now() + 40;
  while (performance.now() < blockedUntil);
  expect(await answer).toBe('met');
  await end();
});

it('ends the connection to a device that sends without end', async () => {
  let receivedBytes = 0;
  const port = await listen((socket) => {
    const flood = (): void => {
      while (socket.writable && socket.write(Buffer.alloc(65_536, 0x12)));
    };
    socket.on('drain', flood);
    flood();
  });
  const connection = await connectTo(port, (chunk) => {
    receivedBytes += chunk.length;
  });
  expect(await connection.waitUntil(() => false, LONG_TIMEOUT_MS)).toBe('lost');
  expect(receivedBytes).toBeLessThanOrEqual(MAX_RECEIVED_BYTES);
});

describe('the count of bytes handed over', () => {
  it('includes a chunk of which the system may have sent only a part', async () => {
    const connection = await connectTo(await listen((socket) => socket.pause()));
    // Fills the buffers until the system accepts no more.
    expect(await connection.send(new Uint8Array(MANY_BYTES), 50)).toBe('time');
    const counts: number[] = [];
    expect(await connection.send(new Uint8Array(300), 20, (count) => counts.push(count))).toBe(
      'time',
    );
    expect(counts).toEqual([300]);
  });

  it('reports zero bytes sent after the connection was lost', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const connection = await connectTo(port);
    await connection.send(Uint8Array.of(0), LONG_TIMEOUT_MS);
    expect(await connection.waitUntil(() => false, LONG_TIMEOUT_MS)).toBe('lost');
    const counts: number[] = [];
    expect(
      await connection.send(new Uint8Array(300), LONG_TIMEOUT_MS, (count) => counts.push(count)),
    ).toBe('lost');
    expect(counts).toEqual([]);
  });

  it('stays empty if the system refuses the first chunk at once', async () => {
    // It closes the connection while this thread is blocked, and not before the connection is open.
    const { port, waitForSignal, end } = await startPrinterInWorker(
      `socket.once('data', () => socket.write('!', () => { socket.resetAndDestroy(); did(); }));`,
    );
    let sending: Promise<string> | null = null;
    const counts: number[] = [];
    const connection = await connectTo(port, () => {
      if (sending !== null) return;
      waitForSignal();
      sending = connection.send(new Uint8Array(300), LONG_TIMEOUT_MS, (count) =>
        counts.push(count),
      );
    });
    await connection.send(Uint8Array.of(0), LONG_TIMEOUT_MS);
    await connection.waitUntil(() => sending !== null, LONG_TIMEOUT_MS);
    expect(await sending).toBe('lost');
    expect(counts).toEqual([]);
    await end();
  });
});
