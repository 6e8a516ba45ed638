import { callBridge, expect, test } from './support/index.ts';

/**
 * Tests the hardening list from the page; `security-outside.spec.ts` tests it from outside.
 * Electron's own measures (sandbox, world isolation, permissions) are tested on the shell's
 * listeners in electron/shell.
 */

/** All steps use one page: no earlier attempt may help a later one. */
test('gives the page no access except the bridge', async ({ till }) => {
  await test.step('exposes no Node, no Electron and nothing except the bridge', async () => {
    const exposedNames = await till.page.evaluate(() =>
      ['require', 'process', 'Buffer', 'module', 'electron', 'ipcRenderer', 'global'].filter(
        (name) => Reflect.has(window, name),
      ),
    );
    expect(exposedNames).toEqual([]);
    const bridge = await till.page.evaluate(() => {
      const value: unknown = Reflect.get(window, 'till');
      return { keys: Object.keys(Object(value)).sort(), isFrozen: Object.isFrozen(value) };
    });
    expect(bridge).toEqual({ keys: ['call', 'on'], isFrozen: true });
  });

  await test.step("blocks the network, even the till's own address", async () => {
    const outcome = await till.page.evaluate(async () => {
      const attempt = (work: () => Promise<unknown>) =>
        work().then(
          () => 'through',
          () => 'refused',
        );
      const load = (createElement: (url: string) => HTMLElement, url: string) =>
        new Promise((resolve, reject) => {
          const element = createElement(url);
          element.addEventListener('load', resolve);
          element.addEventListener('error', reject);
          document.body.append(element);
        });
      const createImage = (url: string) => Object.assign(new Image(), { src: url });
      const createFrame = (url: string) =>
        Object.assign(document.createElement('iframe'), { src: url, hidden: true });
      return {
        ownPage: await attempt(() => fetch('/')),
        elsewhere: await attempt(() => fetch('https://example.com/')),
        beacon: navigator.sendBeacon('https://example.com/', 'x') ? 'queued' : 'refused',
        image: await attempt(() => load(createImage, 'https://example.com/a.png')),
        socket: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket('wss://example.com/');
              socket.addEventListener('open', resolve);
              socket.addEventListener('error', reject);
            }),
        ),
        // A blocked frame loads an error page, so the content decides.
        frame: await attempt(() => load(createFrame, `${location.origin}/`)).then(() => {
          const frameWindow = document.querySelector('iframe')?.contentWindow;
          try {
            return Reflect.has(Object(frameWindow), 'till') ? 'bridge' : 'no bridge';
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

  await test.step('turns no text into a script', async () => {
    const outcome = await till.page.evaluate(async () => {
      const isRefused = (work: () => unknown): boolean => {
        try {
          work();
          return false;
        } catch {
          return true;
        }
      };
      const build: unknown = Reflect.get(window, 'Function');
      // The policy does not apply to what a test evaluates, but to what runs later.
      await new Promise((resolve) => setTimeout(resolve));
      return {
        markup: isRefused(() => {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
        }),
        address: isRefused(() => {
          document.createElement('script').src = 'https://example.com/x.js';
        }),
        code: isRefused(() => Reflect.construct(Object(build), ['return 1'])),
      };
    });
    expect(outcome).toEqual({ markup: true, address: true, code: true });
  });

  await test.step('rejects an unknown call and names a malformed input', async () => {
    for (const name of ['till.shutDown', '__proto__', '', 'constructor']) {
      await expect(callBridge(till.page, name, {})).rejects.toThrow();
    }
    expect(await callBridge(till.page, 'till.state', { deep: true })).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', field: 'deep' },
    });
    expect(
      await callBridge(till.page, 'staff.signIn', { cashierId: ['ana'], pin: '1234' }),
    ).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', field: 'cashierId' },
    });
    expect(await callBridge(till.page, 'payments.unresolved', {})).toEqual({
      ok: false,
      problem: { kind: 'not-signed-in' },
    });
    expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  await test.step('rejects a huge and a deep value and continues', async () => {
    const answers = await till.page.evaluate(async () => {
      const bridge: unknown = Reflect.get(window, 'till');
      const call: unknown = Reflect.get(Object(bridge), 'call');
      if (typeof call !== 'function') throw new Error('no bridge');
      let deep: unknown = 1;
      for (let level = 0; level < 500; level += 1) deep = [deep];
      return await Promise.all([
        call('setup.checkFile', { text: 'x'.repeat(4_500_000) }),
        call('payments.get', { paymentId: deep }),
        call(
          'payments.get',
          Array.from({ length: 150_000 }, () => 0),
        ),
      ]);
    });
    for (const answer of answers) expect(answer).toMatchObject({ ok: false });
    expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  await test.step('blocks a new window and a navigation elsewhere', async () => {
    const initialUrl = till.page.url();
    const openedUrls: unknown[] = [];
    till.page.context().on('page', (page) => openedUrls.push(page.url()));
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
    // An allowed navigation would have started by now.
    await till.page.waitForTimeout(300);
    expect(till.page.url()).toBe(initialUrl);
    expect(openedUrls).toEqual([]);
    expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  await test.step('leaves nothing of the page in web storage', async () => {
    const storedData = await till.page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      cookies: document.cookie,
    }));
    // The browser shell's secret for a reload; it expires with the till.
    const local = till.address === null ? 0 : 1;
    expect(storedData).toEqual({ local, session: 0, databases: 0, cookies: '' });
  });
});
