import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCustomerScreen } from './support/customer-screen-page.ts';
import { expect, OWNER, test } from './support/index.ts';

/** The customer screen may call nothing. */

test.skip(
  ({ shell }) => shell !== 'browser',
  'Electron opens the customer screen on its own display',
);

test.describe('customer screen', () => {
  test.use({ provisioning: { customerScreen: {} }, serviceVersion: 'v3.mx' });

  test('can call nothing from its page', async ({ counter, till }) => {
    const customer = await openCustomerScreen(till);

    await test.step('exposes one bridge function and nothing else', async () => {
      const bridgeState = await customer.evaluate(() => {
        const bridge: unknown = Reflect.get(window, 'customerScreen');
        return {
          keys: Object.keys(Object(bridge)),
          isFrozen: Object.isFrozen(bridge),
          others: ['till', 'require', 'process', 'ipcRenderer', 'electron'].filter((name) =>
            Reflect.has(window, name),
          ),
        };
      });
      expect(bridgeState).toEqual({ keys: ['onShown'], isFrozen: true, others: [] });
    });

    await test.step('rejects and logs messages on its own socket', async () => {
      const answers = await customer.evaluate(async () => {
        const secret = String(localStorage.getItem('mostrador-session'));
        const socket = new WebSocket(`ws://${location.host}/__shell/ipc`, ['mostrador', secret]);
        await new Promise((resolve) => socket.addEventListener('open', resolve));
        const sendCall = (id: number, name: string, input: object) =>
          new Promise<string>((resolve) => {
            const listen = ({ data }: MessageEvent): void => {
              if (JSON.parse(String(data)).id !== id) return;
              socket.removeEventListener('message', listen);
              resolve(String(data));
            };
            socket.addEventListener('message', listen);
            socket.send(JSON.stringify({ id, channel: 'call', args: [{ name, input }] }));
          });
        return [
          await sendCall(1, 'till.state', {}),
          await sendCall(2, 'staff.names', {}),
          await sendCall(3, 'customerScreen.show', { what: 'nothing' }),
          await sendCall(4, 'setup.startTraining', { language: 'en' }),
        ];
      });
      for (const answer of answers) {
        expect(answer).toContain('refused');
        expect(answer).not.toContain('value');
      }
      const logs = join(till.profile, 'logs');
      await expect
        .poll(() =>
          readdirSync(logs)
            .map((name) => readFileSync(join(logs, name), 'utf8'))
            .join(''),
        )
        .toContain('"from":"customer-screen"');
    });

    await test.step('gives no access to the till with its secret', async () => {
      const tillUrl = new URL(till.page.url());
      const secrets = await Promise.all(
        [till.page, customer].map((page) =>
          page.evaluate(() => String(localStorage.getItem('mostrador-session'))),
        ),
      );
      expect(new Set(secrets).size).toBe(2);
      const isOpened = await till.page.evaluate(
        ([host, secret]) =>
          new Promise<boolean>((resolve) => {
            const socket = new WebSocket(`ws://${host}/__shell/ipc`, ['mostrador', String(secret)]);
            socket.addEventListener('open', () => resolve(true));
            socket.addEventListener('error', () => resolve(false));
          }),
        [tillUrl.host, secrets[1]] as const,
      );
      expect(isOpened).toBe(false);
      const policy = await customer.evaluate(async (address) => {
        const attempt = (work: () => Promise<unknown>) =>
          work().then(
            () => 'through',
            () => 'refused',
          );
        return [
          await attempt(() => fetch('/')),
          await attempt(() => fetch(address)),
          await attempt(() => fetch('https://example.com/')),
          window.open(address) === null ? 'refused' : 'through',
        ];
      }, tillUrl.origin);
      expect(policy).toEqual(['refused', 'refused', 'refused', 'refused']);
    });

    await test.step('keeps the till working', async () => {
      await counter.signIn(OWNER.name, OWNER.pin);
    });
  });
});
