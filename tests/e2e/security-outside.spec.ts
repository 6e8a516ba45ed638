import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as rawRequest } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { writeRedirectFile } from '../../electron/shell/browser/open-address.ts';
import { callBridge, expect, test } from './support/index.ts';

/** Access to the till from outside its page: other programs, pages and ports of the machine. */

test.describe('access from outside the page on the browser shell', () => {
  test.skip(({ shell }) => shell !== 'browser', 'Electron opens no port');

  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: string;
  }

  /** Sends exactly this path and these headers, without normalization. */
  const sendRequest = (address: string, path: string, headers: Record<string, string> = {}) => {
    const { hostname, port } = new URL(address);
    return new Promise<Answer>((resolve, reject) => {
      const request = rawRequest({ hostname, port, path, headers }, (response) => {
        let body = '';
        response.on('data', (data) => {
          body += String(data);
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      request.on('error', reject);
      request.end();
    });
  };

  const readSecret = async (page: Page): Promise<string> =>
    String(await page.evaluate(() => localStorage.getItem('mostrador-session')));

  /** All steps use one till: no earlier attempt may help a later one. */
  test('admits one page at a time and nothing else', async ({ till, chromium }) => {
    await test.step('sends the policy and the other headers with the document', async () => {
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
      const secondResponse = await till.page.reload();
      expect(secondResponse?.headers()['content-security-policy']).not.toBe(
        headers['content-security-policy'],
      );
    });

    await test.step('accepts a token once and no guessed token', async () => {
      const { address } = till;
      if (address === null) throw new Error('no address');
      expect(new URL(till.page.url()).search).toBe('');
      const context = await (await chromium()).newContext();
      const page = await context.newPage();
      for (const url of [address, new URL('/?token=guess', address).href, new URL('/', address)]) {
        await page.goto(String(url));
        await expect(page.getByRole('alert').last()).toContainText('ya se usó');
        await expect(callBridge(page, 'till.state', {})).rejects.toThrow();
      }
      expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
      await context.close();
      expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
    });

    await test.step('sends no secret to other ports of this machine', async () => {
      const { address } = till;
      if (address === null) throw new Error('no address');
      const received: string[] = [];
      const otherServer = createServer((incoming, outgoing) => {
        received.push(JSON.stringify([incoming.url, incoming.headers]));
        outgoing.setHeader('Content-Type', 'text/html');
        outgoing.end('<p>another program of this machine</p>');
      });
      await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
      const { port } = Object(otherServer.address());
      const secret = await readSecret(till.page);
      expect(secret).toMatch(/^[\w-]{43}$/);
      const page = await till.page.context().newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      expect(await readSecret(page)).toBe('null');
      expect(received.length).toBeGreaterThan(0);
      for (const request of received) {
        expect(request).not.toContain('cookie');
        expect(request).not.toContain(secret);
      }
      expect(await till.page.context().cookies()).toEqual([]);
      // A program on that port can do nothing with what it receives.
      const { host } = new URL(address);
      const outcome = await page.evaluate(
        (target) =>
          new Promise((resolve) => {
            const webSocket = new WebSocket(`ws://${target}/__shell/ipc`, ['mostrador']);
            webSocket.addEventListener('open', () => resolve('open'));
            webSocket.addEventListener('error', () => resolve('refused'));
          }),
        host,
      );
      expect(outcome).toBe('refused');
      await page.close();
      otherServer.closeAllConnections();
      otherServer.close();
      expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
    });

    await test.step('rejects another host name, another origin and a frame', async () => {
      const { address } = till;
      if (address === null) throw new Error('no address');
      expect((await sendRequest(address, '/')).status).toBe(200);
      const { port } = new URL(address);
      expect((await sendRequest(address, '/', { host: `localhost:${port}` })).status).toBe(421);
      expect((await sendRequest(address, '/', { host: `till.example:${port}` })).status).toBe(421);
      expect((await sendRequest(address, '/', { origin: 'https://example.com' })).status).toBe(403);
      expect((await sendRequest(address, '/', { 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    });

    await test.step('serves no path outside the bundle', async () => {
      const { address } = till;
      if (address === null) throw new Error('no address');
      for (const path of [
        '/../main/main.js',
        '/..%2fmain%2fmain.js',
        '/%2e%2e/main/main.js',
        '/assets/..%2f..%2fmain%2fmain.js',
        '/..%5cmain%5cmain.js',
        '//etc/passwd',
        '/%00',
      ]) {
        const answer = await sendRequest(address, path);
        expect(answer.status, path).toBeGreaterThanOrEqual(400);
        expect(answer.body).not.toMatch(/startShell|root:/);
      }
    });

    await test.step('lets no foreign page frame or call the till', async () => {
      const { address } = till;
      if (address === null) throw new Error('no address');
      const { host, origin } = new URL(address);
      const context = await (await chromium()).newContext();
      // Assumes that the page knows the secret.
      const secret = await readSecret(till.page);
      const page = await context.newPage();
      await page.route('http://attacker.test/', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<p>attacker</p>' }),
      );
      await page.goto('http://attacker.test/');
      const outcome = await page.evaluate(
        async ([target, stolen]) => {
          const socket = await new Promise((resolve) => {
            const webSocket = new WebSocket(`ws://${target}/__shell/ipc`, ['mostrador', stolen]);
            webSocket.addEventListener('open', () => resolve('open'));
            webSocket.addEventListener('error', () => resolve('refused'));
          });
          const fetchResult = await fetch(`http://${target}/`, { credentials: 'include' }).then(
            () => 'read',
            () => 'refused',
          );
          const frame = document.createElement('iframe');
          frame.src = `http://${target}/`;
          await new Promise((resolve) => {
            frame.addEventListener('load', resolve);
            document.body.append(frame);
          });
          return { socket, read: fetchResult };
        },
        [host, secret] as const,
      );
      expect(outcome).toEqual({ socket: 'refused', read: 'refused' });
      for (const frame of page.frames()) {
        if (frame === page.mainFrame()) continue;
        expect(frame.url()).not.toBe(`${origin}/`);
      }
      await context.close();
      expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
    });

    await test.step('lets a second page take over and tells the first', async () => {
      const second = await till.page.context().newPage();
      await second.goto(till.page.url());
      await expect(till.page.getByRole('alert').last()).toContainText('otra ventana');
      await expect(callBridge(till.page, 'till.state', {})).rejects.toThrow();
      expect(await callBridge(second, 'till.state', {})).toMatchObject({ ok: true });
    });

    await test.step('opens the till with the redirect file', async () => {
      const { address } = till;
      if (address === null) throw new Error('no address');
      const { port, secret } = JSON.parse(
        readFileSync(join(till.profile, 'instance.json'), 'utf8'),
      );
      const redirectResponse = await fetch(`http://127.0.0.1:${port}/__shell/again`, {
        method: 'POST',
        headers: { 'x-till-secret': secret },
      });
      const file = writeRedirectFile(await redirectResponse.text(), till.profile);
      const context = await (await chromium()).newContext();
      const page = await context.newPage();
      await page.goto(pathToFileURL(file).href);
      await page.waitForURL(new URL('/', address).href);
      await expect(page.getByRole('listbox')).toBeVisible();
      expect(await callBridge(page, 'till.state', {})).toMatchObject({ ok: true });
      await page.reload();
      await expect.poll(() => callBridge(page, 'till.state', {})).toMatchObject({ ok: true });
      await context.close();
      expect(existsSync(file)).toBe(false);
    });
  });
});
