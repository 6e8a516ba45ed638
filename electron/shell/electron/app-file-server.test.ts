import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppFileServer } from './app-file-server.ts';

let outside: string;
let handleRequest: (request: Request) => Promise<Response>;

beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'till-bundle-'));
  const folder = join(outside, 'page');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(outside, 'secret.json'), '{"secret":1}');
  writeFileSync(join(folder, 'index.html'), '<meta nonce="__TILL_NONCE__"><p>__TILL_NONCE__</p>');
  writeFileSync(join(folder, 'assets', 'a.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'ñ.css'), 'p{}');
  writeFileSync(join(folder, 'assets', 'font.woff2'), Buffer.from([0, 255, 1]));
  writeFileSync(join(folder, 'assets', 'a.js.map'), '{"sources":[]}');
  symlinkSync(join(outside, 'secret.json'), join(folder, 'link.json'));
  ({ handleRequest } = createAppFileServer(folder));
});
afterAll(() => rmSync(outside, { recursive: true, force: true }));

const get = (url: string, method = 'GET'): Promise<Response> =>
  handleRequest(new Request(url, { method }));

describe('the app file server', () => {
  it('serves the page with the exact policy and a new nonce for each document', async () => {
    const [first, second] = [await get('app://till/'), await get('app://till/index.html')];
    const html = await first.text();
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
    expect(first.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
        "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(html).not.toContain('__TILL_NONCE__');
    expect(await second.text()).not.toContain(nonce);
    expect(first.headers.get('Cache-Control')).toBe('no-store');
  });

  it.each([
    ['assets/a.js', 'text/javascript; charset=utf-8'],
    ['assets/%C3%B1.css', 'text/css; charset=utf-8'],
    ['assets/font.woff2', 'font/woff2'],
  ])('serves %s as %s', async (path, type) => {
    const response = await get(`app://till/${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('keeps the bytes of a binary file', async () => {
    const response = await get('app://till/assets/font.woff2');
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 1]);
  });

  it.each([
    'app://till/../secret.json',
    'app://till/..%2fsecret.json',
    'app://till/%2e%2e/secret.json',
    'app://till/%2e%2e%2fsecret.json',
    'app://till/assets/..%5c..%5c..%5csecret.json',
    'app://till//etc/passwd',
    'app://till/assets/%00',
    'app://till/%',
    'app://till/assets',
    'app://till/link.json',
    'app://till/assets/a.js.map',
    'app://elsewhere/index.html',
    'app://till.elsewhere/index.html',
    'file:///etc/passwd',
    'http://till/index.html',
  ])('returns 404 for %s', async (url) => {
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });

  it('resolves documentServed once a document and all its files were served', async () => {
    const folder = join(outside, 'page');
    writeFileSync(
      join(folder, 'index.html'),
      '<script src="/assets/a.js"></script><link href="/assets/%C3%B1.css"><link href="data:,">',
    );
    const fileServer = createAppFileServer(folder);
    let isServed = false;
    void fileServer.documentServed.then(() => {
      isServed = true;
    });
    for (const path of ['assets/a.js', '', 'assets/%C3%B1.css', 'assets/font.woff2']) {
      await fileServer.handleRequest(new Request(`app://till/${path}`));
      expect(isServed).toBe(false);
    }
    await fileServer.handleRequest(new Request('app://till/assets/a.js'));
    expect(isServed).toBe(true);
  });

  it('rejects methods other than GET and HEAD', async () => {
    expect((await get('app://till/', 'POST')).status).toBe(405);
    expect(await (await get('app://till/', 'HEAD')).text()).toBe('');
  });

  it('never serves a file outside the folder for any path', async () => {
    const part = fc.constantFrom(
      '..',
      '%2e%2e',
      '/',
      '%2f',
      '\\',
      'secret.json',
      'assets',
      '%00',
      'a.js',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const response = await get(`app://till/${parts.join('')}`);
        expect(await response.text()).not.toContain('secret');
      }),
    );
  });
});
