import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CUSTOMER_SCREEN_CHANNEL } from '../../electron/preload/index.ts';
import { MAX_BASKET_ITEMS } from '../../shared/contract/basket.ts';
import type {
  CustomerScreenItemState,
  CustomerScreenPhase,
  CustomerScreenSale,
  CustomerScreenView,
} from '../../shared/contract/index.ts';
import { UNPAID_SALE } from '../../shared/contract/testing/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import {
  CUSTOMER_SCREEN_FILE,
  readCustomerScreenAddress,
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

/** The layout of the customer screen: its sizes, languages and colours. */

test.skip(
  ({ shell }) => shell !== 'browser',
  'Electron opens the customer screen on its own display',
);

/** Opens a customer page that shows views which no sale at the counter produces in a minute. */
async function openScriptedPage(till: Till) {
  const page = await till.page.context().newPage();
  let show = (_view: CustomerScreenView): void => {};
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer();
    show = (view) =>
      socket.send(JSON.stringify({ channel: CUSTOMER_SCREEN_CHANNEL, args: [view] }));
  });
  await expect.poll(() => readCustomerScreenAddress(till.profile)).not.toBeNull();
  await page.goto(String(readCustomerScreenAddress(till.profile)));
  await page.getByText('Abarrotes Lupita').waitFor();
  return { page, show: (view: CustomerScreenView) => show(view) };
}

const mxn = (amount: string) => ({ amount, currency: 'MXN' });

