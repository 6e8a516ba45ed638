import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  connectTestSocket,
  createTestProfile,
  openTestSession,
  type RunningTestTill,
  sendTestRequest,
  startTestMain,
  startTestTill,
} from './testing.ts';

/** Returns a function that takes the next message, also when several arrive at once. */
function createMessageReader(socket: WebSocket): () => Promise<unknown> {
  const messages: unknown[] = [];
  const pendingReaders: ((message: unknown) => void)[] = [];
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    const resolveNext = pendingReaders.shift();
    if (resolveNext === undefined) messages.push(message);
    else resolveNext(message);
  });
  return () =>
    messages.length > 0
      ? Promise.resolve(messages.shift())
      : new Promise((resolve) => pendingReaders.push(resolve));
}

describe('request authorization', () => {
  const profile = createTestProfile();
  let till: RunningTestTill;
  let secret: string;

  beforeAll(async () => {
    till = await startTestTill(profile.folder);
    secret = await openTestSession(till.address);
    expect(secret).toMatch(/^[\w-]{43}$/);
  });
  afterAll(async () => {
    till.child.kill('SIGTERM');
    await till.exited;
    profile.remove();
  });

  /** Connects as the page does, or as a program with other secrets. */
  const open = (secrets: readonly string[] = [secret], headers?: Record<string, string>) =>
    connectTestSocket(till.origin, secrets, headers);

  async function openPage(): Promise<WebSocket> {
    const socket = await open();
    if (!(socket instanceof WebSocket)) throw new Error(`no connection: ${socket}`);
    return socket;
  }

  it('prints one line and nothing else', () => {
    expect(till.output().stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/);
  });

  it('accepts a token only once', async () => {
    await expect(openTestSession(till.address)).rejects.toThrow('not let in');
    const token = new URL(till.address).searchParams.get('token') ?? '';
    expect(await open([token])).toBe(403);
    expect(await open([token, 'guess'])).toBe(403);
  });

  it('sets no cookie and serves no secret', async () => {
    const { pathname, search } = new URL(till.address);
    for (const path of [pathname + search, '/', '/__shell/bridge.js', '/assets/page.js', '//']) {
      const response = await sendTestRequest(till.origin, path);
      expect(response.headers['set-cookie'], path).toBeUndefined();
      // The served files are the same for every client and contain no secret.
      expect(response.body, path).not.toContain(secret);
      expect(response.body, path).not.toMatch(/[\w-]{43}/);
    }
  });

  it.each([
    ['a request for another host name', '/', { host: 'localhost' }, 421],
    ['a request for a rebound host name', '/', { host: 'till.example:80' }, 421],
    ['a request from another origin', '/', { origin: 'https://example.com' }, 403],
    ['a request from an opaque origin', '/', { origin: 'null' }, 403],
    ['a request of a frame', '/', { 'sec-fetch-dest': 'iframe' }, 403],
    ['a request for a new address without the secret', '/__shell/again', {}, 403],
    ['a request for the socket without an upgrade', '/__shell/ipc', {}, 404],
  ])('refuses %s', async (_case, path, headers, status) => {
    const response = await sendTestRequest(till.origin, path, headers);
    expect(response.status).toBe(status);
    expect(response.body).not.toContain('Fixture');
  });

  it('adds the socket address to the policy and the bridge script before everything else', async () => {
    const page = await sendTestRequest(till.origin, '/');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy.split('; ').at(-1)).toBe(
      `connect-src ${till.origin.replace('http', 'ws')}/__shell/ipc`,
    );
    expect(page.body.indexOf('<script')).toBe(page.body.indexOf('<script src="/__shell/bridge.js'));
  });

  it.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2fmain.ts',
    '/%2e%2e/main.ts',
    '/..\\main.ts',
    '//etc/passwd',
    'http://example.com/',
  ])('serves nothing from outside the page: %s', async (path) => {
    const response = await sendTestRequest(till.origin, path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toMatch(/startShell|mostrador|root:/);
  });

  it('connects only a page that has the secret, and does not send the secret', async () => {
    const socket = await openPage();
    // Only a page that connected with a token is sent the secret, as its first message.
    const next = createMessageReader(socket);
    socket.send('{"id":1,"channel":"call:echo","args":[1]}');
    expect(await next()).toEqual({ id: 1, value: { isOurs: true, input: 1 } });
    const { origin } = till;
    expect(await open([])).toBe(403);
    expect(await open(['guess'])).toBe(403);
    expect(await open([`${secret}x`])).toBe(403);
    expect(await open([secret], {})).toBe(403);
    expect(await open([secret], { origin: 'https://example.com' })).toBe(403);
    expect(await open([secret], { origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await open([secret], { origin, host: 'till.example' })).toBe(403);
    expect(await open([], { origin, cookie: `till=${secret}` })).toBe(403);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves no connection open after invalid requests',
    async () => {
      const descriptors = () => readdirSync(`/proc/${till.child.pid}/fd`).length;
      const before = descriptors();
      const paths = ['//', '///', '//x:y', 'http://', '*', '/\\x', '//[', '/__shell/ipc'];
      const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
      const open: Socket[] = [];
      for (let count = 0; count < 304; count += 1) {
        const { hostname, port, host } = new URL(till.origin);
        const socket = connectSocket({ host: hostname, port: Number(port), allowHalfOpen: true });
        // The client never closes its side; it sends upgrades and plain requests.
        open.push(socket.on('error', () => {}).resume());
        const path = paths[count % paths.length];
        const headerLines = count % 16 < 8 ? upgrade : 'Connection: close\r\n';
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headerLines}\r\n`);
        await once(socket, 'end');
      }
      await expect.poll(descriptors).toBeLessThanOrEqual(before);
      expect(till.output().stderr).toBe('');
      for (const socket of open) socket.destroy();
      expect((await sendTestRequest(till.origin, '/')).status).toBe(200);
    },
    30_000,
  );

  it('transmits calls, responses, errors and events, and survives invalid messages', async () => {
    const socket = await openPage();
    const next = createMessageReader(socket);
    socket.send('{"id":1,"channel":"call:echo","args":[{"a":[1]}]}');
    expect(await next()).toEqual({ id: 1, value: { isOurs: true, input: { a: [1] } } });
    socket.send('{"id":2,"channel":"call:tell","args":["hello"]}');
    expect(await next()).toEqual({ channel: 'event:told', args: ['hello'] });
    expect(await next()).toEqual({ id: 2 });
    socket.send('{"id":3,"channel":"call:nothing","args":[]}');
    expect(await next()).toMatchObject({ id: 3, error: expect.stringContaining('no handler') });
    socket.send('{"id":4,"channel":"call:throw","args":[]}');
    const thrown = await next();
    expect(thrown).toMatchObject({ id: 4, error: expect.stringContaining('with a stack') });
    expect(JSON.stringify(thrown)).not.toContain('.ts');
    socket.send('{"id":"5","channel":7}');
    expect((await once(socket, 'close'))[0]).toBe(1008);
    const deepPage = await openPage();
    const nextDeepMessage = createMessageReader(deepPage);
    deepPage.send(
      `{"id":6,"channel":"call:echo","args":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}`,
    );
    expect(await nextDeepMessage()).toMatchObject({ id: 6 });
    deepPage.terminate();
    const hugePage = await openPage();
    hugePage.send(`"${'x'.repeat(9_000_000)}"`);
    // The close code is lost if the rest of the message is still being written when the server
    // closes.
    expect([1006, 1009]).toContain((await once(hugePage, 'close'))[0]);
    expect(till.child.exitCode).toBeNull();
  });

  it('connects the newest page and notifies the previous one', async () => {
    const older = await openPage();
    const closed = once(older, 'close');
    const newer = await openPage();
    expect((await closed)[0]).toBe(4001);
    newer.send('{"id":1,"channel":"call:tell","args":["you"]}');
    expect(JSON.parse(String((await once(newer, 'message'))[0]))).toMatchObject({ args: ['you'] });
    newer.terminate();
  });

  it('performs no call of a page that was taken over and does not close', async () => {
    const older = await openPage();
    older.pause();
    const newer = await openPage();
    const received: unknown[] = [];
    newer.on('message', (data) => received.push(JSON.parse(String(data))));
    older.send('{"id":1,"channel":"call:tell","args":["from the older page"]}');
    for (const id of [2, 3, 4]) {
      newer.send(JSON.stringify({ id, channel: 'call:echo', args: [id] }));
      await expect.poll(() => received).toContainEqual(expect.objectContaining({ id }));
    }
    expect(JSON.stringify(received)).not.toContain('from the older page');
    older.terminate();
    newer.terminate();
  });
});

it('ends with the exit code that the launcher restarts, after the quit steps', async () => {
  const profile = createTestProfile();
  const till = await startTestTill(profile.folder);
  try {
    const socket = await connectTestSocket(till.address, [await openTestSession(till.address)]);
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    socket.send('{"id":1,"channel":"call:restart","args":[]}');
    expect(await till.exited).toBe(64);
    expect(till.output().stderr).toContain('last words');
  } finally {
    till.child.kill('SIGKILL');
    profile.remove();
  }
});

describe('one process for each profile', () => {
  const profile = createTestProfile();
  const running: RunningTestTill[] = [];
  const start = async (): Promise<RunningTestTill> => {
    const till = await startTestTill(profile.folder);
    running.push(till);
    return till;
  };
  afterEach(async () => {
    for (const till of running.splice(0)) {
      till.child.kill('SIGKILL');
      await till.exited;
    }
  });
  afterAll(() => profile.remove());

  it('gives a second copy a new address of the first', async () => {
    const first = await start();
    const second = await start();
    expect(await second.exited).toBe(0);
    expect(second.origin).toBe(first.origin);
    expect(second.address).not.toBe(first.address);
    expect(await openTestSession(second.address)).toBe(await openTestSession(first.address));
    expect(first.child.exitCode).toBeNull();
    if (process.platform !== 'win32') {
      const file = join(profile.folder, 'instance.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('opens again immediately after kill -9', async () => {
    const first = await start();
    first.child.kill('SIGKILL');
    await first.exited;
    // The stale file of the killed process does not block the new one.
    expect(readFileSync(join(profile.folder, 'instance.json'), 'utf8')).toContain('port');
    const second = await start();
    expect(second.origin).toMatch(/^http:/);
    expect(second.child.exitCode).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('quits normally on a signal', async () => {
    const till = await start();
    till.child.kill('SIGTERM');
    expect(await till.exited).toBe(0);
    expect(till.output().stderr).toBe('last words\n');
  });

  it('quits normally when its parent process disconnects', async () => {
    const till = await start();
    till.child.disconnect();
    expect(await till.exited).toBe(0);
    expect(till.output().stderr).toBe('last words\n');
  });

  it('reports that a port is taken or invalid', async () => {
    const till = await start();
    const otherProfile = createTestProfile();
    const { port } = new URL(till.origin);
    await expect(startTestTill(otherProfile.folder, ['--port', port])).rejects.toThrow(/port/);
    await expect(startTestTill(otherProfile.folder, ['--port', '99999'])).rejects.toThrow(/65535/);
    otherProfile.remove();
  });
});

describe.skipIf(process.platform !== 'linux')('opening the address', () => {
  const profile = createTestProfile();
  afterAll(() => profile.remove());

  it('passes the opener a private redirect file instead of the token', async () => {
    const bin = join(profile.folder, 'bin');
    const argumentsFile = join(profile.folder, 'arguments');
    mkdirSync(bin);
    const opener = join(bin, 'xdg-open');
    writeFileSync(
      opener,
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${argumentsFile}.new; mv ${argumentsFile}.new ${argumentsFile}\n`,
    );
    chmodSync(opener, 0o755);
    const environment = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':9', CI: '' };
    const till = await startTestTill(profile.folder, [], environment);
    await expect.poll(() => existsSync(argumentsFile)).toBe(true);
    const file = join(profile.folder, 'open.html');
    expect(readFileSync(argumentsFile, 'utf8')).toBe(`${file}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [address = ''] = /http:[^"]+/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(address).toBe(till.address);
    await openTestSession(address);
    // The file is deleted once a page is connected.
    await expect.poll(() => existsSync(file)).toBe(false);
    till.child.kill('SIGTERM');
    await till.exited;
  });
});

describe('checks that are stricter than Electron', () => {
  const profile = createTestProfile();
  const program = join(profile.folder, 'main.mjs');
  beforeEach(() => writeFileSync(program, ''));
  afterAll(() => profile.remove());

  const run = async (source: string): Promise<{ code: number | null; stderr: string }> => {
    writeFileSync(program, source);
    const running = startTestMain(program, []);
    return { code: await running.exited, stderr: running.output().stderr };
  };

  it.each([
    "import { BrowserWindow } from 'electron'; new BrowserWindow({});",
    "import { session } from 'electron'; session.defaultSession;",
    "import { protocol } from 'electron'; protocol.handle('app', () => new Response());",
  ])('throws before the app is ready: %s', async (source) => {
    const { code, stderr } = await run(source);
    expect(code).toBe(1);
    expect(stderr).toContain('before the app is ready');
  });

  it.each([
    "app.setPath('userData', '/tmp')",
    "protocol.registerSchemesAsPrivileged([{ scheme: 'late' }])",
    'app.requestSingleInstanceLock()',
  ])('throws after the app is ready for calls that must precede it: %s', async (lateCall) => {
    const { code, stderr } = await run(
      `import { app, protocol } from 'electron'; app.whenReady().then(() => { ${lateCall}; });`,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('should be called before the app is ready');
  });

  it('never becomes ready while main awaits it at its top level', async () => {
    const { code, stderr } = await run(
      "import { app } from 'electron'; await app.whenReady(); process.exit(0);",
    );
    expect(code).toBe(13);
    expect(stderr).toContain('unsettled top-level await');
  });

  it('has no electron in a worker thread', async () => {
    writeFileSync(join(profile.folder, 'worker.mjs'), "import 'electron';");
    const { code, stderr } = await run(
      `import { Worker } from 'node:worker_threads';
       const worker = new Worker(new URL('./worker.mjs', import.meta.url));
       worker.on('error', (error) => { process.stderr.write(error.message); process.exit(7); });`,
    );
    expect(code).toBe(7);
    expect(stderr).toContain('a worker thread has no electron module');
  });

  it('transmits plain JSON only, and is the same module for require and import', async () => {
    const { code, stderr } = await run(
      `import electron, { app, ipcMain, safeStorage, BrowserWindow } from 'electron';
       import { createRequire } from 'node:module';
       const required = createRequire(import.meta.url)('electron');
       app.whenReady().then(async () => {
         const same = required.app === app && electron.ipcMain === ipcMain;
         const isStrong = await safeStorage.isAsyncEncryptionAvailable();
         const { webContents } = new BrowserWindow({});
         const refused = [new Date(), new Map(), [undefined], NaN, 1n, () => 0].filter((value) => {
           try { webContents.send('x', value); return false; } catch { return true; }
         });
         process.stderr.write(JSON.stringify([same, isStrong, safeStorage.getSelectedStorageBackend(), refused.length]));
         app.exit(0);
       });`,
    );
    expect(stderr).toBe('[true,false,"basic_text",6]');
    expect(code).toBe(0);
  });
});
