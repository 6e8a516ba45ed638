import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCustomerScreen } from './support/customer-screen-page.ts';
import { expect, OWNER, test } from './support/index.ts';

/** What the page that faces the customer may call: nothing. */

test.skip(({ shell }) => shell !== 'browser', 'Electron opens it on a display of its own');

test.describe('the customer’s screen', () => {
  test.use({ provisioning: { customerScreen: {} }, serviceVersion: 'v3.mx' });

  test('can call nothing, whatever its page tries', async ({ counter, till }) => {
    const customer = await openCustomerScreen(till);

    await test.step('its bridge has one function, and there is no other', async () => {
      const found = await customer.evaluate(() => {
        const bridge: unknown = Reflect.get(window, 'customerScreen');
        return {
          keys: Object.keys(Object(bridge)),
          isFrozen: Object.isFrozen(bridge),
          others: ['till', 'require', 'process', 'ipcRenderer', 'electron'].filter((name) =>
            Reflect.has(window, name),
          ),
        };
      });
      expect(found).toEqual({ keys: ['onShown'], isFrozen: true, others: [] });
    });

    await test.step('what is written to its own socket is refused, and logged', async () => {
      const answers = await customer.evaluate(async () => {
        const secret = String(localStorage.getItem('mostrador-session'));
        const socket = new WebSocket(`ws://${location.host}/__shell/ipc`, ['mostrador', secret]);
        await new Promise((resolve) => socket.addEventListener('open', resolve));
        const ask = (id: number, name: string, input: object) =>
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
          await ask(1, 'till.state', {}),
          await ask(2, 'staff.names', {}),
          await ask(3, 'customerScreen.show', { what: 'nothing' }),
          await ask(4, 'setup.startTraining', { language: 'en' }),
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
            .map((one) => readFileSync(join(logs, one), 'utf8'))
            .join(''),
        )
        .toContain('"from":"customer-screen"');
    });

    await test.step('its secret opens no door to the till, and the till’s is not before it', async () => {
      const tills = new URL(till.page.url());
      const secrets = await Promise.all(
        [till.page, customer].map((page) =>
          page.evaluate(() => String(localStorage.getItem('mostrador-session'))),
        ),
      );
      expect(new Set(secrets).size).toBe(2);
      const opened = await till.page.evaluate(
        ([host, secret]) =>
          new Promise<boolean>((resolve) => {
            const socket = new WebSocket(`ws://${host}/__shell/ipc`, ['mostrador', String(secret)]);
            socket.addEventListener('open', () => resolve(true));
            socket.addEventListener('error', () => resolve(false));
          }),
        [tills.host, secrets[1]] as const,
      );
      expect(opened).toBe(false);
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
      }, tills.origin);
      expect(policy).toEqual(['refused', 'refused', 'refused', 'refused']);
    });

    await test.step('the till works on', async () => {
      await counter.signIn(OWNER.name, OWNER.pin);
    });
  });
});
