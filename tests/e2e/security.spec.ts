import { callBridge, expect, test } from './support/index.ts';

/**
 * The hardening list, tried from the page; `security-outside.spec.ts` tries it from outside. What
 * only Electron has (sandbox, world isolation, permissions) is tried on the shell's own listeners
 * in electron/shell.
 */

/** One after the other on one page: what the first ones tried has changed nothing for the last. */
test('from inside the page nothing leads out', async ({ till }) => {
  await test.step('there is no Node, no electron and nothing but the bridge', async () => {
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

  await test.step('there is no network: not even our own address may be fetched', async () => {
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

  await test.step('text cannot become a script', async () => {
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

  await test.step('an unknown call runs nothing, and a malformed one is named', async () => {
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

  await test.step('a huge and a deep value are refused, and the till goes on', async () => {
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
    expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  await test.step('a new window and a navigation elsewhere are refused', async () => {
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
    expect(await callBridge(till.page, 'till.state', {})).toMatchObject({ ok: true });
  });

  await test.step('nothing of the page outlives it in web storage', async () => {
    const kept = await till.page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      cookies: document.cookie,
    }));
    // The browser shell's own secret, by which a reload comes in again; it ends with the till.
    const local = till.address === null ? 0 : 1;
    expect(kept).toEqual({ local, session: 0, databases: 0, cookies: '' });
  });
});
