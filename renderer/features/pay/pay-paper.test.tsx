import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { fakeCashier, standingClock } from '../../app/testing/fake-cashier.ts';
import { PAID, toResult, toSent } from './pay.fixture.ts';

standingClock();

describe('the paper', () => {
  async function toPaid(
    state: 'unconfirmed' | 'refused' | 'failed' | 'printed',
    reason: string | null,
  ) {
    const cashier = await fakeCashier();
    cashier.bills.paper = { state, reason };
    await toSent(cashier);
    cashier.bills.recordOutcome(PAID);
    await toResult(cashier, /Entregue/);
    return cashier;
  }

  it('that ran out is changed and printed again, and nothing is paid by it', async () => {
    const cashier = await toPaid('refused', 'paper-out');
    await cashier.see('La impresora no tiene papel.');
    await cashier.press('Control+P');
    await cashier.see('Recibo impreso.');
    expect(cashier.fake.inputsOf('printing.retry')).toHaveLength(1);
    expect(cashier.fake.inputsOf('payments.pay')).toHaveLength(1);
  });

  it('of which nothing was sent is not looked for', async () => {
    const cashier = await toPaid('failed', 'silent');
    await cashier.see(/La impresora no respondió\. No salió nada/);
    expect(screen.queryByText(/Mire si salió|conteste en pantalla/)).toBeNull();
    await cashier.press('Control+P');
    await cashier.see('Recibo impreso.');
  });

  it('that nobody confirmed is asked about, with a key for yes and one for no', async () => {
    const cashier = await toPaid('unconfirmed', 'silent');
    await cashier.see('¿Salió completo el recibo?');
    await cashier.press('Control+Y');
    await cashier.see('Recibo impreso.');
    expect(cashier.fake.inputsOf('printing.confirm')).toEqual([
      { jobId: 'original-payment-1', cameOut: true },
    ]);
  });

  it('that broke off in the middle says how far it came', async () => {
    const cashier = await fakeCashier();
    cashier.bills.paper = { state: 'unconfirmed', reason: 'broke-off', sentShare: 0.404 };
    await toSent(cashier);
    cashier.bills.recordOutcome(PAID);
    await toResult(cashier, /Entregue/);
    await cashier.see('Alcanzó a salir de la caja el 40 % de este papel.');
    await cashier.see('¿Salió completo el recibo?');
    await cashier.press('Control+Y');
    await cashier.see('Recibo impreso.');
    expect(screen.queryByText(/Alcanzó a salir/)).toBeNull();
  });

  it('is copied by a key that is not the one that pays', async () => {
    const cashier = await toPaid('printed', null);
    await cashier.see('Imprimir copia');
    await cashier.press('Control+P');
    await cashier.see('Copia impresa.');
    expect(cashier.fake.inputsOf('printing.copy')).toEqual([
      { paymentId: 'payment-1', approval: null },
    ]);
  });

  it('is followed when it is a copy: what the printer refuses is said, and printed again', async () => {
    const cashier = await toPaid('printed', null);
    await cashier.see('Imprimir copia');
    cashier.bills.paper = { state: 'refused', reason: 'paper-out' };
    await cashier.press('Control+P');
    await cashier.see('La impresora no tiene papel.');
    await cashier.press('Control+P');
    expect(cashier.fake.inputsOf('printing.retry')).toEqual([
      { jobId: 'copy-payment-1', approval: null },
    ]);
    await cashier.see('Copia impresa.');
  });
});

describe('a paper with a code on it', () => {
  it('is not shown once more from memory when its customer was left by a key of the frame', async () => {
    const cashier = await fakeCashier();
    const { fake, bills } = cashier;
    await toSent(cashier);
    bills.recordOutcome(PAID);
    await toResult(cashier, /Entregue/);
    await cashier.see('Pago realizado exitosamente');
    // From now on main shows it to nobody.
    fake.answer('printing.tape', ({ paymentId }) =>
      ok({
        jobId: 'original-payment-1',
        paymentId,
        kind: 'original',
        columns: 42,
        lines: [],
        state: 'printed',
        reason: null,
        ticketText: 'exact',
        isWithheld: true,
        isDrawerKept: false,
        sentShare: null,
        createdAt: bills.newest().createdAt,
      }),
    );
    fake.answer('history.search', () => ok({ payments: [bills.newest()], next: null }));
    fake.answer('history.events', () => ok([]));
    await cashier.press('F8');
    await screen.findByRole('option', { name: /CFE/ });
    await cashier.press('Enter');
    await cashier.see('Volver a la lista');
    expect(document.body.textContent).not.toContain('Pago realizado exitosamente');
    await waitFor(() => expect(fake.inputsOf('printing.tape').length).toBeGreaterThan(1));
    expect(document.body.textContent).not.toContain('Pago realizado exitosamente');
  });
});
