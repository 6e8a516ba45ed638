import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fail, ok, type Tape } from '../../../shared/contract/index.ts';
import { createFakeCashier, type FakeCashier, freezeClock } from '../testing/fake-cashier.ts';
import { createTape } from '../testing/fake-values.ts';

freezeClock();

const NAMES = ['CFE', 'Telmex', 'Izzi'] as const;

const createPaper = (index: number, overrides: Partial<Tape> = {}): Tape =>
  createTape({
    jobId: `job-${index}`,
    paymentId: `payment-${index}`,
    lines: [
      {
        kind: 'text',
        align: 'left',
        runs: [{ text: `Ticket de ${NAMES[index]}`, bold: false, double: 'no', inverse: false }],
      },
    ],
    about: {
      billerName: NAMES[index] ?? '',
      account: '**** 0007',
      amount: { amount: '549.00', currency: 'MXN' },
      isSlip: false,
    },
    ...overrides,
  });

async function openLastPapers(papers: readonly Tape[]): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  cashier.fake.answer('printing.recent', () => ok([...papers]));
  await cashier.press('Control+U');
  await screen.findByRole('dialog', { name: 'Los últimos tres tickets' });
  return cashier;
}

async function waitUntilListed(name: RegExp): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Los últimos tres tickets' });
  await within(dialog).findByRole('option', { name });
}

it('shows the last three papers as printed and prints each again', async () => {
  const cashier = await openLastPapers([createPaper(0), createPaper(1), createPaper(2)]);
  expect(cashier.fake.getInputs('printing.recent')).toEqual([{ limit: 3 }]);
  await cashier.waitForText('Ticket de CFE');
  cashier.fake.answer('printing.printCopy', () =>
    ok(createPaper(0, { kind: 'copy', state: 'waiting' })),
  );
  await cashier.press('Control+P');
  await cashier.waitForText('Va a la impresora.');
  await cashier.press('ArrowDown', 'Enter');
  await cashier.waitForText('Ticket de Telmex');
  await cashier.press('Control+P');
  await waitFor(() =>
    expect(cashier.fake.getInputs('printing.printCopy')).toEqual([
      { paymentId: 'payment-0', approval: null },
      { paymentId: 'payment-1', approval: null },
    ]),
  );
  expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
});

it('opens by touch and prints the original of a paper that was not printed', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('printing.recent', () =>
    ok([createPaper(0, { state: 'refused', reason: 'paper-out' })]),
  );
  await userEvent.click(screen.getByRole('button', { name: /Últimos tickets/ }));
  await cashier.waitForText(/La impresora no tiene papel/);
  cashier.fake.answer('printing.retry', () => ok(createPaper(0, { state: 'waiting' })));
  await userEvent.click(screen.getByRole('button', { name: /Imprimir el ticket/ }));
  await waitFor(() =>
    expect(cashier.fake.getInputs('printing.retry')).toEqual([{ jobId: 'job-0', approval: null }]),
  );
});

it('calls the paper of a cash-out a slip', async () => {
  const index = createPaper(0);
  const about = index.about && { ...index.about, isSlip: true };
  await openLastPapers([
    createPaper(0, { about }),
    createPaper(1, { about, state: 'failed' }),
    createPaper(2, { state: 'failed' }),
  ]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('status').textContent).toMatch(/^El comprobante salió/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(dialog.getByRole('status').textContent).toBe('El comprobante no salió.');
  dialog.getByRole('button', { name: /Imprimir comprobante/ });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(dialog.getByRole('status').textContent).toBe('El ticket no salió.');
  dialog.getByRole('button', { name: /Imprimir el ticket/ });
});

it('shows papers without printing actions if there is no printer', async () => {
  const index = createPaper(1);
  const about = index.about && { ...index.about, isSlip: true };
  await openLastPapers([
    createPaper(0, { isOnScreen: true }),
    createPaper(1, { isOnScreen: true, about }),
  ]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('status').textContent).toBe('El ticket está en la pantalla.');
  expect(dialog.getByRole('option', { name: /CFE/ }).textContent).toContain('En pantalla');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(dialog.getByRole('status').textContent).toBe('El comprobante está en la pantalla.');
  expect(dialog.queryByRole('button', { name: /Imprimir/ })).toBeNull();
});

it('requires a supervisor to reprint a gift card and does not show its code', async () => {
  const cashier = await openLastPapers([createPaper(0, { isWithheld: true, lines: [] })]);
  await cashier.waitForText(/no se muestra otra vez/);
  cashier.fake.answer('printing.printCopy', () =>
    fail({ kind: 'not-allowed', needs: 'supervisor' }),
  );
  await cashier.press('Control+P');
  await screen.findByRole('dialog', { name: 'Imprimir otra vez' });
  // Visible text too, not only the accessible name of the list.
  await screen.findByText('¿Quién lo autoriza?');
  expect(screen.getByRole('listbox', { name: '¿Quién lo autoriza?' })).toBeTruthy();
});

it('keeps the selected paper when others are queued later', async () => {
  const firstPaper = createPaper(1, { isWithheld: true, lines: [] });
  const cashier = await openLastPapers([firstPaper]);
  await cashier.waitForText(/no se muestra otra vez/);
  const { fake } = cashier;
  fake.answer('printing.printCopy', () => fail({ kind: 'not-allowed', needs: 'supervisor' }));
  fake.answer('printing.recent', () => ok([createPaper(0), firstPaper]));
  fake.emit('printing.changed', { jobId: 'job-0', paymentId: 'payment-0' });
  await waitUntilListed(/CFE/);
  await cashier.press('Control+P');
  await screen.findByRole('dialog', { name: 'Imprimir otra vez' });
  expect(fake.getInputs('printing.printCopy')).toEqual([
    { paymentId: 'payment-1', approval: null },
  ]);
  fake.answer('printing.recent', () => ok([createPaper(2), createPaper(0)]));
  fake.emit('printing.changed', { jobId: 'job-2', paymentId: 'payment-2' });
  await cashier.press('Escape');
  await waitUntilListed(/Izzi/);
  // The selected paper is no longer listed: no other is selected automatically.
  await cashier.press('Control+P');
  expect(fake.getInputs('printing.printCopy')).toHaveLength(1);
});

it('shows an explanation if nothing was printed yet', async () => {
  const cashier = await openLastPapers([]);
  await cashier.waitForText('Todavía no hay tickets');
  await cashier.press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
