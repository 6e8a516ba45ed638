import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Basket, ok, type Tape } from '../../../../shared/contract/index.ts';
import { type FakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { createTape, mxn } from '../../../app/testing/fake-values.ts';
import {
  createSettledBasket,
  openBasket,
  PAID_PAYMENT,
  SECOND_PAID_PAYMENT,
} from './basket.fixture.ts';

freezeClock();

const OUT_OF_PAPER = { state: 'refused', reason: 'paper-out' } as const;

/** Opens a finished basket with these receipts for its items. */
async function openBasketWithPapers(
  basket: Basket,
  papers: Readonly<
    Record<string, Pick<Tape, 'state' | 'reason'> & Partial<Pick<Tape, 'isOnScreen'>>>
  >,
): Promise<FakeCashier> {
  const cashier = await openBasket(basket);
  cashier.fake.answer('printing.tape', ({ paymentId }) => {
    const paper = papers[paymentId];
    // The content is withheld, but the paper can be printed.
    const tape = { jobId: `job-${paymentId}`, paymentId, isWithheld: true };
    return ok(paper ? createTape({ ...tape, ...paper }) : null);
  });
  cashier.fake.emit('printing.changed', { jobId: null, paymentId: 'payment-1' });
  return cashier;
}

/** Returns the basket with a gift card as its first item. */
const toGiftBasket = (basket: Basket): Basket => ({
  ...basket,
  items: basket.items.map((item, index) => (index === 0 ? { ...item, kind: 'gift-card' } : item)),
});

describe('missing receipts of a basket', () => {
  it('lists missing receipts beside the change, with the reason and a link to each', async () => {
    const cashier = await openBasketWithPapers(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]),
      {
        'payment-1': OUT_OF_PAPER,
        'payment-2': OUT_OF_PAPER,
      },
    );
    await cashier.waitForHeading('Entregue el cambio; 2 tickets no han salido');
    await cashier.waitForText('La impresora no tiene papel. No salió nada y el pago no cambia.');
    expect(document.body.textContent).not.toContain('El ticket no ha salido');
    await cashier.press('Control+O');
    await screen.findByRole('button', { name: /Imprimir el ticket/ });
    const [first, second] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).toContain('Ver canasta');
    await cashier.press('Control+O');
    await waitFor(() => expect(second?.textContent).toContain('Ver canasta'));
    expect(cashier.fake.getInputs('basket.end')).toEqual([]);
  });

  it('marks missing receipts in their rows when others were printed', async () => {
    const cashier = await openBasketWithPapers(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT], { giveBack: mxn('0.00') }),
      {
        'payment-1': { state: 'printed', reason: null },
        'payment-2': { state: 'unconfirmed', reason: 'silent' },
      },
    );
    await cashier.waitForHeading('Pagado; un ticket no ha salido');
    const [first, second] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).not.toContain('El ticket no ha salido');
    expect(second?.textContent).toContain('El ticket no ha salido');
  });

  it('reports no missing receipts in a shop that prints on request', async () => {
    const cashier = await openBasketWithPapers(
      toGiftBasket(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': { state: 'skipped', reason: 'on-request' },
        'payment-2': { state: 'skipped', reason: 'on-request' },
      },
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
  });
});

describe('gift card in a basket', () => {
  it('asks to hand over the receipt with the gift card’s code', async () => {
    const cashier = await openBasketWithPapers(
      toGiftBasket(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': { state: 'printed', reason: null },
        'payment-2': { state: 'printed', reason: null },
      },
    );
    await cashier.waitForHeading('Entregue el cambio y el ticket con el código');
    await cashier.waitForText('El código está en el papel.');
    const [first, second] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).toContain('Entregue el ticket con el código');
    expect(second?.textContent).not.toContain('código');
  });

  it('does not ask to hand over a gift card whose paper was not printed', async () => {
    const cashier = await openBasketWithPapers(
      toGiftBasket(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': OUT_OF_PAPER,
        'payment-2': { state: 'printed', reason: null },
      },
    );
    await cashier.waitForHeading('Entregue el cambio; un ticket no ha salido');
    expect(document.body.textContent).not.toContain('ticket con el código');
  });

  it('refers to the screen for a gift card’s code in a shop without a printer', async () => {
    const cashier = await openBasketWithPapers(
      toGiftBasket(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': { state: 'printed', reason: null, isOnScreen: true },
        'payment-2': { state: 'printed', reason: null, isOnScreen: true },
      },
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    const [first] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).toContain('El código está en el ticket de la pantalla');
    expect(screen.getByRole('main').textContent).not.toMatch(/papel|[Ii]mpri/);
  });
});
