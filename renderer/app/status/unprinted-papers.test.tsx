import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fail, ok, type UnprintedPaper } from '../../../shared/contract/index.ts';
import { createFakeBills } from '../testing/fake-bills.ts';
import { createFakePage } from '../testing/fake-page.ts';
import { createTape } from '../testing/fake-values.ts';
import {
  createFakeShop,
  createFakeStatusLine,
  createFakeTill,
  type FakeTill,
} from '../testing/index.ts';

afterEach(() => cleanup());

const CASHIER = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const AT = '2026-03-14T16:00:00Z';

const createPaper = (
  jobId: string,
  state: UnprintedPaper['state'] = 'refused',
): UnprintedPaper => ({
  jobId,
  paymentId: `payment-${jobId}`,
  kind: 'original',
  state,
  reason: 'paper-out',
  createdAt: AT,
  billerName: 'CFE',
  account: '****0007',
  amount: { amount: '549.00', currency: 'MXN' },
});

/** Opens the till with papers that are not out. Printing one removes it from the list. */
async function openTillWith(
  papers: readonly UnprintedPaper[],
  light: 'ready' | 'paper-out' = 'ready',
): Promise<FakeTill> {
  const fake = createFakeTill(createFakeShop({ session: { cashier: CASHIER } }));
  createFakeBills(fake);
  const status = createFakeStatusLine();
  fake.shop.status = { ...status, printer: { ...status.printer, kind: 'network', light } };
  let open = [...papers];
  fake.answer('printing.unprintedPapers', () => ok(open));
  fake.answer('printing.retry', ({ jobId }) => {
    open = open.filter((paper) => paper.jobId !== jobId);
    fake.emit('printing.changed', { jobId, paymentId: null });
    return ok(createTape({ jobId, state: 'waiting' }));
  });
  render(createFakePage(fake));
  await screen.findByRole('combobox');
  return fake;
}

describe('the printer’s notice while papers wait', () => {
  it('offers to print all of them first, and never says that there is nothing to do', async () => {
    const fake = await openTillWith([createPaper('a'), createPaper('b')]);
    await userEvent.click(await screen.findByRole('button', { name: /Impresora/ }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.textContent).toContain('faltan 2 tickets por imprimir'));
    expect(dialog.textContent).not.toContain('No hay nada que hacer');
    await userEvent.keyboard('{Control>}p{/Control}');
    await waitFor(() =>
      expect(fake.getInputs('printing.retry')).toEqual([
        { jobId: 'a', approval: null },
        { jobId: 'b', approval: null },
      ]),
    );
    await waitFor(() => expect(dialog.textContent).toContain('No hay nada que hacer'));
  });

  it('asks about an unconfirmed paper before it prints it', async () => {
    const fake = await openTillWith([createPaper('a', 'unconfirmed'), createPaper('b')]);
    await userEvent.click(await screen.findByRole('button', { name: /Impresora/ }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Control>}p{/Control}');
    await waitFor(() => expect(fake.getInputs('printing.retry')).toHaveLength(1));
    expect(fake.getInputs('printing.retry')).toEqual([{ jobId: 'b', approval: null }]);
  });

  it('says that a paper was not sent to the printer', async () => {
    const fake = await openTillWith([createPaper('a')]);
    fake.answer('printing.retry', () => fail({ kind: 'not-allowed', needs: 'supervisor' }));
    await userEvent.click(await screen.findByRole('button', { name: /Impresora/ }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Control>}p{/Control}');
    await screen.findByText(/Alguno no se mandó a imprimir/);
  });
});

describe('the home screen while papers wait', () => {
  it('asks to print them as soon as there is paper again', async () => {
    const fake = await openTillWith([createPaper('a')], 'paper-out');
    await screen.findByText('Falta imprimir 1 ticket');
    expect(screen.queryByRole('button', { name: /Imprimir \(1\)/ })).toBeNull();
    const { status } = fake.shop;
    fake.shop.status = { ...status, printer: { ...status.printer, light: 'ready' } };
    act(() => fake.emit('status.changed', fake.shop.status));
    await userEvent.click(await screen.findByRole('button', { name: /Imprimir \(1\)/ }));
    await waitFor(() => expect(screen.queryByText('Falta imprimir 1 ticket')).toBeNull());
    expect(fake.getInputs('printing.retry')).toEqual([{ jobId: 'a', approval: null }]);
  });

  it('counts them in F9, whose list opens each', async () => {
    await openTillWith([createPaper('a')], 'paper-out');
    await screen.findByText('Falta imprimir 1 ticket');
    await userEvent.keyboard('{F9}');
    await userEvent.click(await screen.findByRole('option', { name: /sin imprimir/ }));
    await screen.findByRole('dialog', { name: /CFE/ });
    await screen.findByText('No hace falta');
  });

  it('lists a paper of the print queue in F9, and asks nothing about it', async () => {
    const fake = await openTillWith([createPaper('a', 'waiting')]);
    await userEvent.keyboard('{F9}');
    await userEvent.click(await screen.findByRole('option', { name: /Espera turno/ }));
    const dialog = await screen.findByRole('dialog', { name: /CFE/ });
    expect(dialog.textContent).toContain('Va a salir solo.');
    expect(dialog.textContent).not.toContain('No hace falta');
    await userEvent.keyboard('{Escape}{Escape}');
    await screen.findByRole('combobox');
    expect(document.body.textContent).not.toContain('Falta imprimir');
    // It came out while its dialog was open.
    await userEvent.keyboard('{F9}');
    await userEvent.click(await screen.findByRole('option', { name: /Espera turno/ }));
    await screen.findByRole('dialog', { name: /CFE/ });
    fake.answer('printing.unprintedPapers', () => ok([]));
    act(() => fake.emit('printing.changed', { jobId: 'a', paymentId: null }));
    await screen.findByText('No hay pagos pendientes.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows nothing while no paper waits', async () => {
    await openTillWith([]);
    expect(document.body.textContent).not.toContain('por imprimir');
  });
});
