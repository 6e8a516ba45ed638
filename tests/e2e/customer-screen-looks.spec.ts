import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CUSTOMER_CHANNEL } from '../../electron/preload/index.ts';
import { MAX_BASKET_ITEMS } from '../../shared/contract/basket.ts';
import type {
  CustomerItemState,
  CustomerPhase,
  CustomerSale,
  CustomerView,
} from '../../shared/contract/index.ts';
import { UNPAID_SALE } from '../../shared/contract/testing/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import {
  readCustomerScreenAddress,
  CUSTOMER_SCREEN_FILE as WAY_IN,
} from '../support/customer-screen-address.ts';
import { findClippedTexts, openCustomerScreen } from './support/customer-screen-page.ts';
import {
  expect,
  expectScreenInOrder,
  OWNER,
  type Till,
  test,
  waitForBiller,
} from './support/index.ts';

/** How the page that faces the customer looks: its sizes, its languages, its colours. */

test.skip(({ shell }) => shell !== 'browser', 'Electron opens it on a display of its own');

/** Shown what no sale at the counter brings about in a minute. */
async function toldCustomersPage(till: Till) {
  const page = await till.page.context().newPage();
  let show = (_view: CustomerView): void => {};
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer();
    show = (view) => socket.send(JSON.stringify({ channel: CUSTOMER_CHANNEL, args: [view] }));
  });
  await expect.poll(() => readCustomerScreenAddress(till.profile)).not.toBeNull();
  await page.goto(String(readCustomerScreenAddress(till.profile)));
  await page.getByText('Abarrotes Lupita').waitFor();
  return { page, show: (view: CustomerView) => show(view) };
}

const mxn = (amount: string) => ({ amount, currency: 'MXN' });

function saleOf(phase: CustomerPhase, states: readonly CustomerItemState[]): CustomerSale {
  const isOpen = phase === 'unknown' || phase === 'stopped' || phase === 'waiting';
  return {
    ...UNPAID_SALE,
    environment: 'training',
    items: states.map((state, at) => ({
      number: at + 1,
      billerName: 'CFE - Comisión Federal de Electricidad',
      account: '**** 0007',
      accountIs: 'account',
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

/** The rows that an edge cuts where nothing fades. */
function cutRows(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const list = document.querySelector('ul');
    const reel = list?.parentElement;
    const fade = document.querySelector('[data-goes-on]');
    const foot = fade?.parentElement;
    if (!reel || !fade || !foot) return ['there is no list'];
    const edges = [reel.getBoundingClientRect().bottom, foot.getBoundingClientRect().top];
    const drawn = getComputedStyle(fade);
    const fades =
      Number.parseFloat(getComputedStyle(reel).getPropertyValue('--cut-end')) > 0 ||
      (drawn.display !== 'none' && Number(drawn.opacity) > 0.2);
    return [...document.querySelectorAll('li')].flatMap((row, at) => {
      const { top, bottom } = row.getBoundingClientRect();
      const isCut = edges.some((edge) => top < edge - 1 && bottom > edge + 1);
      return isCut && !fades ? [`row ${at + 1}`] : [];
    });
  });
}

test.describe('the customer’s screen', () => {
  test.use({ provisioning: { customerScreen: {} }, serviceVersion: 'v3.mx' });

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
        expect(await findClippedTexts(page), `${name}, ${language}`).toEqual([]);
      }
    }
  });

  test('cuts no row through its letters: it stands whole, or fades', async ({ till }) => {
    const { page, show } = await toldCustomersPage(till);
    for (const size of [
      { width: 1024, height: 600 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size);
      for (const count of [3, 4, 5, 8, 12]) {
        for (const phase of ['asked', 'paid'] as const) {
          show(saleOf(phase, new Array(count).fill(phase)));
          await expect(page.getByRole('status')).toHaveAttribute('data-phase', phase);
          await expect(page.getByRole('listitem')).toHaveCount(count);
          await expect
            .poll(() => cutRows(page), { message: `${count} ${phase}, ${size.width}` })
            .toEqual([]);
        }
      }
    }
    await page.setViewportSize({ width: 1024, height: 600 });
    const four = saleOf('paid', ['paid', 'paid', 'paid', 'paid']);
    const short = four.items.map((one) => ({ ...one, billerName: 'Telcel', fee: null }));
    show({ ...four, items: short.map((one) => ({ ...one, amount: one.due })) });
    await expect(page.getByRole('listitem').last()).toContainText('Telcel');
    for (const row of [0, 1, 2, 3]) {
      await expect(page.getByRole('listitem').nth(row)).toBeInViewport({ ratio: 1 });
    }
  });

  test('shows the largest basket whole, each item with its amount, on a small screen', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    const customer = await openCustomerScreen(till);
    await customer.setViewportSize({ width: 1024, height: 600 });
    await waitForBiller(till, 37);
    let basketId = '';
    for (let number = 0; number < MAX_BASKET_ITEMS; number += 1) {
      const order = await till.callTill('payments.prepare', {
        kind: 'bill',
        billerId: 37,
        accountNumber: `81123456${10 + number}`,
        nameOnAccount: null,
        amount: { amount: `${100 + number}.00`, currency: 'MXN' },
        balanceId: null,
      });
      const acknowledged = order.warnings.map(({ kind }) => kind);
      const basket = await till.callTill('basket.add', { orderId: order.id, acknowledged });
      basketId = basket.id;
    }
    await till.callTill('customerScreen.show', { what: 'basket', basketId, cash: null });
    const items = customer.getByRole('listitem');
    await expect(items).toHaveCount(MAX_BASKET_ITEMS);
    await expect(items.last()).toContainText('$119.00');
    for (const item of [items.first(), items.last(), customer.getByText('$2,190.00')]) {
      await expect(item).toBeInViewport({ ratio: 1 });
    }
    await expectScreenInOrder(customer, 'es-MX');
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
  await counter.expectQuestion(counter.getText('look.theme'));
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
    const customer = await openCustomerScreen(till);
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