function createSale(
  phase: CustomerScreenPhase,
  states: readonly CustomerScreenItemState[],
): CustomerScreenSale {
  const isOpen = phase === 'unknown' || phase === 'stopped' || phase === 'waiting';
  return {
    ...UNPAID_SALE,
    environment: 'training',
    items: states.map((state, index) => ({
      number: index + 1,
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

/** One and two payments in every state; on so small a screen more than two scroll. */
const SALES: Readonly<Record<string, CustomerScreenSale>> = {
  'one asked': createSale('asked', ['asked']),
  'one waiting': createSale('waiting', ['waiting']),
  'one paid': createSale('paid', ['paid']),
  'one not paid': createSale('not-paid', ['not-paid']),
  'one unknown': createSale('unknown', ['unknown']),
  'cash handed out': {
    ...createSale('paid', ['paid']),
    isCashOut: true,
    received: null,
    change: null,
  },
  'a cash-out unknown': { ...createSale('unknown', ['unknown']), isCashOut: true, received: null },
  'two asked': createSale('asked', ['asked', 'asked']),
  'two waiting': createSale('waiting', ['paid', 'waiting']),
  'two paid': createSale('paid', ['paid', 'paid']),
  'two of which one was paid': createSale('partly', ['paid', 'not-paid']),
  'two not paid': createSale('not-paid', ['not-paid', 'not-paid']),
  'two stopped': createSale('stopped', ['paid', 'not-sent']),
  'two unknown': createSale('unknown', ['unknown', 'not-sent']),
};

/** Lists the rows that an edge cuts without a fade. */
function listCutRows(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const list = document.querySelector('ul');
    const scrollBox = list?.parentElement;
    const fade = document.querySelector('[data-goes-on]');
    const footer = fade?.parentElement;
    if (!scrollBox || !fade || !footer) return ['there is no list'];
    const edges = [scrollBox.getBoundingClientRect().bottom, footer.getBoundingClientRect().top];
    const fadeStyle = getComputedStyle(fade);
    const hasFade =
      Number.parseFloat(getComputedStyle(scrollBox).getPropertyValue('--cut-end')) > 0 ||
      (fadeStyle.display !== 'none' && Number(fadeStyle.opacity) > 0.2);
    return [...document.querySelectorAll('li')].flatMap((row, index) => {
      const { top, bottom } = row.getBoundingClientRect();
      const isCut = edges.some((edge) => top < edge - 1 && bottom > edge + 1);
      return isCut && !hasFade ? [`row ${index + 1}`] : [];
    });
  });
}

test.describe('customer screen', () => {
  test.use({ provisioning: { customerScreen: {} }, serviceVersion: 'v3.mx' });

  test('shows every state of a sale completely at 320 pixels in each language, and no row cut off', async ({
    till,
  }) => {
    const { page, show } = await openScriptedPage(till);
    await test.step('every state', async () => {
      await page.setViewportSize({ width: 320, height: 568 });
      for (const language of LANGUAGES) {
        for (const [name, view] of Object.entries(SALES)) {
          show({ ...view, language });
          await expect(page.getByRole('status')).toHaveAttribute('data-phase', view.phase);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expect(page.getByRole('listitem')).toHaveCount(view.items.length);
          await expect
            .poll(() => listHiddenTexts(page), { message: `${name}, ${language}`, timeout: 3_000 })
            .toEqual([]);
          expect(await findClippedTexts(page), `${name}, ${language}`).toEqual([]);
        }
      }
    });
    await test.step('each row completely or faded', async () => {
      for (const size of [
        { width: 1024, height: 600 },
        { width: 320, height: 568 },
      ]) {
        await page.setViewportSize(size);
        for (const count of [3, 4, 5, 8, 12]) {
          for (const phase of ['asked', 'paid'] as const) {
            show(createSale(phase, new Array(count).fill(phase)));
            await expect(page.getByRole('status')).toHaveAttribute('data-phase', phase);
            await expect(page.getByRole('listitem')).toHaveCount(count);
            await expect
              .poll(() => listCutRows(page), { message: `${count} ${phase}, ${size.width}` })
              .toEqual([]);
          }
        }
      }
      await page.setViewportSize({ width: 1024, height: 600 });
      const saleOfFour = createSale('paid', ['paid', 'paid', 'paid', 'paid']);
      const shortItems = saleOfFour.items.map((item) => ({
        ...item,
        billerName: 'Telcel',
        fee: null,
      }));
      show({ ...saleOfFour, items: shortItems.map((item) => ({ ...item, amount: item.due })) });
      await expect(page.getByRole('listitem').last()).toContainText('Telcel');
      for (const row of [0, 1, 2, 3]) {
        await expect(page.getByRole('listitem').nth(row)).toBeInViewport({ ratio: 1 });
      }
    });
  });

  test('shows all items and amounts of the largest basket on a small screen', async ({
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

test("opens and closes with its setting at once and uses the till's theme", async ({
  counter,
  till,
}) => {
  const file = join(till.profile, CUSTOMER_SCREEN_FILE);
  expect(existsSync(file)).toBe(false);
  await counter.signIn(OWNER.name, OWNER.pin);
  const root = till.page.locator('html');
  const openSettings = async (name: string): Promise<void> => {
    await till.page.getByRole('option', { name, exact: false }).first().press('Enter');
  };
  await counter.press('F7');
  await openSettings('Ajustes');
  await till.page.getByRole('option', { name: /^Colores/ }).press('Enter');
  await counter.expectQuestion(counter.getText('settings.theme'));
  await test.step('previews a theme and a text size before they are saved', async () => {
    await till.page.getByRole('option', { name: /^Oscuro/ }).focus();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await counter.press('Escape');
    await expect(root).toHaveAttribute('data-theme', 'system');
    await till.page.getByRole('option', { name: /^Colores/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Oscuro/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Tamaño de las letras/ }).waitFor();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    const getFontSize = () =>
      root.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const initialFontSize = await getFontSize();
    await till.page.getByRole('option', { name: /^Tamaño de las letras/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Grandes/ }).press('Enter');
    await till.page.getByRole('option', { name: /^Pantalla del cliente/ }).waitFor();
    await expect.poll(getFontSize).toBeCloseTo(initialFontSize * 1.125, 1);
  });
  await test.step('opens the window when it is turned on and closes it when it is turned off', async () => {
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

/** Lists the texts outside the window or beneath the totals at its end. */
function listHiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const footerTop = document
      .querySelector('[role="status"]')
      ?.parentElement?.getBoundingClientRect().top;
    return [...document.querySelectorAll('main h1, main h2, main li, main dl, [role="status"]')]
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const limit = element.matches('li') ? Number(footerTop) : innerHeight;
        return top < -1 || bottom > limit + 1;
      })
      .map((element) => element.textContent ?? '');
  });
}
