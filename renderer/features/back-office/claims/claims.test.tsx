import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type ClaimDetails, fail, ok } from '../../../../shared/contract/index.ts';
import { createFakePaper } from '../../../app/testing/fake-cash.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createPayment } from '../../../app/testing/fake-values.ts';
import { approve } from '../../shift/shift.fixture.ts';

freezeClock();

function createClaim(changes: Partial<ClaimDetails> = {}): ClaimDetails {
  return {
    id: 'claim-1',
    number: 3,
    paymentId: 'payment-1',
    state: 'open',
    openedAt: '2026-03-10T15:00:00Z',
    followUpOn: '2026-03-14',
    isDue: true,
    billerName: 'CFE',
    account: '**** 0007',
    amount: { amount: '549.00', currency: 'MXN' },
    entries: [
      {
        at: '2026-03-10T15:00:00Z',
        by: 'Ana',
        approvedBy: null,
        state: 'open',
        note: 'No aparece en CFE',
        followUpOn: '2026-03-14',
      },
    ],
    isTimeUncertain: false,
    ...changes,
  };
}

async function showClaims(claim = createClaim()): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  const { fake } = cashier;
  const { entries, isTimeUncertain, ...listed } = claim;
  fake.answer('claims.list', () => ok({ claims: [listed], isTimeUncertain }));
  fake.answer('claims.get', () => ok({ ...claim, entries }));
  fake.answer('printing.job', ({ jobId }) => ok(createFakePaper(jobId, 'printed')));
  await cashier.press('F7');
  await userEvent.click(await screen.findByRole('option', { name: /^Reclamos/ }));
  await cashier.waitForHeading('Reclamos');
  return cashier;
}

async function openClaim(cashier: FakeCashier): Promise<void> {
  await userEvent.click(await screen.findByRole('option', { name: /CFE/ }));
  await cashier.waitForHeading('Reclamo 3');
}

async function choose(name: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('option', { name }));
}

it('lists the claims, and marks those that are due', async () => {
  const cashier = await showClaims();
  await cashier.waitForText('3 · CFE · **** 0007');
  await cashier.waitForText('Toca hoy o ya pasó');
});

