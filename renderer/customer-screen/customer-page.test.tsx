import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CustomerSale, CustomerView, Language } from '../../shared/contract/index.ts';
import { UNPAID_SALE } from '../../shared/contract/testing/index.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { getTextFunction, loadTexts } from '../i18n/index.ts';
import { CustomerPage } from './customer-page.tsx';
import { createCustomerTexts } from './customer-texts.ts';

afterEach(cleanup);

const mxn = (amount: string) => ({ amount, currency: 'MXN' });
const SALE: CustomerSale = { ...UNPAID_SALE, received: mxn('600.00'), change: mxn('43.00') };

function page() {
  let listener: (view: unknown) => void = () => {};
  const bridge = {
    onShown: (next: (view: unknown) => void) => {
      listener = next;
      return () => {};
    },
  };
  render(<CustomerPage bridge={bridge} />);
  return { show: (view: CustomerView) => act(() => listener(view)) };
}
const body = (): string => document.body.textContent;

describe('the customer’s page', () => {
  it('shows nothing before it was told anything', () => {
    page();
    expect(body()).toBe('');
  });

  it('shows item, fee, total, received and change, with money as the shop’s country writes it', () => {
    const { show } = page();
    show(SALE);
    for (const said of ['CFE', '**** 0007', 'Comisión $8.00', '$557.00', '$600.00', '$43.00']) {
      expect(body()).toContain(said);
    }
    show({ ...SALE, language: 'en' });
    expect(body()).toContain('Your change');
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
    expect(body()).toContain('$ 15.500');
  });

  it.each([
    ['es-MX', 'phone', 'Teléfono **** 0007'],
    ['es-MX', 'account', 'Cuenta **** 0007'],
    ['es-CO', 'phone', 'Teléfono **** 0007'],
    ['es-CO', 'mobile', 'Celular **** 0007'],
    ['en', 'mobile', 'Phone **** 0007'],
  ] as const)('in %s calls what is a %s so', (language, accountIs, said) => {
    const { show } = page();
    show({ ...SALE, language, items: SALE.items.map((one) => ({ ...one, accountIs })) });
    expect(body()).toContain(said);
  });

  it('takes away everything of a customer who has gone', () => {
    const { show } = page();
    show(SALE);
    const { items: _items, total: _total, ...rest } = SALE;
    show({
      kind: 'idle',
      shopName: rest.shopName,
      environment: 'production',
      language: 'es-MX',
      shopLanguage: 'es-MX',
      shopCurrency: 'MXN',
      theme: 'system',
    });
    expect(body()).toBe('Abarrotes LupitaBienvenidos');
  });

  it.each([
    ['paid', 'Pagado'],
    ['not-paid', 'No se pagó'],
    ['unknown', 'Aún no se sabe'],
    ['waiting', 'Un momento, por favor'],
    ['partly', 'Se pagó una parte'],
    ['stopped', 'Un momento, por favor'],
  ] as const)('says how it stands in a word: %s', (phase, word) => {
    const { show } = page();
    show({ ...SALE, phase });
    expect(screen.getByRole('status').textContent).toContain(word);
    expect(screen.getByRole('status').getAttribute('data-phase')).toBe(phase);
  });

  it.each([
    [{ phase: 'paid', change: mxn('43.00') }, 'No olvide su cambio ni su recibo'],
    [{ phase: 'paid', change: mxn('0.00') }, 'Gracias. No olvide su recibo'],
    [{ phase: 'paid', change: null, isCashOut: true }, 'Confirmado'],
    [{ phase: 'not-paid', change: null, isCashOut: true }, 'No se hizo'],
  ] as const)('speaks of change and payment only where there is one: %o', (changes, said) => {
    const { show } = page();
    show({ ...SALE, ...changes });
    expect(screen.getByRole('status').textContent).toContain(said);
  });

  it('marks practice and tests, and production with nothing', () => {
    const { show } = page();
    show({ ...SALE, environment: 'training' });
    expect(body()).toContain('PRÁCTICA');
    show({ ...SALE, environment: 'sandbox' });
    expect(body()).toContain('PRUEBAS');
    show(SALE);
    expect(body()).not.toMatch(/PRÁCTICA|PRUEBAS/);
  });

  it('tells each item of a basket apart', () => {
    const { show } = page();
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

describe('what is not known', () => {
  const inQuotes = (text: string): string => text.replace(/^[«“"]|[»”"]$/g, '');

  it.each(LANGUAGES)(
    'shows an unknown outcome in the cashier’s words, in %s',
    async (language: Language) => {
      await loadTexts(language);
      const text = getTextFunction(language);
      const words = createCustomerTexts({ ...SALE, language });
      const time = '18:00';
      for (const [ours, tills] of [
        ['facing.unknown.by', 'pay.unknown.tellWords'],
        ['facing.unknown.open', 'pay.unknown.tellOpen'],
        ['facing.unknown.by.out', 'pay.out.tellWords'],
        ['facing.unknown.open.out', 'pay.out.tellOpen'],
      ] as const) {
        expect(words.text(ours, { time })).toBe(inQuotes(text(tills, { time })));
      }
      expect(words.text('facing.unknown')).toBe(text('notice.unknown'));
    },
  );

  it('says until when, on the shop’s clock', () => {
    const { show } = page();
    show({ ...SALE, phase: 'unknown', certainAt: '2026-11-22T18:00:00.000Z' });
    expect(body()).toContain('A más tardar a las 12:00');
  });
});
