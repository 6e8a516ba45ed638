import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CUSTOMER_CHANNEL } from '../../electron/channels.ts';
import { MOST_ITEMS } from '../../shared/contract/basket.ts';
import type {
  CustomerItemState,
  CustomerPhase,
  CustomerSale,
  CustomerView,
} from '../../shared/contract/index.ts';
import { SALE_ASKED } from '../../shared/contract/testing/index.ts';
import mexico from '../../shared/locales/es-MX/customer-screen.json' with { type: 'json' };
import { LANGUAGES } from '../../shared/locales/index.ts';
import { customersAddress, CUSTOMERS_WAY_IN as WAY_IN } from '../support/customers-address.ts';
import {
  type Counter,
  expect,
  hasBiller,
  isInOrder,
  OWNER,
  type Till,
  test,
} from './support/index.ts';

/** The page that faces the customer, in a second window of the browser, while the till is used. */

test.skip(({ shell }) => shell !== 'browser', 'Electron opens it on a display of its own');

const ACCOUNT = '501000000007';

async function customersPage(till: Till): Promise<Page> {
  const file = join(till.profile, WAY_IN);
  await expect.poll(() => customersAddress(till.profile)).not.toBeNull();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const address = customersAddress(till.profile);
  if (address === null) throw new Error('no address in the file');
  const page = await till.page.context().newPage();
  await page.goto(address);
  await page.getByText('Abarrotes Lupita').waitFor();
  return page;
}

/** Shown what no sale at the counter brings about in a minute. */
async function toldCustomersPage(till: Till) {
  const page = await till.page.context().newPage();
  let show = (_view: CustomerView): void => {};
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer();
    show = (view) => socket.send(JSON.stringify({ channel: CUSTOMER_CHANNEL, args: [view] }));
  });
  await expect.poll(() => customersAddress(till.profile)).not.toBeNull();
  await page.goto(String(customersAddress(till.profile)));
  await page.getByText('Abarrotes Lupita').waitFor();
  return { page, show: (view: CustomerView) => show(view) };
}

const mxn = (amount: string) => ({ amount, currency: 'MXN' });

function saleOf(phase: CustomerPhase, states: readonly CustomerItemState[]): CustomerSale {
  const isOpen = phase === 'unknown' || phase === 'stopped' || phase === 'waiting';
  return {
    ...SALE_ASKED,
    environment: 'training',
    items: states.map((state, at) => ({
      number: at + 1,
      billerName: 'CFE - Comisión Federal de Electricidad',
      account: '**** 0007',
      amount: mxn('12549.00'),
      fee: mxn('8.00'),
      due: mxn('12557.00'),
      state,
    })),
    total: mxn('25114.00'),
    received: mxn('26000.00'),
    change: isOpen ? null : mxn('886.00'),
    phase,
    certainAt: phase === 'unknown' ? '2026-03-12T18:31:00Z' : null,
  };
}

/** One payment and two, however they stand; on so small a screen more than two go on above. */
const SALES: Readonly<Record<string, CustomerSale>> = {
  'one asked': saleOf('asked', ['asked']),
  'one waiting': saleOf('waiting', ['waiting']),
  'one paid': saleOf('paid', ['paid']),
  'one not paid': saleOf('not-paid', ['not-paid']),
  'one unknown': saleOf('unknown', ['unknown']),
  'cash handed out': { ...saleOf('paid', ['paid']), isCashOut: true, received: null, change: null },
  'a cash-out unknown': { ...saleOf('unknown', ['unknown']), isCashOut: true, received: null },
  'two asked': saleOf('asked', ['asked', 'asked']),
  'two waiting': saleOf('waiting', ['paid', 'waiting']),
  'two paid': saleOf('paid', ['paid', 'paid']),
  'two of which one was paid': saleOf('partly', ['paid', 'not-paid']),
  'two not paid': saleOf('not-paid', ['not-paid', 'not-paid']),
  'two stopped': saleOf('stopped', ['paid', 'not-sent']),
  'two unknown': saleOf('unknown', ['unknown', 'not-sent']),
};

const shows = (page: Page, ...said: readonly (string | RegExp)[]) =>
  Promise.all(said.map((one) => expect(page.locator('main')).toContainText(one)));

async function upToCash(counter: Counter, account = ACCOUNT): Promise<void> {
  await counter.find('cfe com', /CFE/);
  await counter.type(account);
  await counter.press('Enter');
  await counter.asks(counter.words('pay.amount.fixedTitle'));
  await counter.press('Enter');
}

