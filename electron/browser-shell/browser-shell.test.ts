import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ask, comeIn, newProfile, type RunningTill, startMain, startTill } from './testing.ts';

/** Messages in order, also when several come at once. */
function messagesOf(socket: WebSocket): () => Promise<unknown> {
  const come: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    const first = waiting.shift();
    if (first === undefined) come.push(message);
    else first(message);
  });
  return () =>
    come.length > 0
      ? Promise.resolve(come.shift())
      : new Promise((resolve) => waiting.push(resolve));
}

describe('the door', () => {
  const profile = newProfile();
  let till: RunningTill;
  let cookie: string;

  beforeAll(async () => {
    till = await startTill(profile.folder);
    const address = new URL(till.address);
    const first = await ask(till.origin, address.pathname + address.search);
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/');
    expect(String(first.headers['set-cookie'])).toMatch(
      new RegExp(`^till-${address.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
    );
    cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  });
  afterAll(async () => {
    till.child.kill('SIGTERM');
    await till.exited;
    profile.remove();
  });

  /** A document, and the key that it carries for its one connection. */
  async function pageKey(): Promise<string> {
    const page = await ask(till.origin, '/', { cookie });
    expect(page.status).toBe(200);
    return /bridge\.js\?page=([\w-]+)"/.exec(page.body)?.[1] ?? '';
  }

  function connect(key: string, headers: Record<string, string>): Promise<WebSocket | number> {
    const socket = new WebSocket(`${till.origin.replace('http', 'ws')}/__shell/ipc?page=${key}`, {
      headers,
    });
    return new Promise((resolve) => {
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => {});
    });
  }

  it('prints one line and nothing else', () => {
    expect(till.output().stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/);
  });

  it('takes a token once', async () => {
    const { pathname, search } = new URL(till.address);
    expect((await ask(till.origin, pathname + search)).status).toBe(403);
    expect((await ask(till.origin, pathname + search, { cookie })).status).toBe(403);
  });

  it.each([
    ['no cookie', '/', {}, 403],
    ['a wrong cookie', '/', { cookie: 'till-1=x' }, 403],
    ['a wrong token', '/?token=abc', {}, 403],
    ['an empty token', '/?token=', {}, 403],
    ['another host name', '/', { host: 'localhost' }, 421],
    ['a name that was bound again to this address', '/', { host: 'till.example:80' }, 421],
    ['another origin', '/', { origin: 'https://example.com' }, 403],
    ['no origin at all', '/', { origin: 'null' }, 403],
    ['a frame', '/', { 'sec-fetch-dest': 'iframe' }, 403],
    ['the way for a second copy without its secret', '/__shell/again', {}, 403],
  ])('refuses %s', async (_what, path, headers, status) => {
    const isCookieTested = 'cookie' in headers || _what === 'no cookie';
    const answer = await ask(till.origin, path, isCookieTested ? headers : { cookie, ...headers });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('Fixture');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('adds its one address to the policy, and the bridge before everything else', async () => {
    const page = await ask(till.origin, '/', { cookie });
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
    const answer = await ask(till.origin, path, { cookie });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toMatch(/startShell|mostrador|root:/);
  });

  it('takes a connection with a key that a document of ours brought, once', async () => {
    const key = await pageKey();
    const right = { cookie, origin: till.origin };
    const socket = await connect(key, right);
    expect(socket).toBeInstanceOf(WebSocket);
    expect(await connect(key, right)).toBe(403);
    expect(await connect('', right)).toBe(403);
    expect(await connect(await pageKey(), { origin: till.origin })).toBe(403);
    expect(await connect(await pageKey(), { cookie })).toBe(403);
    expect(await connect(await pageKey(), { cookie, origin: 'https://example.com' })).toBe(403);
    if (socket instanceof WebSocket) socket.terminate();
  });

  it('carries calls, answers, refusals and events, and survives what is not a call', async () => {
    const right = { cookie, origin: till.origin };
    const socket = await connect(await pageKey(), right);
    if (!(socket instanceof WebSocket)) throw new Error('no connection');
    const next = messagesOf(socket);
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
    const deep = await connect(await pageKey(), right);
    if (!(deep instanceof WebSocket)) throw new Error('no connection');
    const nextOfDeep = messagesOf(deep);
    deep.send(
      `{"id":6,"channel":"call:echo","args":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}`,
    );
    expect(await nextOfDeep()).toMatchObject({ id: 6 });
    deep.terminate();
    const huge = await connect(await pageKey(), right);
    if (!(huge instanceof WebSocket)) throw new Error('no connection');
    huge.send(`"${'x'.repeat(9_000_000)}"`);
    // The reason is lost where the rest of it is still being written when the door closes.
    expect([1006, 1009]).toContain((await once(huge, 'close'))[0]);
    expect(till.child.exitCode).toBeNull();
  });

  it('gives the till to the newest page, and tells the one before', async () => {
    const right = { cookie, origin: till.origin };
    const older = await connect(await pageKey(), right);
    if (!(older instanceof WebSocket)) throw new Error('no connection');
    const closed = once(older, 'close');
    const newer = await connect(await pageKey(), right);
    if (!(newer instanceof WebSocket)) throw new Error('no connection');
    expect((await closed)[0]).toBe(4001);
    newer.send('{"id":1,"channel":"call:tell","args":["you"]}');
    expect(JSON.parse(String((await once(newer, 'message'))[0]))).toMatchObject({ args: ['you'] });
    newer.terminate();
  });
});

describe('one process for each profile', () => {
  const profile = newProfile();
  const running: RunningTill[] = [];
  const start = async (): Promise<RunningTill> => {
    const till = await startTill(profile.folder);
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

  it('sends a second copy to the first with an address of its own', async () => {
    const first = await start();
    const second = await start();
    expect(await second.exited).toBe(0);
    expect(second.origin).toBe(first.origin);
    expect(second.address).not.toBe(first.address);
    expect(await comeIn(second)).toBe(await comeIn(first));
    expect(first.child.exitCode).toBeNull();
    if (process.platform !== 'win32') {
      const file = join(profile.folder, 'instance.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('opens again at once after kill -9', async () => {
    const first = await start();
    first.child.kill('SIGKILL');
    await first.exited;
    // What the dead one left behind leads nowhere and stops nobody.
    expect(readFileSync(join(profile.folder, 'instance.json'), 'utf8')).toContain('port');
    const second = await start();
    expect(second.origin).toMatch(/^http:/);
    expect(second.child.exitCode).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('ends in order on a signal', async () => {
    const till = await start();
    till.child.kill('SIGTERM');
    expect(await till.exited).toBe(0);
    expect(till.output().stderr).toBe('last words\n');
  });

  it('ends in order when whoever started it is gone', async () => {
    const till = await start();
    till.child.disconnect();
    expect(await till.exited).toBe(0);
    expect(till.output().stderr).toBe('last words\n');
  });

  it('says plainly that a port is taken', async () => {
    const till = await start();
    const other = newProfile();
    const { port } = new URL(till.origin);
    await expect(startTill(other.folder, ['--port', port])).rejects.toThrow(/port/);
    await expect(startTill(other.folder, ['--port', '99999'])).rejects.toThrow(/65535/);
    other.remove();
  });
});

describe('stricter than Electron', () => {
  const profile = newProfile();
  const program = join(profile.folder, 'main.mjs');
  beforeEach(() => writeFileSync(program, ''));
  afterAll(() => profile.remove());

  const run = async (source: string): Promise<{ code: number | null; stderr: string }> => {
    writeFileSync(program, source);
    const running = startMain(program, []);
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
  ])('throws afterwards what must come first: %s', async (late) => {
    const { code, stderr } = await run(
      `import { app, protocol } from 'electron'; app.whenReady().then(() => { ${late}; });`,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('should be called before the app is ready');
  });

  it('is never ready while main waits for it at its top level', async () => {
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

  it('carries plain JSON only, and is the same module to require and to import', async () => {
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
