import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, type ReceiptDeliveryMethod } from '../../../../shared/contract/index.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { createPayment, createTape } from '../../../app/testing/fake-values.ts';
import { goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();

describe('receipt paper', () => {
  async function payBill(
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

  it('prints the receipt again after a paper-out without paying again', async () => {
    const cashier = await payBill('refused', 'paper-out');
    await cashier.waitForText('La impresora no tiene papel.');
    await cashier.waitForHeading('Entregue $51.00 de cambio; el ticket no ha salido');
    expect(screen.getByRole('button', { name: /Imprimir el ticket/ })).toBeTruthy();
    expect(screen.queryByText(/otra vez/)).toBeNull();
    await cashier.press('Control+P');
    await cashier.waitForText('Ticket impreso.');
    expect(cashier.fake.getInputs('printing.retry')).toHaveLength(1);
    expect(cashier.fake.getInputs('payments.pay')).toHaveLength(1);
  });

  it('prints a copy by its button and keeps Enter for the next customer', async () => {
    const cashier = await payBill('printed', null);
    await userEvent.click(await screen.findByRole('button', { name: /Imprimir copia/ }));
    await waitFor(() => expect(cashier.fake.getInputs('printing.printCopy')).toHaveLength(1));
    await waitFor(async () => {
      await cashier.press('Enter');
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('¿Qué va a pagar?');
    });
    expect(cashier.fake.getInputs('printing.printCopy')).toHaveLength(1);
  });

  it('shows the receipt on the screen without print messages in a shop without a printer', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state: 'printed', reason: null, isOnScreen: true, ways: ['pdf'] };
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.waitForText('El ticket está en la pantalla.');
    expect(screen.getByRole('button', { name: /Ticket digital/ })).toBeTruthy();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Entregue $51.00 de cambio');
    expect(document.body.textContent).not.toMatch(/[Ii]mpri|[Ii]mpres[oa]\b/);
  });

  it('shows no title before it is known whether there is a receipt, so that it never changes', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state: 'printed', reason: null, isOnScreen: true, ways: ['pdf'] };
    const loading = Promise.withResolvers<void>();
    cashier.bills.beforeTape = () => loading.promise;
    const titles = new Set<string | null | undefined>();
    const observer = new MutationObserver(() =>
      titles.add(document.querySelector('h1')?.textContent),
    );
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await waitFor(() => expect(cashier.fake.getInputs('printing.tape')).not.toEqual([]));
    loading.resolve();
    await goToResult(cashier, /Entregue/);
    observer.disconnect();
    expect([...titles].slice(-2)).toEqual(['Enviando el pago', 'Entregue $51.00 de cambio']);
  });

  it('shows why the keys do not work yet, and keeps the result when Enter is repeated', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await cashier.waitForHeading(/Entregue/);
    const nextCustomer = () => screen.getByRole('button', { name: /Siguiente cliente/ });
    expect(nextCustomer()).toHaveProperty('disabled', true);
    await cashier.press('Enter', 'Enter', 'Escape', 'F2', 'F12');
    await userEvent.click(nextCustomer());
    await userEvent.click(screen.getByRole('button', { name: 'Historial' }));
    await cashier.waitForHeading(/Entregue/);
    expect(cashier.fake.getInputs('payments.acknowledge')).toEqual([]);
    await cashier.waitUntilKeysWork();
    expect(nextCustomer()).toHaveProperty('disabled', false);
    // Not by Enter: a click on a disabled button focuses it here, unlike in a browser.
    await userEvent.click(nextCustomer());
    await screen.findByRole('combobox');
  });

  it('does not ask whether a receipt was printed when nothing was sent to the printer', async () => {
    const cashier = await payBill('failed', 'silent');
    await cashier.waitForText(/La impresora no respondió\. No salió nada/);
    expect(screen.queryByText(/Mire si salió|conteste en pantalla/)).toBeNull();
    await cashier.press('Control+P');
    await cashier.waitForText('Ticket impreso.');
  });

  it('asks whether an unconfirmed receipt came out, with a key for each answer', async () => {
    const cashier = await payBill('unconfirmed', 'silent');
    await cashier.waitForText('¿Salió completo el ticket?');
    await cashier.press('Control+Y');
    await cashier.waitForText('Ticket impreso.');
    expect(cashier.fake.getInputs('printing.confirm')).toEqual([
      { jobId: 'original-payment-1', cameOut: true },
    ]);
  });

  it('shows which share of an interrupted receipt was sent', async () => {
    const cashier = await createFakeCashier();
    cashier.bills.paper = { state: 'unconfirmed', reason: 'broke-off', sentShare: 0.404 };
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.waitForText('Alcanzó a salir de la caja el 40 % de este papel.');
    await cashier.waitForText('¿Salió completo el ticket?');
    await cashier.press('Control+Y');
    await cashier.waitForText('Ticket impreso.');
    expect(screen.queryByText(/Alcanzó a salir/)).toBeNull();
  });

  it('prints a copy with a key that does not pay', async () => {
    const cashier = await payBill('printed', null);
    await cashier.waitForText('Imprimir copia');
    await cashier.press('Control+P');
    await cashier.waitForText('Copia impresa.');
    expect(cashier.fake.getInputs('printing.printCopy')).toEqual([
      { paymentId: 'payment-1', approval: null },
    ]);
  });

  it('shows why a copy was refused and prints it again', async () => {
    const cashier = await payBill('printed', null);
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

describe('payment slip', () => {
  it('does not call the slip of a refused payment a receipt', async () => {
    const cashier = await createFakeCashier();
    await goToSent(cashier);
    cashier.bills.recordOutcome({ state: 'rejected', code: 'R2', httpStatus: 422 });
    await goToResult(cashier, /Devuelva/);
    await cashier.waitForText('Imprimir comprobante');
    await cashier.press('Control+P');
    await cashier.waitForText('Comprobante impreso.');
    expect(document.body.textContent).not.toContain('Ticket impreso');
  });

  it('does not call the slip of a cash-out a receipt in any state', async () => {
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

describe('receipt with a code', () => {
  it('does not show a withheld receipt from the cache after the screen was left', async () => {
    const cashier = await createFakeCashier();
    const { fake, bills } = cashier;
    await goToSent(cashier);
    bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    await cashier.waitForText('Pago realizado exitosamente');
    // From now on main withholds it from everybody.
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
    await cashier.waitForText('A la lista');
    expect(document.body.textContent).not.toContain('Pago realizado exitosamente');
    await waitFor(() => expect(fake.getInputs('printing.tape').length).toBeGreaterThan(1));
    expect(document.body.textContent).not.toContain('Pago realizado exitosamente');
  });
});

describe('receipt without paper', () => {
  async function payWithoutPaper(
    methods: readonly ReceiptDeliveryMethod[] = ['pdf', 'mail', 'code', 'none'],
    canShowWhatsAppCode = false,
  ) {
    const cashier = await createFakeCashier();
    const ways = [...methods];
    cashier.bills.paper = { state: 'skipped', reason: 'on-request', ways, canShowWhatsAppCode };
    await goToSent(cashier);
    cashier.bills.recordOutcome(PAID_CHANGES);
    await goToResult(cashier, /Entregue/);
    if (methods.length > 0) await screen.findByRole('button', { name: /Ticket digital/ });
    return cashier;
  }

  it('offers delivery without paper in a shop that prints on request', async () => {
    const cashier = await payWithoutPaper();
    await cashier.waitForHeading('Entregue $51.00 de cambio');
    await cashier.waitForText(/en esta tienda sale solo si el cliente lo pide/);
    cashier.fake.answer('printing.deliverReceipt', () => ok({ kind: 'cancelled' }));
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Ticket digital' });
    await cashier.press('Enter');
    await cashier.waitForText('No se guardó nada.');
    cashier.fake.answer('printing.deliverReceipt', () => ok({ kind: 'saved', name: 'recibo.pdf' }));
    await cashier.press('Enter');
    await cashier.waitForText('Se guardó recibo.pdf.');
    expect(cashier.fake.getInputs('printing.deliverReceipt')).toEqual([
      { paymentId: 'payment-1', way: 'pdf', approval: null },
      { paymentId: 'payment-1', way: 'pdf', approval: null },
    ]);
    await cashier.press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Control+P still prints the original.
    await cashier.press('Control+P');
    expect(cashier.fake.getInputs('printing.retry')).toHaveLength(1);
    expect(cashier.fake.getInputs('printing.printCopy')).toHaveLength(0);
  });

  it('shows the code for WhatsApp on both screens, and records and prints nothing', async () => {
    const cashier = await payWithoutPaper(['pdf', 'none'], true);
    const { fake } = cashier;
    fake.answer('printing.whatsAppCode', () => ok({ png: 'AAAA', dots: 45 }));
    fake.answer('customerScreen.showReceipt', () => ok({}));
    fake.answer('customerScreen.show', () => ok({}));
    fake.answer('customerScreen.state', () =>
      ok({ window: 'open', displays: [], language: 'es-MX' }),
    );
    fake.shop.state = { ...fake.shop.state, hasCustomerScreen: true };
    fake.emit('till.changed', {});
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Ticket digital' });
    const rows = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(rows.map((row) => row.slice(0, 8))).toEqual(['Archivo ', 'WhatsApp', 'No lo qu']);
    await cashier.press('w');
    await cashier.press('Enter');
    await screen.findByRole('dialog', { name: 'El ticket por WhatsApp' });
    const image = await screen.findByRole('img', { name: /abre WhatsApp/ });
    expect(Number(image.getAttribute('width')) % 45).toBe(0);
    await waitFor(() =>
      expect(fake.getInputs('customerScreen.showReceipt')).toEqual([{ paymentId: 'payment-1' }]),
    );
    await cashier.press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.getInputs('customerScreen.showReceipt').at(-1)).toEqual({ paymentId: null });
    expect(fake.getInputs('printing.deliverReceipt')).toEqual([]);
  });

  it('says what to do with a receipt that is too long for a code', async () => {
    const cashier = await payWithoutPaper(['pdf'], true);
    const problem = { kind: 'without-paper', reason: 'too-long-for-code' } as const;
    cashier.fake.answer('printing.whatsAppCode', () => fail(problem));
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Ticket digital' });
    await cashier.press('w');
    await cashier.press('Enter');
    await cashier.waitForText(/demasiado largo para un código/);
    expect(cashier.fake.getInputs('customerScreen.showReceipt')).toEqual([]);
  });

  it('removes the mail message when the mail program failed', async () => {
    const cashier = await payWithoutPaper(['mail']);
    const setDeliveries = (deliveries: ReceiptDeliveryMethod[]): void => {
      cashier.bills.paper = {
        state: 'skipped',
        reason: 'on-request',
        ways: ['mail'],
        given: deliveries,
      };
      cashier.fake.emit('printing.changed', { jobId: null, paymentId: 'payment-1' });
    };
    cashier.fake.answer('printing.deliverReceipt', () => {
      setDeliveries(['mail']);
      return ok({ kind: 'mail-opened' });
    });
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Ticket digital' });
    await cashier.press('Enter');
    await cashier.waitForText('El programa de correo tiene el ticket.');
    await cashier.waitForText('Ya se dio sin imprimir: correo');
    setDeliveries([]);
    await cashier.waitForText('El programa de correo no abrió el ticket.');
    expect(document.body.textContent).not.toContain('El programa de correo tiene el ticket.');
    await cashier.press('Enter');
    await cashier.waitForText('El programa de correo tiene el ticket.');
  });

  it('shows a QR code with its text beside it', async () => {
    const cashier = await payWithoutPaper(['code']);
    cashier.fake.answer('printing.deliverReceipt', () =>
      ok({ kind: 'code', png: '', dots: 65, lines: ['Abarrotes Lupita', 'Total: $559.00 MXN'] }),
    );
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Ticket digital' });
    await cashier.press('Enter');
    const picture = await screen.findByRole('img', { name: 'Código QR con los datos del ticket' });
    expect(picture.getAttribute('width')).toBe('325');
    await cashier.waitForText('Total: $559.00 MXN');
  });

  describe('receipt as a browser download', () => {
    const file = { kind: 'download', name: 'recibo.pdf', base64: '' } as const;
    const recordDownload = vi.fn();
    beforeEach(() => {
      recordDownload.mockReset();
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        recordDownload(this.download);
      });
      Object.assign(URL, { createObjectURL: () => 'blob:receipt', revokeObjectURL: () => {} });
    });
    afterEach(() => vi.restoreAllMocks());

    it('downloads the receipt even if the dialog was closed meanwhile', async () => {
      const cashier = await payWithoutPaper(['pdf']);
      let finishDelivery = (): void => {};
      const delivery = new Promise<void>((resolve) => {
        finishDelivery = resolve;
      });
      cashier.fake.answer('printing.deliverReceipt', async () => {
        await delivery;
        return ok(file);
      });
      await cashier.press('Control+D');
      await screen.findByRole('dialog', { name: 'Ticket digital' });
      await cashier.press('Enter');
      await waitFor(() =>
        expect(cashier.fake.getInputs('printing.deliverReceipt')).toHaveLength(1),
      );
      await cashier.press('Escape');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      finishDelivery();
      await waitFor(() => expect(recordDownload.mock.calls).toEqual([['recibo.pdf']]));
    });

    it('downloads the receipt once, also after a lock', async () => {
      const cashier = await payWithoutPaper(['pdf']);
      const { fake } = cashier;
      fake.answer('printing.deliverReceipt', () => ok(file));
      await cashier.press('Control+D');
      await screen.findByRole('dialog', { name: 'Ticket digital' });
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
      await screen.findByRole('dialog', { name: 'Ticket digital' });
      await cashier.waitForText('recibo.pdf');
      expect(recordDownload.mock.calls).toEqual([['recibo.pdf']]);
    });
  });

  it('closes the delivery dialog when the customer wants no receipt', async () => {
    const cashier = await payWithoutPaper(['none']);
    cashier.fake.answer('printing.deliverReceipt', () => ok({ kind: 'noted' }));
    await cashier.press('Control+D');
    await screen.findByRole('dialog', { name: 'Ticket digital' });
    await cashier.press('Enter');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not offer delivery without paper when the receipt must be printed', async () => {
    const cashier = await payWithoutPaper([]);
    await cashier.press('Control+D');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: /Ticket digital/ })).toBeNull();
  });
});
