import { request as rawRequest } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from './support/index.ts';

/**
 * The hardening list, tried from the page and from outside it. What only Electron has (sandbox,
 * world isolation, permissions) is tried on the shell's own listeners in electron/shell.
 */

/** The bridge, called with names and values that its types would not let through. */
const call = (page: Page, name: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ([called, given]) => {
      const till: unknown = Reflect.get(window, 'till');
      const calling: unknown = Reflect.get(Object(till), 'call');
      if (typeof calling !== 'function') throw new Error('no bridge');
      return calling(called, given);
    },
    [name, input] as const,
  );

test.describe('from inside the page', () => {
  test('there is no Node, no electron and nothing but the bridge', async ({ till }) => {
    const found = await till.page.evaluate(() =>
      ['require', 'process', 'Buffer', 'module', 'electron', 'ipcRenderer', 'global'].filter(
        (name) => Reflect.has(window, name),
      ),
    );
    expect(found).toEqual([]);
    const bridge = await till.page.evaluate(() => {
      const value: unknown = Reflect.get(window, 'till');
      return { keys: Object.keys(Object(value)).sort(), isFrozen: Object.isFrozen(value) };
    });
    expect(bridge).toEqual({ keys: ['call', 'on'], isFrozen: true });
  });

  test('there is no network: not even our own address may be fetched', async ({ till }) => {
    const outcome = await till.page.evaluate(async () => {
      const attempt = (work: () => Promise<unknown>) =>
        work().then(
          () => 'through',
          () => 'refused',
        );
      const load = (make: (url: string) => HTMLElement, url: string) =>
        new Promise((resolve, reject) => {
          const element = make(url);
          element.addEventListener('load', resolve);
          element.addEventListener('error', reject);
          document.body.append(element);
        });
      const image = (url: string) => Object.assign(new Image(), { src: url });
      const frame = (url: string) =>
        Object.assign(document.createElement('iframe'), { src: url, hidden: true });
      return {
        ownPage: await attempt(() => fetch('/')),
        elsewhere: await attempt(() => fetch('https://example.com/')),
        beacon: navigator.sendBeacon('https://example.com/', 'x') ? 'queued' : 'refused',
        image: await attempt(() => load(image, 'https://example.com/a.png')),
        socket: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket('wss://example.com/');
              socket.addEventListener('open', resolve);
              socket.addEventListener('error', reject);
            }),
        ),
        // A frame that is refused loads an error page: what counts is what it holds.
        frame: await attempt(() => load(frame, `${location.origin}/`)).then(() => {
          const inside = document.querySelector('iframe')?.contentWindow;
          try {
            return Reflect.has(Object(inside), 'till') ? 'bridge' : 'no bridge';
          } catch {
            return 'no bridge';
          }
        }),
      };
    });
    expect(outcome).toMatchObject({
      ownPage: 'refused',
      elsewhere: 'refused',
      image: 'refused',
      socket: 'refused',
      frame: 'no bridge',
    });
  });

  test('text cannot become a script', async ({ till }) => {
    const outcome = await till.page.evaluate(async () => {
      const refused = (work: () => unknown): boolean => {
        try {
          work();
          return false;
        } catch {
          return true;
        }
      };
      const build: unknown = Reflect.get(window, 'Function');
      // What a test evaluates is excused from the policy; what it leaves behind is not.
      await new Promise((resolve) => setTimeout(resolve));
      return {
        markup: refused(() => {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
        }),
        address: refused(() => {
          document.createElement('script').src = 'https://example.com/x.js';
        }),
        code: refused(() => Reflect.construct(Object(build), ['return 1'])),
      };
    });
    expect(outcome).toEqual({ markup: true, address: true, code: true });
  });

  test('an unknown call runs nothing, and a malformed one is named', async ({ till }) => {
    for (const name of ['till.shutDown', '__proto__', '', 'constructor']) {
      await expect(call(till.page, name, {})).rejects.toThrow();
    }
    expect(await call(till.page, 'till.state', { deep: true })).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', field: 'deep' },
    });
    expect(
      await call(till.page, 'staff.signIn', { cashierId: ['ana'], pin: '1234' }),
    ).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', field: 'cashierId' },
    });
    expect(await call(till.page, 'payments.unresolved', {})).toEqual({
      ok: false,
      problem: { kind: 'not-signed-in' },
    });
    expect(await call(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  test('a huge and a deep value are refused, and the till goes on', async ({ till }) => {
    const refused = await till.page.evaluate(async () => {
      const bridge: unknown = Reflect.get(window, 'till');
      const calling: unknown = Reflect.get(Object(bridge), 'call');
      if (typeof calling !== 'function') throw new Error('no bridge');
      let deep: unknown = 1;
      for (let level = 0; level < 500; level += 1) deep = [deep];
      return await Promise.all([
        calling('setup.checkFile', { text: 'x'.repeat(4_500_000) }),
        calling('payments.get', { paymentId: deep }),
        calling(
          'payments.get',
          Array.from({ length: 150_000 }, () => 0),
        ),
      ]);
    });
    for (const answer of refused) expect(answer).toMatchObject({ ok: false });
    expect(await call(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  test('a new window and a navigation elsewhere are refused', async ({ till }) => {
    const before = till.page.url();
    const opened: unknown[] = [];
    till.page.context().on('page', (page) => opened.push(page.url()));
    const outcome = await till.page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: 'https://example.com/',
        target: '_blank',
        textContent: 'out',
      });
      document.body.append(link);
      link.click();
      return String(window.open('https://example.com/'));
    });
    expect(outcome).toBe('null');
    await till.page.evaluate(() => {
      location.href = 'https://example.com/';
    });
    await till.page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: 'https://example.com/' });
      document.body.append(link);
      link.click();
    });
    // A navigation that was let through would be under way by now.
    await till.page.waitForTimeout(300);
    expect(till.page.url()).toBe(before);
    expect(opened).toEqual([]);
    expect(await call(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  test('nothing of the page outlives it in web storage', async ({ till }) => {
    const kept = await till.page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      cookies: document.cookie,
    }));
    expect(kept).toEqual({ local: 0, session: 0, databases: 0, cookies: '' });
  });
});

