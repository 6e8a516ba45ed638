import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fail, ok, type Tape } from '../../../shared/contract/index.ts';
import { createFakeCashier, type FakeCashier, freezeClock } from '../testing/fake-cashier.ts';
import { createTape } from '../testing/fake-values.ts';

freezeClock();

const NAMES = ['CFE', 'Telmex', 'Izzi'] as const;

const paper = (at: number, over: Partial<Tape> = {}): Tape =>
  createTape({
    jobId: `job-${at}`,
    paymentId: `payment-${at}`,
    lines: [
      {
        kind: 'text',
        align: 'left',
        runs: [{ text: `Recibo de ${NAMES[at]}`, bold: false, double: 'no', inverse: false }],
      },
    ],
    about: {
      billerName: NAMES[at] ?? '',
      account: '**** 0007',
      amount: { amount: '549.00', currency: 'MXN' },
      isSlip: false,
    },
    ...over,
  });

async function pulled(papers: readonly Tape[]): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  cashier.fake.answer('printing.recent', () => ok([...papers]));
  await cashier.press('Control+U');
  await screen.findByRole('dialog', { name: 'Los últimos tres papeles' });
  return cashier;
}

async function isListed(name: RegExp): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Los últimos tres papeles' });
  await within(dialog).findByRole('option', { name });
}

it('shows the last three as they were printed, and prints each again', async () => {
  const cashier = await pulled([paper(0), paper(1), paper(2)]);
  expect(cashier.fake.getInputs('printing.recent')).toEqual([{ limit: 3 }]);
  await cashier.waitForText('Recibo de CFE');
  cashier.fake.answer('printing.copy', () => ok(paper(0, { kind: 'copy', state: 'waiting' })));
  await cashier.press('Control+P');
  await cashier.waitForText('Va a la impresora.');
  await cashier.press('ArrowDown', 'Enter');
  await cashier.waitForText('Recibo de Telmex');
  await cashier.press('Control+P');
  await waitFor(() =>
    expect(cashier.fake.getInputs('printing.copy')).toEqual([
      { paymentId: 'payment-0', approval: null },
      { paymentId: 'payment-1', approval: null },
    ]),
  );
  expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
});

it('is pulled by a finger, too, and prints itself what never came out', async () => {
  const cashier = await createFakeCashier();
  cashier.fake.answer('printing.recent', () =>
    ok([paper(0, { state: 'refused', reason: 'paper-out' })]),
  );
  await userEvent.click(screen.getByRole('button', { name: /Últimos papeles/ }));
  await cashier.waitForText(/La impresora no tiene papel/);
  cashier.fake.answer('printing.retry', () => ok(paper(0, { state: 'waiting' })));
  await userEvent.click(screen.getByRole('button', { name: /Imprimir el recibo/ }));
  await waitFor(() =>
    expect(cashier.fake.getInputs('printing.retry')).toEqual([{ jobId: 'job-0', approval: null }]),
  );
});

it('calls the paper of a cash-out a slip, as the panel beneath the payment does', async () => {
  const at = paper(0);
  const about = at.about && { ...at.about, isSlip: true };
  await pulled([
    paper(0, { about }),
    paper(1, { about, state: 'failed' }),
    paper(2, { state: 'failed' }),
  ]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('status').textContent).toMatch(/^El comprobante salió/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(dialog.getByRole('status').textContent).toBe('El comprobante no salió.');
  dialog.getByRole('button', { name: /Imprimir comprobante/ });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(dialog.getByRole('status').textContent).toBe('El recibo no salió.');
  dialog.getByRole('button', { name: /Imprimir el recibo/ });
});

it('of a shop without a printer shows each, and says nothing of printing', async () => {
  const at = paper(1);
  const about = at.about && { ...at.about, isSlip: true };
  await pulled([paper(0, { isOnScreen: true }), paper(1, { isOnScreen: true, about })]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('status').textContent).toBe('El recibo está en la pantalla.');
  expect(dialog.getByRole('option', { name: /CFE/ }).textContent).toContain('En pantalla');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(dialog.getByRole('status').textContent).toBe('El comprobante está en la pantalla.');
  expect(dialog.queryByRole('button', { name: /Imprimir/ })).toBeNull();
});

it('asks for a supervisor before a card is printed again, and shows nothing of its code', async () => {
  const cashier = await pulled([paper(0, { isWithheld: true, lines: [] })]);
  await cashier.waitForText(/no se muestra otra vez/);
  cashier.fake.answer('printing.copy', () => fail({ kind: 'not-allowed', needs: 'supervisor' }));
  await cashier.press('Control+P');
  await screen.findByRole('dialog', { name: 'Imprimir otra vez' });
  // Also for whoever sees, and not only as the name of the list.
  await screen.findByText('¿Quién lo autoriza?');
  expect(screen.getByRole('listbox', { name: '¿Quién lo autoriza?' })).toBeTruthy();
});

it('keeps to the paper that was on top when it was pulled, whatever is queued meanwhile', async () => {
  const first = paper(1, { isWithheld: true, lines: [] });
  const cashier = await pulled([first]);
  await cashier.waitForText(/no se muestra otra vez/);
  const { fake } = cashier;
  fake.answer('printing.copy', () => fail({ kind: 'not-allowed', needs: 'supervisor' }));
  fake.answer('printing.recent', () => ok([paper(0), first]));
  fake.emit('printing.changed', { jobId: 'job-0', paymentId: 'payment-0' });
  await isListed(/CFE/);
  await cashier.press('Control+P');
  await screen.findByRole('dialog', { name: 'Imprimir otra vez' });
  expect(fake.getInputs('printing.copy')).toEqual([{ paymentId: 'payment-1', approval: null }]);
  fake.answer('printing.recent', () => ok([paper(2), paper(0)]));
  fake.emit('printing.changed', { jobId: 'job-2', paymentId: 'payment-2' });
  await cashier.press('Escape');
  await isListed(/Izzi/);
  // It is gone from the list: no other takes its place until somebody chooses it.
  await cashier.press('Control+P');
  expect(fake.getInputs('printing.copy')).toHaveLength(1);
});

it('says what will be there where nothing was printed yet', async () => {
  const cashier = await pulled([]);
  await cashier.waitForText('Todavía no hay papeles');
  await cashier.press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
