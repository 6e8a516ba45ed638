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

/** The basket is over, and this became of the receipts of its items. */
async function withPapers(
  basket: Basket,
  papers: Readonly<
    Record<string, Pick<Tape, 'state' | 'reason'> & Partial<Pick<Tape, 'isOnScreen'>>>
  >,
): Promise<FakeCashier> {
  const cashier = await openBasket(basket);
  cashier.fake.answer('printing.tape', ({ paymentId }) => {
    const paper = papers[paymentId];
    // Nothing of it is shown, but it can be printed.
    const tape = { jobId: `job-${paymentId}`, paymentId, isWithheld: true };
    return ok(paper ? createTape({ ...tape, ...paper }) : null);
  });
  cashier.fake.emit('printing.changed', { jobId: null, paymentId: 'payment-1' });
  return cashier;
}

/** Its first item is a gift card. */
const withGift = (basket: Basket): Basket => ({
  ...basket,
  items: basket.items.map((item, index) => (index === 0 ? { ...item, kind: 'gift-card' } : item)),
});

describe('receipts that did not come out', () => {
  it('lists missing receipts beside the change, with the reason and a link to each', async () => {
    const cashier = await withPapers(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT]), {
      'payment-1': OUT_OF_PAPER,
      'payment-2': OUT_OF_PAPER,
    });
    await cashier.waitForHeading('Entregue el cambio; 2 recibos no han salido');
    await cashier.waitForText('La impresora no tiene papel. No salió nada y el pago no cambia.');
    expect(document.body.textContent).not.toContain('El recibo no ha salido');
    await cashier.press('Control+O');
    await screen.findByRole('button', { name: /Imprimir el recibo/ });
    const [first, second] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).toContain('Ver canasta');
    await cashier.press('Control+O');
    await waitFor(() => expect(second?.textContent).toContain('Ver canasta'));
    expect(cashier.fake.getInputs('basket.end')).toEqual([]);
  });

  it('are named in their rows where others came out', async () => {
    const cashier = await withPapers(
      createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT], { giveBack: mxn('0.00') }),
      {
        'payment-1': { state: 'printed', reason: null },
        'payment-2': { state: 'unconfirmed', reason: 'silent' },
      },
    );
    await cashier.waitForHeading('Pagado; un recibo no ha salido');
    const [first, second] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).not.toContain('El recibo no ha salido');
    expect(second?.textContent).toContain('El recibo no ha salido');
  });

  it('are no matter of a shop that prints on request', async () => {
    const cashier = await withPapers(
      withGift(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': { state: 'skipped', reason: 'on-request' },
        'payment-2': { state: 'skipped', reason: 'on-request' },
      },
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
  });
});

describe('a gift card among the payments', () => {
  it('is handed over as the receipt with its code', async () => {
    const cashier = await withPapers(
      withGift(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': { state: 'printed', reason: null },
        'payment-2': { state: 'printed', reason: null },
      },
    );
    await cashier.waitForHeading('Entregue el cambio y el recibo con el código');
    await cashier.waitForText('El código está en el papel.');
    const [first, second] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).toContain('Entregue el recibo con el código');
    expect(second?.textContent).not.toContain('código');
  });

  it('of which no paper came out is not handed over', async () => {
    const cashier = await withPapers(
      withGift(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': OUT_OF_PAPER,
        'payment-2': { state: 'printed', reason: null },
      },
    );
    await cashier.waitForHeading('Entregue el cambio; un recibo no ha salido');
    expect(document.body.textContent).not.toContain('recibo con el código');
  });

  it('of a shop without a printer is read from the screen', async () => {
    const cashier = await withPapers(
      withGift(createSettledBasket([PAID_PAYMENT, SECOND_PAID_PAYMENT])),
      {
        'payment-1': { state: 'printed', reason: null, isOnScreen: true },
        'payment-2': { state: 'printed', reason: null, isOnScreen: true },
      },
    );
    await cashier.waitForHeading('Entregue el cambio al cliente');
    const [first] = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(first?.textContent).toContain('El código está en el recibo de la pantalla');
    expect(screen.getByRole('main').textContent).not.toMatch(/papel|[Ii]mpri/);
  });
});
