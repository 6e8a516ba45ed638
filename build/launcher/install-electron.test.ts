import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Checkout,
  createCheckout,
  expectBrowserShell,
  VERSION,
  waitForEnd,
} from './start.fixture.ts';

const NODE_MODULES = join(import.meta.dirname, '..', '..', 'node_modules');
const NAME = `electron-v${VERSION}-${process.platform}-${process.arch}.zip`;
const ZIP = createZip();
const HALF = ZIP.length / 2;

function createZip(): Buffer {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const files = {
    electron: encode('#!/bin/sh\necho ELECTRON\necho window >> "$TILL_START_REPORT"\n'),
    'chrome-sandbox': encode(''),
    version: encode(VERSION),
    // Cannot be compressed, so that it arrives in several parts.
    'resources.pak': randomBytes(200_000),
  };
  const executable = { os: 3, attrs: 0o755 << 16 };
  const { electron, ...others } = files;
  return Buffer.from(zipSync({ electron: [electron, executable], ...others }));
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

let checkout: Checkout;
let server: Server;
let answer: Answer;
let ranges: (string | undefined)[];

beforeEach(async () => {
  checkout = createCheckout();
  const electron = join('node_modules', 'electron');
  const installer = checkout.writeFile(join(electron, 'install.js'));
  copyFileSync(join(NODE_MODULES, 'electron', 'install.js'), installer);
  const checksum = createHash('sha256').update(ZIP).digest('hex');
  checkout.writeFile(join(electron, 'checksums.json'), JSON.stringify({ [NAME]: checksum }));
  for (const scope of ['@electron', '@electron-internal']) {
    symlinkSync(join(NODE_MODULES, scope), join(checkout.root, 'node_modules', scope));
  }
  ranges = [];
  answer = sendFrom;
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  checkout.remove();
});

/** Sends what the request asks for, to the end. */
function sendFrom(request: IncomingMessage, response: ServerResponse): void {
  writeHead(request, response);
  response.end(ZIP.subarray(getStart(request)));
}

function getStart({ headers }: IncomingMessage): number {
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
}

function writeHead(request: IncomingMessage, response: ServerResponse): void {
  const start = getStart(request);
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    'content-length': ZIP.length - start,
    ...(request.headers.range === undefined
      ? {}
      : { 'content-range': `bytes ${start}-${ZIP.length - 1}/${ZIP.length}` }),
  });
}

/** Sends half of the file, and resolves once it is underway. */
async function sendHalf(request: IncomingMessage, response: ServerResponse): Promise<void> {
  writeHead(request, response);
  await new Promise<void>((resolve) => {
    response.write(ZIP.subarray(0, HALF), () => resolve());
  });
}

function createMachine(limits = {}): NonNullable<Parameters<Checkout['start']>[0]> {
  const { port } = server.address() as AddressInfo;
  return {
    stallTimeoutMs: 60_000,
    ...limits,
    env: {
      DISPLAY: ':0',
      ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
      electron_config_cache: join(checkout.root, 'cache'),
    },
  };
}

const startAndWait = (limits = {}): ReturnType<Checkout['startAndWait']> =>
  checkout.startAndWait(createMachine(limits));

const getPart = (): string =>
  join(checkout.root, 'node_modules', '.cache', 'mostrador', `${NAME}.part`);

/** Waits until half of the file is on the disk. */
async function waitForHalf(): Promise<void> {
  await expect.poll(() => existsSync(getPart()) && readFileSync(getPart()).length).toBe(HALF);
}

/** Expects that Electron is installed and the till runs in it. */
async function expectElectron(end: ReturnType<Checkout['startAndWait']>): Promise<void> {
  const { code, output, messages } = await end;
  expect(output, messages).toBe('ELECTRON\n');
  expect(code).toBe(0);
  expect(messages).not.toContain('browser shell:');
}

