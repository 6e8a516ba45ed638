import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  CustomerScreenSale,
  CustomerScreenView,
  Language,
} from '../../shared/contract/index.ts';
import { UNPAID_SALE } from '../../shared/contract/testing/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { getTextFunction, loadTexts } from '../i18n/index.ts';
import { CustomerScreenPage } from './customer-screen-page.tsx';
import { createCustomerScreenTexts } from './customer-screen-texts.ts';

afterEach(cleanup);

const mxn = (amount: string) => ({ amount, currency: 'MXN' });
const SALE: CustomerScreenSale = { ...UNPAID_SALE, received: mxn('600.00'), change: mxn('43.00') };

function renderPage() {
  let listener: (view: unknown) => void = () => {};
  const bridge = {
    onShown: (next: (view: unknown) => void) => {
      listener = next;
      return () => {};
    },
  };
  render(<CustomerScreenPage bridge={bridge} />);
  return { show: (view: CustomerScreenView) => act(() => listener(view)) };
}
const getPageText = (): string => document.body.textContent;

describe('the customer’s page', () => {
  it('shows nothing before the first view', () => {
    renderPage();
    expect(getPageText()).toBe('');
  });

  it('shows the code of a receipt with what to do, each module in whole pixels', () => {
    const { show } = renderPage();
    const { shopName, environment, language, shopLanguage, shopCurrency, theme } = SALE;
    const view = { shopName, environment, language, shopLanguage, shopCurrency, theme };
    show({ kind: 'receipt-code', ...view, code: { png: 'AAAA', dots: 45 } });
    const image = screen.getByRole('img', { name: 'Código QR de su ticket' });
    expect(Number(image.getAttribute('width')) % 45).toBe(0);
    expect(getPageText()).toContain('se abre WhatsApp con su ticket');
    show(SALE);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('shows item, fee, total, received and change, formatted for the shop’s country', () => {
    const { show } = renderPage();
    show(SALE);
    for (const expectedText of [
      'CFE',
      '**** 0007',
      'Comisión $8.00',
      '$557.00',
      '$600.00',
      '$43.00',
    ]) {
      expect(getPageText()).toContain(expectedText);
    }
    show({ ...SALE, language: 'en' });
    expect(getPageText()).toContain('Your change');
    expect(document.documentElement.lang).toBe('en');
    const cop = (amount: string) => ({ amount, currency: 'COP' });
    show({
      ...SALE,
      language: 'en',
      shopLanguage: 'es-CO',
      shopCurrency: 'COP',
      total: cop('15500'),
      received: null,
      change: null,
    });
    expect(getPageText()).toContain('$ 15.500');
  });

  it.each([
    ['es-MX', 'phone', 'Teléfono **** 0007'],
    ['es-MX', 'account', 'Cuenta **** 0007'],
    ['es-CO', 'phone', 'Teléfono **** 0007'],
    ['es-CO', 'mobile', 'Celular **** 0007'],
    ['en', 'mobile', 'Phone **** 0007'],
  ] as const)('labels the account in %s for the kind %s', (language, accountIs, expectedText) => {
    const { show } = renderPage();
    show({ ...SALE, language, items: SALE.items.map((saleItem) => ({ ...saleItem, accountIs })) });
    expect(getPageText()).toContain(expectedText);
  });

  it('removes all data of the previous customer', () => {
    const { show } = renderPage();
    show(SALE);
    const { items: _items, total: _total, ...saleBase } = SALE;
    show({
      kind: 'idle',
      shopName: saleBase.shopName,
      environment: 'production',
      language: 'es-MX',
      shopLanguage: 'es-MX',
      shopCurrency: 'MXN',
      theme: 'system',
    });
    expect(getPageText()).toBe('Abarrotes LupitaBienvenidos');
  });

  it.each([
    ['paid', 'Pagado'],
    ['not-paid', 'No se pagó'],
    ['unknown', 'Aún no se sabe'],
    ['waiting', 'Un momento, por favor'],
    ['partly', 'Se pagó una parte'],
    ['stopped', 'Un momento, por favor'],
  ] as const)('shows the status of the phase %s', (phase, word) => {
    const { show } = renderPage();
    show({ ...SALE, phase });
    expect(screen.getByRole('status').textContent).toContain(word);
    expect(screen.getByRole('status').getAttribute('data-phase')).toBe(phase);
  });

  it.each([
    [{ phase: 'paid', change: mxn('43.00') }, 'No olvide su cambio ni su ticket'],
    [{ phase: 'paid', change: mxn('0.00') }, 'Gracias. No olvide su ticket'],
    [{ phase: 'paid', change: null, isCashOut: true }, 'Confirmado'],
    [{ phase: 'not-paid', change: null, isCashOut: true }, 'No se hizo'],
  ] as const)('mentions change and payment only if there is one: %o', (changes, expectedText) => {
    const { show } = renderPage();
    show({ ...SALE, ...changes });
    expect(screen.getByRole('status').textContent).toContain(expectedText);
  });

  it('marks training and sandbox, but not production', () => {
    const { show } = renderPage();
    show({ ...SALE, environment: 'training' });
    expect(getPageText()).toContain('PRÁCTICA');
    show({ ...SALE, environment: 'sandbox' });
    expect(getPageText()).toContain('PRUEBAS');
    show(SALE);
    expect(getPageText()).not.toMatch(/PRÁCTICA|PRUEBAS/);
  });

  it('shows the state of each item of a basket', () => {
    const { show } = renderPage();
    const [item] = SALE.items;
    if (item === undefined) throw new Error('no item');
    show({
      ...SALE,
      phase: 'partly',
      items: [
        { ...item, number: 1, state: 'paid' },
        { ...item, number: 2, billerName: 'Telmex', state: 'not-paid' },
        { ...item, number: 3, billerName: 'Telcel', state: 'not-sent' },
      ],
    });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Pagado'),
      expect.stringContaining('No se pagó'),
      expect.stringContaining('Sin enviar'),
    ]);
  });
});

describe('an unknown outcome', () => {
  const stripQuotes = (text: string): string => text.replace(/^[«“"]|[»”"]$/g, '');

  it.each(LANGUAGES)(
    'shows an unknown outcome in the cashier’s words, in %s',
    async (language: Language) => {
      await loadTexts(language);
      const text = getTextFunction(language);
      const texts = createCustomerScreenTexts({ ...SALE, language });
      const time = '18:00';
      for (const [customerKey, tillKey] of [
        ['customerScreen.unknown.by', 'pay.unknown.customerMessageBy'],
        ['customerScreen.unknown.open', 'pay.unknown.customerMessageOpen'],
        ['customerScreen.unknown.by.out', 'pay.cashOut.customerMessageBy'],
        ['customerScreen.unknown.open.out', 'pay.cashOut.customerMessageOpen'],
      ] as const) {
        expect(texts.text(customerKey, { time })).toBe(stripQuotes(text(tillKey, { time })));
      }
      expect(texts.text('customerScreen.unknown')).toBe(text('notice.unknown'));
    },
  );

  it('shows by when the outcome is certain in the shop’s time zone', () => {
    const { show } = renderPage();
    show({ ...SALE, phase: 'unknown', certainAt: '2026-11-22T18:00:00.000Z' });
    expect(getPageText()).toContain('A más tardar a las 12:00');
  });
});