test.describe('the customer’s screen', () => {
  test.use({ provisioning: { customerScreen: {} }, serviceVersion: 'v3.mx' });

  test('follows a sale from its price to its change, in either language, and forgets it', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const customer = await customersPage(till);
    await shows(customer, mexico['facing.welcome']);
    // The file let one page in.
    await expect.poll(() => existsSync(join(till.profile, WAY_IN))).toBe(false);

    await test.step('its light beside the others, in one row of the smallest screen', async () => {
      const { page } = till;
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1024, height: 768 });
      const lights = page.getByLabel(counter.words('frame.status')).getByRole('button');
      await lights.filter({ hasText: counter.words('look.customer.label') }).waitFor();
      await lights.filter({ hasText: counter.words('recovery.name') }).waitFor();
      const tops = (): Promise<number[]> =>
        lights.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      await expect.poll(async () => new Set(await tops()).size).toBe(1);
      if (size !== null) await page.setViewportSize(size);
    });

    await test.step('what is paid, the total, received, change, paid', async () => {
      await upToCash(counter);
      await counter.asks(counter.words('pay.cash.title'));
      await shows(customer, 'CFE', '**** 0007', '$549.00');
      await counter.type('600');
      await shows(customer, mexico['facing.received'], '$600.00', '$51.00');
      await isInOrder(customer, 'es-MX');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.confirm.title'));
      await counter.press('F12');
      await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'paid');
      await shows(customer, mexico['facing.paid'], '$51.00');
      await isInOrder(customer, 'es-MX');
    });

    await test.step('one key tells this customer in English, and the next in Spanish again', async () => {
      await counter.press('Control+l');
      await shows(customer, 'Your change');
      await isInOrder(customer, 'en');
      await counter.nextCustomer();
      await shows(customer, mexico['facing.welcome']);
      await expect(customer.locator('main')).not.toContainText('CFE');
    });

    await test.step('it reads well from 320 px to a large screen, in light and in dark', async () => {
      await upToCash(counter, '501000000015');
      await counter.asks(counter.words('pay.cash.title'));
      await counter.type('2000');
      await shows(customer, '$2,000.00');
      for (const size of [
        { width: 320, height: 568 },
        { width: 800, height: 480 },
        { width: 1024, height: 768 },
        { width: 1920, height: 1080 },
      ]) {
        await customer.setViewportSize(size);
        for (const colorScheme of ['light', 'dark'] as const) {
          await customer.emulateMedia({ colorScheme });
          await isInOrder(customer, 'es-MX');
          expect(await cutOff(customer)).toEqual([]);
        }
      }
    });

    await test.step('a lock clears it, and the same customer comes back with her cashier', async () => {
      await counter.press('F10');
      await shows(customer, mexico['facing.welcome']);
      await expect(customer.locator('main')).not.toContainText('CFE');
      await counter.page.getByRole('option', { name: OWNER.name }).press('Enter');
      await counter.page.locator('input[type=password]').waitFor();
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await shows(customer, 'CFE', '**** 0015');
      await counter.backHome();
      await shows(customer, mexico['facing.welcome']);
    });

    const everything = await customer.content();
    for (const account of [ACCOUNT, '501000000015']) expect(everything).not.toContain(account);
  });

  test('says of what is not known what the cashier is to say, and of a basket each item', async ({
    counter,
    service,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const customer = await customersPage(till);
    await service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
      { operation: 'transactions', times: 50, fault: { kind: 'look-up-empty' } },
    ]);
    await upToCash(counter);
    await counter.asks(counter.words('pay.cash.title'));
    await counter.press('Insert');
    await counter.asks(counter.words('home.title'));
    // Between two items the basket stays before its customer's eyes.
    await shows(customer, '**** 0007', '$549.00');
    await upToCash(counter, '501000000015');
    await counter.asks(counter.words('basket.cash.title_other'));
    await shows(customer, '**** 0007', '**** 0015');
    await counter.type('5000');
    await counter.press('Enter');
    await counter.asks(counter.words('pay.confirm.title'));
    await counter.press('F12');
    await counter.asks(counter.words('basket.waiting.title'));
    await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'unknown');
    await shows(customer, mexico['facing.item.unknown'], mexico['facing.item.not-sent']);
    await shows(customer, /A más tardar a las \d\d:\d\d le decimos si quedó pagado/);
    await expect(customer.locator('main')).not.toContainText(mexico['facing.change']);
    await isInOrder(customer, 'es-MX');
    await service.setFaults([
      { operation: 'transactions', times: 0, fault: { kind: 'look-up-empty' } },
    ]);
    await expect(async () => {
      await counter.press('F12');
      await expect(customer.getByRole('status')).toHaveAttribute('data-phase', 'paid', {
        timeout: 3_000,
      });
    }).toPass();
    await counter.nextCustomer();
    await shows(customer, mexico['facing.welcome']);
  });

  test('says on a screen of 320 pixels, in each language, all of a sale however it stands', async ({
    till,
  }) => {
    const { page, show } = await toldCustomersPage(till);
    await page.setViewportSize({ width: 320, height: 568 });
    for (const language of LANGUAGES) {
      for (const [name, view] of Object.entries(SALES)) {
        show({ ...view, language });
        await expect(page.getByRole('status')).toHaveAttribute('data-phase', view.phase);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.getByRole('listitem')).toHaveCount(view.items.length);
        await expect
          .poll(() => outOfSight(page), { message: `${name}, ${language}`, timeout: 3_000 })
          .toEqual([]);
        expect(await cutOff(page), `${name}, ${language}`).toEqual([]);
      }
    }
  });

  test('shows the largest basket whole, each item with its amount, on a small screen', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const customer = await customersPage(till);
    await customer.setViewportSize({ width: 1024, height: 600 });
    await hasBiller(till, 37);
    let basketId = '';
    for (let number = 0; number < MOST_ITEMS; number += 1) {
      const order = await till.ask('payments.prepare', {
        kind: 'bill',
        billerId: 37,
        accountNumber: `81123456${10 + number}`,
        nameOnAccount: null,
        amount: { amount: `${100 + number}.00`, currency: 'MXN' },
        balanceId: null,
      });
      const acknowledged = order.warnings.map(({ kind }) => kind);
      const basket = await till.ask('basket.add', { orderId: order.id, acknowledged });
      basketId = basket.id;
    }
    await till.ask('customerScreen.show', { what: 'basket', basketId, cash: null });
    const items = customer.getByRole('listitem');
    await expect(items).toHaveCount(MOST_ITEMS);
    await expect(items.last()).toContainText('$119.00');
    for (const item of [items.first(), items.last(), customer.getByText('$2,190.00')]) {
      await expect(item).toBeInViewport({ ratio: 1 });
    }
    await isInOrder(customer, 'es-MX');
  });

  test('can call nothing, whatever its page tries', async ({ counter, till }) => {
    const customer = await customersPage(till);

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

test('opens and closes with its setting, at once, and the till’s own look with it', async ({
  counter,
  till,
}) => {
  const file = join(till.profile, WAY_IN);
  expect(existsSync(file)).toBe(false);
  await counter.signIn(OWNER.name, OWNER.pin);
  const root = till.page.locator('html');
  const openSettings = async (name: string): Promise<void> => {
    await till.page.getByRole('option', { name, exact: false }).first().press('Enter');
  };
  await counter.press('F7');
  await openSettings('Ajustes');
  await till.page.getByRole('option', { name: /^Colores/ }).press('Enter');
  await counter.asks(counter.words('look.theme'));
  await test.step('a theme and a size of letters are shown before they are kept', async () => {
    await till.page.getByRole('option', { name: /^Oscuro/ }).focus();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await counter.press('Escape');
    await expect(root).toHaveAttribute('data-theme', 'system');
    await till.page.getByRole('option', { name: /^Colores/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Oscuro/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Tamaño de las letras/ }).waitFor();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    const size = () => root.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    const before = await size();
    await till.page.getByRole('option', { name: /^Tamaño de las letras/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Grandes/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Pantalla del cliente/ }).waitFor();
    expect(await size()).toBeCloseTo(before * 1.125, 1);
  });
  await test.step('the window is there once it is wanted, and gone once it is not', async () => {
    await till.page.getByRole('option', { name: /^Pantalla del cliente/ }).press('Enter');
    await till.page.getByRole('option', { name: /^La otra pantalla/ }).press('Enter');
    const customer = await customersPage(till);
    await expect(customer.locator('html')).toHaveAttribute('data-theme', 'dark');
    await till.page.getByRole('button', { name: /Cliente/ }).waitFor();
    await till.page.getByRole('option', { name: /^Pantalla del cliente/ }).press('Enter');
    await till.page.getByRole('option', { name: /^No hay/ }).press('Enter');
    await expect(customer.getByRole('alert')).toBeVisible();
    await expect(till.page.getByRole('button', { name: /Cliente/ })).toHaveCount(0);
  });
});

/** What lies outside the window, or beneath the sums at its end. */
function outOfSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const end = document
      .querySelector('[role="status"]')
      ?.parentElement?.getBoundingClientRect().top;
    return [...document.querySelectorAll('main h1, main h2, main li, main dl, [role="status"]')]
      .filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const lowest = one.matches('li') ? Number(end) : innerHeight;
        return top < -1 || bottom > lowest + 1;
      })
      .map((one) => one.textContent ?? '');
  });
}

/** What of the page's texts is not wholly within the window, or within what holds it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main p, main dt, main dd, main h1, main h2')]
      .filter((one) => one.textContent !== '')
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const isTall = document.documentElement.scrollHeight > window.innerHeight;
        return (
          box.left < 0 ||
          box.right > window.innerWidth + 1 ||
          one.scrollWidth > one.clientWidth + 1 ||
          (!isTall && box.bottom > window.innerHeight + 1)
        );
      })
      .map((one) => one.textContent ?? ''),
  );
}
