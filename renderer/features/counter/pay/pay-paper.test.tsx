import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, type ReceiptDeliveryMethod } from '../../../../shared/contract/index.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { createPayment, createTape } from '../../../app/testing/fake-values.ts';
import { goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

describe('the paper', () => {
  async function toPaid(
    state: 'unconfirmed' | 'refused' | 'failed' | 'printed',
    reason: string | null,
  ) {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state, reason };
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    return cashier;
  }

  it('that ran out is changed and printed again, and nothing is paid by it', async () => {
    const cashier = await toPaid('refused', 'paper-out');
    await cashier.waitForText('La impresora no tiene papel.');
    await cashier.waitForHeading('Entregue $51.00 de cambio; el recibo no ha salido');
    expect(screen.getByRole('button', { name: /Imprimir el recibo/ })).toBeTruthy();
    expect(screen.queryByText(/otra vez/)).toBeNull();
    await cashier.press('Control+P');
    await cashier.waitForText('Recibo impreso.');
    expect(cashier.fake.getInputs('printing.retry')).toHaveLength(1);
    expect(cashier.fake.getInputs('payments.pay')).toHaveLength(1);
  });

  it('prints a copy by its button and keeps Enter for the next customer', async () => {
    const cashier = await toPaid('printed', null);
    await userEvent.click(await screen.findByRole('button', { name: /Imprimir copia/ }));
    await waitFor(() => expect(cashier.fake.getInputs('printing.copy')).toHaveLength(1));
    await waitFor(async () => {
      await cashier.press('Enter');
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('¿Qué va a pagar?');
    });
    expect(cashier.fake.getInputs('printing.copy')).toHaveLength(1);
  });

  it('shows the receipt on the screen without print messages in a shop without a printer', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state: 'printed', reason: null, isOnScreen: true, ways: ['pdf'] };
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.waitForText('El recibo está en la pantalla.');
    expect(screen.getByRole('button', { name: /Sin papel/ })).toBeTruthy();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Entregue $51.00 de cambio');
    expect(document.body.textContent).not.toMatch(/[Ii]mpri|[Ii]mpres[oa]\b/);
  });

  it('of which nothing was sent is not looked for', async () => {
    const cashier = await toPaid('failed', 'silent');
    await cashier.waitForText(/La impresora no respondió\. No salió nada/);
    expect(screen.queryByText(/Mire si salió|conteste en pantalla/)).toBeNull();
    await cashier.press('Control+P');
    await cashier.waitForText('Recibo impreso.');
  });

  it('asks whether an unconfirmed receipt came out, with a key for each answer', async () => {
    const cashier = await toPaid('unconfirmed', 'silent');
    await cashier.waitForText('¿Salió completo el recibo?');
    await cashier.press('Control+Y');
    await cashier.waitForText('Recibo impreso.');
    expect(cashier.fake.getInputs('printing.confirm')).toEqual([
      { jobId: 'original-payment-1', cameOut: true },
    ]);
  });

  it('that broke off in the middle says how far it came', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state: 'unconfirmed', reason: 'broke-off', sentShare: 0.404 };
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.waitForText('Alcanzó a salir de la caja el 40 % de este papel.');
    await cashier.waitForText('¿Salió completo el recibo?');
    await cashier.press('Control+Y');
    await cashier.waitForText('Recibo impreso.');
    expect(screen.queryByText(/Alcanzó a salir/)).toBeNull();
  });

  it('is copied by a key that is not the one that pays', async () => {
    const cashier = await toPaid('printed', null);
    await cashier.waitForText('Imprimir copia');
    await cashier.press('Control+P');
    await cashier.waitForText('Copia impresa.');
    expect(cashier.fake.getInputs('printing.copy')).toEqual([
      { paymentId: 'payment-1', approval: null },
    ]);
  });

  it('shows why a copy was refused and prints it again', async () => {
    const cashier = await toPaid('printed', null);
    await cashier.waitForText('Imprimir copia');
    cashier.bills.paper = { state: 'refused', reason: 'paper-out' };
    await cashier.press('Control+P');
    await cashier.waitForText('La impresora no tiene papel.');
    await cashier.press('Control+P');
    expect(cashier.fake.getInputs('printing.retry')).toEqual([
      { jobId: 'copy-payment-1', approval: null },
    ]);
    await cashier.waitForText('Copia impresa.');
  });
});