it('says where a claim is opened while there is none', async () => {
  const cashier = await showClaims();
  cashier.fake.answer('claims.list', () => ok({ claims: [], isTimeUncertain: false }));
  await cashier.press('Escape');
  await userEvent.click(await screen.findByRole('option', { name: /^Reclamos/ }));
  await cashier.waitForText('Un reclamo se abre desde el pago');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('says that all open claims are due while the time is in doubt', async () => {
  const cashier = await showClaims(createClaim({ isTimeUncertain: true }));
  await cashier.waitForText('La hora de la caja está en duda.');
});

it('shows the due claims in the status bar, and opens them there', async () => {
  const cashier = await showClaims();
  const { fake } = cashier;
  await cashier.press('F2');
  const status = { ...fake.shop.status, claims: { open: 4, due: 2, isTimeUncertain: false } };
  act(() => fake.emit('status.changed', status));
  await userEvent.click(await screen.findByRole('button', { name: /Reclamos.*2 pendientes/ }));
  await cashier.waitForHeading('Reclamos');
  const uncertain = { ...status, claims: { open: 4, due: 4, isTimeUncertain: true } };
  act(() => fake.emit('status.changed', uncertain));
  await screen.findByRole('button', { name: /Reclamos.*hora en duda/ });
});

it('prints the sheet, and shows it on the tape', async () => {
  const cashier = await showClaims();
  cashier.fake.answer('claims.printSheet', () => ok({ jobId: 'job-1' }));
  await openClaim(cashier);
  await choose(/^Imprimir la hoja/);
  await cashier.waitForText('Papel job-1');
});

it('names the file of the saved sheet, and why it was not saved', async () => {
  const cashier = await showClaims();
  cashier.fake.answer('claims.saveSheet', () => ok({ kind: 'saved', name: 'reclamo-3.pdf' }));
  await openClaim(cashier);
  await choose(/^Guardar la hoja/);
  await cashier.waitForText('La hoja se guardó: reclamo-3.pdf');
  cashier.fake.answer('claims.saveSheet', () => fail({ kind: 'data-key', reason: 'missing' }));
  await choose(/^Guardar la hoja/);
  await screen.findByText(/clave/i);
});

it('adds a note with a new day', async () => {
  const cashier = await showClaims();
  cashier.fake.answer('claims.addEntry', () => ok(createClaim({ followUpOn: '2026-03-21' })));
  await openClaim(cashier);
  await choose(/^Anotar/);
  await cashier.waitForHeading('¿Qué pasó con el reclamo?');
  await cashier.type('Piden una semana');
  await cashier.press('Enter');
  await cashier.waitForHeading('¿Cuándo se le da seguimiento?');
  await choose(/^En una semana/);
  await cashier.waitForHeading('Reclamo 3');
  expect(cashier.fake.getInputs('claims.addEntry')).toEqual([
    { claimId: 'claim-1', note: 'Piden una semana', followUpInDays: 7 },
  ]);
});

it('closes a claim with the PIN of a supervisor, and not without a note', async () => {
  const cashier = await showClaims();
  cashier.fake.answer('claims.close', ({ approval }) =>
    approval?.pin === '2222'
      ? ok(createClaim({ state: 'resolved', isDue: false }))
      : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
  );
  await openClaim(cashier);
  await choose(/^Cerrar: resuelto/);
  await cashier.waitForHeading('¿Cómo se resolvió?');
  await cashier.press('Enter');
  await cashier.waitForText('Escriba al menos 3 letras.');
  await cashier.type('CFE lo abonó');
  await cashier.press('Enter');
  await approve('2222');
  await cashier.waitForHeading('Reclamo 3');
  expect(cashier.fake.getInputs('claims.close').at(-1)).toMatchObject({
    state: 'resolved',
    note: 'CFE lo abonó',
  });
});

it('offers no change of a closed claim', async () => {
  const cashier = await showClaims(createClaim({ state: 'rejected', isDue: false }));
  await openClaim(cashier);
  await screen.findByRole('option', { name: /^Imprimir la hoja/ });
  expect(screen.queryByRole('option', { name: /^(Anotar|Cerrar)/ })).toBeNull();
});

it('opens a claim from the payment in the history, and returns to it', async () => {
  const cashier = await createFakeCashier();
  const { fake } = cashier;
  const payment = createPayment({ id: 'payment-1', state: 'paid' });
  fake.answer('history.search', () => ok({ payments: [payment], next: null }));
  fake.answer('payments.get', () => ok(payment));
  fake.answer('history.events', () => ok([]));
  fake.answer('printing.forPayment', () => ok([]));
  fake.answer('claims.open', () => ok(createClaim()));
  fake.answer('claims.get', () => ok(createClaim()));
  await cashier.press('F8');
  await userEvent.click(await screen.findByRole('option', { name: /CFE/ }));
  await screen.findByRole('button', { name: /Reclamo/ });
  await cashier.press('Control+R');
  await cashier.waitForHeading('¿Qué reclama el cliente?');
  await cashier.type('No aparece en CFE');
  await cashier.press('Enter');
  await choose(/^En 3 días/);
  await cashier.waitForHeading('Reclamo 3');
  expect(fake.getInputs('claims.open')).toEqual([
    { paymentId: 'payment-1', note: 'No aparece en CFE', followUpInDays: 3 },
  ]);
  const { entries: _entries, isTimeUncertain: _isUncertain, ...listed } = createClaim();
  fake.answer('claims.ofPayment', () => ok(listed));
  await cashier.press('Escape');
  await screen.findByRole('button', { name: /Ver el reclamo/ });
  await waitFor(() => expect(fake.getInputs('claims.ofPayment').length).toBeGreaterThan(1));
});