describe.skipIf(process.platform !== 'linux')("the download of Electron's runtime", () => {
  it('downloads once, shows its progress, and starts the till in Electron', async () => {
    const end = await startAndWait();
    await expectElectron(Promise.resolve(end));
    expect(end.messages).toMatch(/Downloading Electron's runtime/);
    expect(end.messages).toMatch(/ {2}100 % of 1 MB\n/);
    await expectElectron(startAndWait());
    expect(ranges).toHaveLength(1);
  });

  it('goes on while bytes arrive, for longer than it waits for a byte', async () => {
    const stallTimeoutMs = 6_000;
    const startedAt = Date.now();
    answer = async (request, response) => {
      writeHead(request, response);
      for (let at = 0; at < ZIP.length; at += 7_000) {
        response.write(ZIP.subarray(at, at + 7_000));
        await pause(300);
      }
      response.end();
    };
    await expectElectron(startAndWait({ stallTimeoutMs }));
    expect(Date.now() - startedAt).toBeGreaterThan(stallTimeoutMs);
    expect(ranges).toHaveLength(1);
  });

  it('ends when no byte arrives, and the next start continues', async () => {
    answer = sendHalf;
    expectBrowserShell(await startAndWait({ stallTimeoutMs: 6_000 }), /download .* has stalled/);
    answer = sendFrom;
    await expectElectron(startAndWait());
    expect(ranges).toEqual([undefined, `bytes=${HALF}-`]);
  });

  it('ends when the server never answers', async () => {
    answer = () => {};
    expectBrowserShell(await startAndWait({ stallTimeoutMs: 300 }), /download .* has stalled/);
  });

  it('continues by itself when the connection is cut', async () => {
    answer = async (request, response) => {
      answer = sendFrom;
      await sendHalf(request, response);
      await waitForHalf();
      response.destroy();
    };
    await expectElectron(startAndWait());
    expect(ranges).toEqual([undefined, `bytes=${HALF}-`]);
  });

  it('goes to the browser shell on Ctrl-C, and the next start continues', async () => {
    answer = sendHalf;
    const child = checkout.start(createMachine());
    const end = waitForEnd(child);
    await waitForHalf();
    // To the whole group, like a terminal, and then once more, like npm.
    process.kill(-Number(child.pid), 'SIGINT');
    child.kill('SIGINT');
    expectBrowserShell(await end, /download .* was interrupted/);
    answer = sendFrom;
    await expectElectron(startAndWait());
    expect(ranges).toEqual([undefined, `bytes=${HALF}-`]);
  });

  it('ends without a till when a signal ends npm start', async () => {
    answer = sendHalf;
    const child = checkout.start(createMachine());
    const end = waitForEnd(child);
    await waitForHalf();
    child.kill('SIGTERM');
    const { code, output } = await end;
    expect(output).toBe('');
    expect(code).not.toBe(0);
  });

  it.each([
    ['answers 404', 404, /answered 404\. To try again: npx install-electron/],
    ['sends another file', 200, /its checksum is wrong\. To try again: npx install-electron/],
  ])('remembers that the server %s, but not for another server', async (_case, status, reason) => {
    answer = (_request, response) => void response.writeHead(status).end('another file');
    expectBrowserShell(await startAndWait(), reason);
    expectBrowserShell(await startAndWait(), reason);
    expect(ranges).toHaveLength(1);
    expect(existsSync(join(checkout.root, 'node_modules', 'electron', 'dist'))).toBe(false);
    answer = sendFrom;
    const machine = createMachine();
    const mirror = `${machine.env?.ELECTRON_MIRROR}other/`;
    const env = { ...machine.env, ELECTRON_MIRROR: mirror };
    await expectElectron(checkout.startAndWait({ ...machine, env }));
  });

  it('downloads through the proxy of the environment', async () => {
    const { port } = server.address() as AddressInfo;
    server.on('connect', (_request, socket, head) => {
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        target.write(head);
        socket.pipe(target).pipe(socket);
      });
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
    });
    const machine = createMachine();
    const env = {
      ...machine.env,
      ELECTRON_MIRROR: 'http://electron.invalid/',
      HTTP_PROXY: `http://127.0.0.1:${port}`,
      NO_PROXY: '',
    };
    await expectElectron(checkout.startAndWait({ ...machine, env }));
    expect(ranges).toHaveLength(1);
  });

  it.each([403, 429, 503])('tries again at the next start after an answer %i', async (status) => {
    answer = (_request, response) => void response.writeHead(status).end();
    expectBrowserShell(await startAndWait(), new RegExp(`answered ${status}.*tries again`));
    answer = sendFrom;
    await expectElectron(startAndWait());
  });

  it('says that the server answered 404 also where it cannot remember that', async () => {
    answer = (_request, response) => void response.writeHead(404).end();
    const cache = join('node_modules', '.cache', 'mostrador');
    checkout.writeFile(join(cache, `electron-${VERSION}-final-answer.json`, 'x'));
    expectBrowserShell(await startAndWait(), /answered 404/);
  });

  it('tries again at the next start if the server cannot be reached', async () => {
    const machine = createMachine();
    const env = { ...machine.env, ELECTRON_MIRROR: 'http://127.0.0.1:9/' };
    const end = await checkout.startAndWait({ ...machine, env });
    expectBrowserShell(
      end,
      /could not be downloaded \(fetch failed: .*\)\. The next npm start tries/,
    );
    await expectElectron(startAndWait());
  });

  it('starts from the beginning if the part is of another file, or cannot be continued', async () => {
    const writePart = (size: number): string =>
      checkout.writeFile(
        join('node_modules', '.cache', 'mostrador', `${NAME}.part`),
        randomBytes(size),
      );
    writePart(HALF);
    await expectElectron(startAndWait());
    expect(ranges).toEqual([`bytes=${HALF}-`, undefined]);

    const removeRuntime = (): void => {
      for (const folder of ['cache', 'node_modules/electron/dist']) {
        rmSync(join(checkout.root, folder), { recursive: true });
      }
    };
    removeRuntime();
    writePart(HALF);
    const sendAll: Answer = (_request, response) => void response.end(ZIP);
    answer = sendAll;
    await expectElectron(startAndWait());

    removeRuntime();
    writePart(ZIP.length + 1);
    answer = (request, response) => {
      if (request.headers.range === undefined) sendFrom(request, response);
      else response.writeHead(416).end();
    };
    await expectElectron(startAndWait());
  });

  it('replaces a runtime of another version, and one that was unpacked in part', async () => {
    await expectElectron(startAndWait());
    const dist = join(checkout.root, 'node_modules', 'electron', 'dist');
    writeFileSync(join(dist, 'version'), '44.0.0');
    await expectElectron(startAndWait());
    rmSync(join(dist, 'version'));
    await expectElectron(startAndWait());
    expect(readdirSync(dist).sort()).toEqual([
      'chrome-sandbox',
      'electron',
      'resources.pak',
      'version',
    ]);
    expect(ranges).toHaveLength(1);
  });
});