describe('a slip', () => {
  it('of a refused payment is not called a receipt', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', code: 'R2', httpStatus: 422 });
    await goToResult(cashier, /Devuelva/);
    await cashier.waitForText('Imprimir comprobante');
    await cashier.press('Control+P');
    await cashier.waitForText('Comprobante impreso.');
    expect(document.body.textContent).not.toContain('Recibo impreso');
  });

  it('of a cash-out is not called a receipt, whatever becomes of it', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state: 'unconfirmed', reason: 'silent' };
    cashier.bills.payments.push(
      createPayment({ ...PAID_CHANGES, kind: 'cash-out', handOver: 'done' }),
    );
    const cashOut = cashier.bills.newest();
    cashier.fake.answer('history.search', () => ok({ payments: [cashOut], next: null }));
    cashier.fake.answer('history.events', () => ok([]));
    await cashier.press('F8');
    await screen.findByRole('option', { name: /CFE/ });
    await cashier.press('Enter');
    await cashier.waitForText('¿Salió completo el comprobante?');
    await cashier.press('Control+Y');
    await cashier.waitForText('Comprobante impreso.');
  });
});

describe('a paper with a code on it', () => {
  it('is not shown once more from memory when its customer was left by a key of the frame', async () => {
    const cashier = await createFakeCashier();
    const { fake, bills } = cashier;
    await goToSent(cashier);
    bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.waitForText('Pago realizado exitosamente');
    // From now on main shows it to nobody.
    fake.answer('printing.tape', ({ paymentId }) =>
      ok(
        createTape({
          jobId: 'original-payment-1',
          paymentId,
          isWithheld: true,
          createdAt: bills.newest().createdAt,
        }),
      ),
    );
    fake.answer('history.search', () => ok({ payments: [bills.newest()], next: null }));
    fake.answer('history.events', () => ok([]));
    await cashier.press('F8');
    await screen.findByRole('option', { name: /CFE/ });
    await cashier.press('Enter');
    await cashier.waitForText('Volver a la lista');
    expect(document.body.textContent).not.toContain('Pago realizado exitosamente');
    await waitFor(() => expect(fake.getInputs('printing.tape').length).toBeGreaterThan(1));
    expect(document.body.textContent).not.toContain('Pago realizado exitosamente');
  });
});