test.describe('from outside the page, on the browser shell', () => {
  test.skip(({ shell }) => shell !== 'browser', 'Electron opens no port');

  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: string;
  }

  /** Exactly this path and these headers; nothing is tidied up on the way. */
  const ask = (address: string, path: string, headers: Record<string, string> = {}) => {
    const { hostname, port } = new URL(address);
    return new Promise<Answer>((resolve, reject) => {
      const asking = rawRequest({ hostname, port, path, headers }, (response) => {
        let body = '';
        response.on('data', (data) => {
          body += String(data);
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      asking.on('error', reject);
      asking.end();
    });
  };

  const cookieOf = async (page: Page): Promise<string> => {
    const [cookie] = await page.context().cookies();
    if (cookie === undefined) throw new Error('no cookie');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    return `${cookie.name}=${cookie.value}`;
  };

  test('the document carries the policy and the other headers', async ({ till }) => {
    const response = await till.page.reload();
    const headers = response?.headers() ?? {};
    expect(headers['content-security-policy']).toMatch(
      new RegExp(
        "^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\\w+/]{24}'; " +
          "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; " +
          "frame-ancestors 'none'; require-trusted-types-for 'script'; " +
          'connect-src ws://127\\.0\\.0\\.1:\\d+/__shell/ipc$',
      ),
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const again = await till.page.reload();
    expect(again?.headers()['content-security-policy']).not.toBe(
      headers['content-security-policy'],
    );
  });

  test('a token works once, and a guess not at all', async ({ till, chromium }) => {
    const { address } = till;
    if (address === null) throw new Error('no address');
    const context = await (await chromium()).newContext();
    const page = await context.newPage();
    expect((await page.goto(address))?.status()).toBe(403);
    expect((await page.goto(new URL('/?token=guess', address).href))?.status()).toBe(403);
    expect((await page.goto(new URL('/', address).href))?.status()).toBe(403);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  test('another name, another origin, no cookie: refused', async ({ till }) => {
    const { address } = till;
    if (address === null) throw new Error('no address');
    const cookie = await cookieOf(till.page);
    expect((await ask(address, '/', { cookie })).status).toBe(200);
    const { port } = new URL(address);
    expect((await ask(address, '/', { cookie, host: `localhost:${port}` })).status).toBe(421);
    expect((await ask(address, '/', { cookie, host: `till.example:${port}` })).status).toBe(421);
    expect((await ask(address, '/', { cookie, origin: 'https://example.com' })).status).toBe(403);
    expect((await ask(address, '/', { cookie, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await ask(address, '/')).status).toBe(403);
    expect((await ask(address, '/', { cookie: `${cookie}x` })).status).toBe(403);
  });

  test('no path leads out of the bundle', async ({ till }) => {
    const { address } = till;
    if (address === null) throw new Error('no address');
    const cookie = await cookieOf(till.page);
    for (const path of [
      '/../main/main.js',
      '/..%2fmain%2fmain.js',
      '/%2e%2e/main/main.js',
      '/assets/..%2f..%2fmain%2fmain.js',
      '/..%5cmain%5cmain.js',
      '//etc/passwd',
      '/%00',
    ]) {
      const answer = await ask(address, path, { cookie });
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toMatch(/startShell|root:/);
    }
  });

  test('a page of somebody else can neither frame the till nor call it', async ({
    till,
    chromium,
  }) => {
    const { address } = till;
    if (address === null) throw new Error('no address');
    const { host, origin } = new URL(address);
    const context = await (await chromium()).newContext();
    // As if the cookie had come along all the same.
    const [cookie] = await till.page.context().cookies();
    if (cookie !== undefined) await context.addCookies([{ ...cookie, sameSite: 'None' }]);
    const page = await context.newPage();
    await page.route('http://attacker.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>attacker</p>' }),
    );
    await page.goto('http://attacker.test/');
    const outcome = await page.evaluate(async (target) => {
      const socket = await new Promise((resolve) => {
        const opening = new WebSocket(`ws://${target}/__shell/ipc?page=guess`);
        opening.addEventListener('open', () => resolve('open'));
        opening.addEventListener('error', () => resolve('refused'));
      });
      const read = await fetch(`http://${target}/`, { credentials: 'include' }).then(
        () => 'read',
        () => 'refused',
      );
      const frame = document.createElement('iframe');
      frame.src = `http://${target}/`;
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve);
        document.body.append(frame);
      });
      return { socket, read };
    }, host);
    expect(outcome).toEqual({ socket: 'refused', read: 'refused' });
    for (const frame of page.frames()) {
      if (frame === page.mainFrame()) continue;
      expect(frame.url()).not.toBe(`${origin}/`);
    }
    await context.close();
    expect(await call(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  test('a second page takes the till over, and the first is told', async ({ till }) => {
    const second = await till.page.context().newPage();
    await second.goto(till.page.url());
    await expect(till.page.getByRole('alert').last()).toContainText('otra ventana');
    await expect(call(till.page, 'till.state', {})).rejects.toThrow();
    expect(await call(second, 'till.state', {})).toMatchObject({ ok: true });
  });
});
