import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scanPicture } from '../../../tests/support/scan-screen/index.ts';
import { type Desk, getProblem, openDesk } from './desk.fixture.ts';
import { renderWhatsAppCode } from './whatsapp-code.ts';

const LINK = 'https://wa.me/?text=';
const TEXT = 'Pago realizado\n  Auth: 1569455271\r\n¡Gracias, Núñez & Cía! 100 % #1 + 😀';
const PRODUCTION = { language: 'es-MX', environment: 'production' } as const;

/** The text that WhatsApp receives from the code, read by an independent decoder. */
function readText(png: string): string | null {
  const url = scanPicture(Buffer.from(png, 'base64'), 4);
  if (url === null) return null;
  expect(url.startsWith(LINK)).toBe(true);
  expect(url).toMatch(/^[!-~]+$/);
  return new URL(url).searchParams.get('text');
}

function renderText(ticketText: string): string {
  const code = renderWhatsAppCode({ ticketText }, PRODUCTION);
  if (!code.ok) throw new Error(code.problem.kind);
  return code.value.png;
}

describe('the code of a receipt for WhatsApp', () => {
  it('holds the service’s text unchanged, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        expect(readText(renderText(text))).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it('fits a screen of 1024 by 768 with three pixels for each module, up to its limit', () => {
    const text = 'a'.repeat(1_712);
    const code = renderWhatsAppCode({ ticketText: text }, PRODUCTION);
    if (!code.ok) throw new Error('no code');
    expect(code.value.dots * 3).toBeLessThanOrEqual(440);
    expect(readText(code.value.png)).toBe(text);
    expect(getProblem(renderWhatsAppCode({ ticketText: `${text}a` }, PRODUCTION))).toEqual({
      kind: 'without-paper',
      reason: 'too-long-for-code',
    });
  });

  it('refuses half of a character, which no link can hold', () => {
    expect(getProblem(renderWhatsAppCode({ ticketText: 'a\ud83d' }, PRODUCTION))).not.toBeNull();
  });

  it.each(['training', 'sandbox'] as const)('begins with the mark of a %s', (environment) => {
    const code = renderWhatsAppCode({ ticketText: TEXT }, { ...PRODUCTION, environment });
    const text = code.ok ? readText(code.value.png) : null;
    expect(text).toMatch(/^\*\*\* (PRÁCTICA: SIN VALOR|PRUEBAS: NO ES VÁLIDO) \*\*\*\n\n/);
    expect(text?.endsWith(TEXT)).toBe(true);
  });
});

describe('the offer of a code for WhatsApp', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await openDesk();
  });
  afterEach(async () => await desk.end());

  it('records no code for WhatsApp, and leaves a paper that is not out as it is', async () => {
    desk.jobResults.push({ kind: 'refused', reason: 'paper-out' });
    const payment = await desk.payAndPrint({ ticket_text: TEXT });
    expect(desk.printing.getPaymentTape(payment)?.canShowWhatsAppCode).toBe(true);
    const jobs = desk.listJobs(payment);
    const code = desk.printing.createWhatsAppCode(payment);
    expect(code.ok && readText(code.value.png)).toBe(TEXT);
    expect(desk.listJobs(payment)).toEqual(jobs);
    expect(desk.printing.listUnprintedPapers()).toHaveLength(1);
    expect(desk.printing.getPaymentTape(payment)?.given).toEqual([]);
  });

  it.each([
    ['a gift card', { kind: 'gift-card', ticket_text: 'PIN 1234-5678' }],
    ['a cash-out', { kind: 'cash-out', cash: null, change: null, fee: null }],
    ['a payment without a text', { ticket_text: null }],
  ])('makes no code for %s', async (_what, values) => {
    const payment = await desk.payAndPrint(values);
    expect(desk.printing.getPaymentTape(payment)?.canShowWhatsAppCode).toBe(false);
    expect(getProblem(desk.printing.createWhatsAppCode(payment))).toEqual({
      kind: 'without-paper',
      reason: 'has-to-be-printed',
    });
  });

  it('makes no code for a payment whose outcome is unknown', () => {
    const open = desk.counter.pay({ state: 'unknown', ticket_text: null, authorization: null });
    expect(getProblem(desk.printing.createWhatsAppCode(open))).toMatchObject({
      kind: 'payment-state',
    });
  });
});