describe('the receipt without paper', () => {
  async function toSpared(
    ways: readonly ReceiptDeliveryMethod[] = ['pdf', 'mail', 'code', 'none'],
  ) {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state: 'skipped', reason: 'on-request', ways: [...ways] };
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    if (ways.length > 0) await screen.findByRole('button', { name: /Sin papel/ });
    return cashier;
  }

  it('is asked about in a shop that prints on request, and the title hands over what there is', async () => {
    const cashier = await toSpared();
    await cashier.waitForHeading('Entregue $51.00 de cambio');
    await cashier.waitForText(/en esta tienda sale solo si el cliente lo pide/);
    cashier.fake.answer('printing.give', () => ok({ kind: 'cancelled' }));
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Recibo sin papel' });
    await cashier.press('Enter');
    await cashier.waitForText('No se guardó nada.');
    cashier.fake.answer('printing.give', () => ok({ kind: 'saved', name: 'recibo.pdf' }));
    await cashier.press('Enter');
    await cashier.waitForText('Se guardó recibo.pdf.');
    expect(cashier.fake.getInputs('printing.give')).toEqual([
      { paymentId: 'payment-1', way: 'pdf', approval: null },
      { paymentId: 'payment-1', way: 'pdf', approval: null },
    ]);
    await cashier.press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Printing is still the paper's own key, and prints the original.
    await cashier.press('Control+P');
    expect(cashier.fake.getInputs('printing.retry')).toHaveLength(1);
    expect(cashier.fake.getInputs('printing.copy')).toHaveLength(0);
  });

  it('removes the mail message when the mail program failed', async () => {
    const cashier = await toSpared(['mail']);
    const becomes = (given: ReceiptDeliveryMethod[]): void => {
      cashier.bills.paper = { state: 'skipped', reason: 'on-request', ways: ['mail'], given };
      cashier.fake.emit('printing.changed', { jobId: null, paymentId: 'payment-1' });
    };
    cashier.fake.answer('printing.give', () => {
      becomes(['mail']);
      return ok({ kind: 'mail-opened' });
    });
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Recibo sin papel' });
    await cashier.press('Enter');
    await cashier.waitForText('El programa de correo tiene el recibo.');
    await cashier.waitForText('Ya se dio sin papel: correo');
    becomes([]);
    await cashier.waitForText('El programa de correo no abrió el recibo.');
    expect(document.body.textContent).not.toContain('El programa de correo tiene el recibo.');
    await cashier.press('Enter');
    await cashier.waitForText('El programa de correo tiene el recibo.');
  });

  it('is a code with its words beside it', async () => {
    const cashier = await toSpared(['code']);
    cashier.fake.answer('printing.give', () =>
      ok({ kind: 'code', png: '', dots: 65, lines: ['Abarrotes Lupita', 'Total: $559.00 MXN'] }),
    );
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Recibo sin papel' });
    await cashier.press('Enter');
    const picture = await screen.findByRole('img', { name: 'Código QR con los datos del recibo' });
    expect(picture.getAttribute('width')).toBe('325');
    await cashier.waitForText('Total: $559.00 MXN');
  });

  describe('as a browser’s download', () => {
    const file = { kind: 'download', name: 'recibo.pdf', base64: '' } as const;
    const saved = vi.fn();
    beforeEach(() => {
      saved.mockReset();
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        saved(this.download);
      });
      Object.assign(URL, { createObjectURL: () => 'blob:receipt', revokeObjectURL: () => {} });
    });
    afterEach(() => vi.restoreAllMocks());

    it('is saved also where the dialog was closed while it was made', async () => {
      const cashier = await toSpared(['pdf']);
      let make = (): void => {};
      const made = new Promise<void>((resolve) => {
        make = resolve;
      });
      cashier.fake.answer('printing.give', async () => {
        await made;
        return ok(file);
      });
      await cashier.press('Control+D');
      await screen.findByRole('dialog', { name: 'Recibo sin papel' });
      await cashier.press('Enter');
      await waitFor(() => expect(cashier.fake.getInputs('printing.give')).toHaveLength(1));
      await cashier.press('Escape');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      make();
      await waitFor(() => expect(saved.mock.calls).toEqual([['recibo.pdf']]));
    });

    it('downloads the receipt once, also after a lock', async () => {
      const cashier = await toSpared(['pdf']);
      const { fake } = cashier;
      fake.answer('printing.give', () => ok(file));
      await cashier.press('Control+D');
      await screen.findByRole('dialog', { name: 'Recibo sin papel' });
      await cashier.press('Enter');
      await cashier.waitForText('recibo.pdf');
      const { cashier: ana } = fake.shop.state.session;
      if (ana === null) throw new Error('nobody is signed in');
      const lock = { because: 'idle', at: '2026-03-14T16:42:00Z', cashier: ana } as const;
      fake.shop.state = { ...fake.shop.state, session: { cashier: null }, lock };
      fake.emit('till.changed', {});
      await screen.findByLabelText('PIN');
      expect(screen.queryByRole('dialog')).toBeNull();
      await cashier.type('1111');
      await cashier.press('Enter');
      await screen.findByRole('dialog', { name: 'Recibo sin papel' });
      await cashier.waitForText('recibo.pdf');
      expect(saved.mock.calls).toEqual([['recibo.pdf']]);
    });
  });

  it('that the customer does not want closes at once', async () => {
    const cashier = await toSpared(['none']);
    cashier.fake.answer('printing.give', () => ok({ kind: 'noted' }));
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Recibo sin papel' });
    await cashier.press('Enter');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not offered where it has to be printed', async () => {
    const cashier = await toSpared([]);
    await cashier.press('Control+D');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: /Sin papel/ })).toBeNull();
  });
});
