import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scanPicture } from '../../../tests/support/scan-screen/index.ts';
import { createVirtualClock } from '../../platform/index.ts';
import { renderScreenQr } from '../codes/index.ts';
import { buildReceiptCodeLines, readReceiptFacts } from '../papers/index.ts';
import { type Counter, LONG_TIMINGS, openCounter, PAID_AT } from '../printing.fixture.ts';
import { listPaymentPrintJobs } from '../queue/index.ts';
import { encodePng } from '../tape/index.ts';
import type { Printing } from '../types.ts';

const ANA = { id: 'ana', name: 'Ana' };

let counter: Counter;
let printing: Printing;

beforeEach(async () => {
  counter = await openCounter();
  printing = counter.open(LONG_TIMINGS, createVirtualClock(Date.parse(PAID_AT)), {
    readStatus: async () => ({ kind: 'ready', isPaperLow: false }),
    print: async (_, onLeaving) => {
      onLeaving();
      return { kind: 'printed', isPaperLow: false };
    },
  });
});
afterEach(async () => await counter.end());

/** Records a payment and prints its original; returns the payment's id. */
async function payAndPrint(): Promise<string> {
  const payment = counter.pay();
  await counter.print(printing, payment);
  return payment;
}

describe('the QR code of a receipt on the screen', () => {
  it('has the facts of the receipt, and never the full account number', async () => {
    const payment = await payAndPrint();
    const result = await printing.deliverReceiptWithoutPaper(payment, 'code', ANA, null);
    if (!result.ok || result.value.kind !== 'code') throw new Error('no code');
    const { png, dots, lines } = result.value;
    const externalId = readReceiptFacts(counter.database, payment)?.externalId;
    expect(lines).toEqual([
      'Abarrotes Núñez',
      'Comisión Federal de Electricidad',
      'Cuenta: **** 0007',
      'Total: $559.00 MXN',
      'Autorización: 48586',
      '15/01/2026 10:42:07',
      `Referencia: ${externalId}`,
    ]);
    expect(scanPicture(Buffer.from(png, 'base64'), 4)).toBe(lines.join('\n'));
    expect(lines.join('\n')).not.toContain('501000000007');
    // On a screen of 1024 by 768 each module has at least five pixels.
    expect(dots * 5).toBeLessThanOrEqual(420);
    const jobs = listPaymentPrintJobs(counter.database, payment);
    expect(jobs.filter(({ kind }) => kind === 'code').map(({ state }) => state)).toEqual([
      'printed',
    ]);
  });

  it('renders a QR code of a receipt that an independent decoder can read, for any names', () => {
    const facts = readReceiptFacts(counter.database, counter.pay());
    if (facts === null) throw new Error('no facts');
    const settings = counter.settings.now;
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
        fc.constantFrom('es-MX', 'es-CO', 'en'),
        fc.constantFrom('production', 'training', 'sandbox'),
        (billerName, name, language, environment) => {
          const lines = buildReceiptCodeLines(
            { ...facts, billerName },
            { ...settings, shop: { name }, language, environment },
          );
          const text = lines.join('\n');
          const dots = renderScreenQr(text);
          expect(dots).not.toBeNull();
          if (dots === null) return;
          expect(scanPicture(encodePng(dots, dots.width), 3)).toBe(text);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('holds names of the maximum length and an authorization of any length', () => {
    const facts = readReceiptFacts(
      counter.database,
      counter.pay({ authorization: '9'.repeat(200) }),
    );
    if (facts === null) throw new Error('no facts');
    const name = '𝕬'.repeat(60);
    const settings = { ...counter.settings.now, shop: { name }, environment: 'sandbox' } as const;
    const text = buildReceiptCodeLines({ ...facts, billerName: name }, settings).join('\n');
    const dots = renderScreenQr(text);
    expect(dots && scanPicture(encodePng(dots, dots.width), 3)).toBe(text);
  });

  it('marks the receipt in the QR code on the screen as not valid in training', async () => {
    counter.settings.now = { ...counter.settings.now, environment: 'training' };
    const result = await printing.deliverReceiptWithoutPaper(
      await payAndPrint(),
      'code',
      ANA,
      null,
    );
    if (!result.ok || result.value.kind !== 'code') throw new Error('no code');
    expect(result.value.lines[0]).toBe('*** PRÁCTICA: SIN VALOR ***');
  });

  it('renders no QR code for a text that does not fit', () => {
    expect(renderScreenQr('x'.repeat(3000))).toBeNull();
  });
});
