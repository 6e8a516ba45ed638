import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { createFakeShift, type FakeCash } from '../../app/testing/fake-cash.ts';
import type { FakeTill } from '../../app/testing/fake-till.ts';
import {
  createBasket,
  createCashState,
  createPayment,
  mxn,
} from '../../app/testing/fake-values.ts';
import type { renderApp } from '../../app/testing/index.ts';
import { approve, chooseOption, findHeading, openShiftPage, user } from './shift.fixture.ts';

let fake: FakeTill;
let cash: FakeCash;
let show: () => ReturnType<typeof renderApp>;

beforeEach(() => {
  ({ fake, cash, show } = openShiftPage());
});

it('shows an unfinished basket before the count, and links to it', async () => {
  cash.state = createCashState({ shift: createFakeShift({ hasBasket: true }) });
  show();
  await chooseOption('Cerrar turno');
  await screen.findByText(/Hay una canasta sin terminar/);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByText('unresolved');
});

it('shows during a count which cash of an open basket must stay apart', async () => {
  const unknown = createPayment({ state: 'unknown' });
  const shares = {
    paid: mxn('121.00'),
    refused: mxn('0.00'),
    unknown: mxn('150.00'),
    notSent: mxn('0.00'),
    over: mxn('229.00'),
  };
  fake.answer('basket.unfinished', () => ok([createBasket([unknown], { state: 'open', shares })]));
  show();
  await chooseOption('Entregar el cajón');
  await screen.findByText(/La canasta 7 sigue abierta: de su dinero, .379.00 se quedan aparte/);
});

it('shows during a count what customers still get, which is not to be counted', async () => {
  const left = { state: 'paid', toConfirm: 'paid', cash: mxn('2000.00') } as const;
  const payment = createPayment({ ...left, change: mxn('735.40') });
  const notMade = createPayment({
    id: 'payment-2',
    state: 'not-performed',
    toConfirm: 'not-paid',
    cash: mxn('100.00'),
    change: mxn('0.00'),
  });
  fake.answer('payments.unresolved', () => ok([payment, notMade]));
  fake.shop.status = { ...fake.shop.status, unresolved: 2 };
  show();
  await chooseOption('Entregar el cajón');
  await screen.findByText(/No cuente .835.40 que falta dar a clientes/);
});

it('starts no count before the unfinished baskets are loaded', async () => {
  fake.answer('basket.unfinished', () => fail({ kind: 'internal', reference: 'abc123' }));
  show();
  await chooseOption('Entregar el cajón');
  await screen.findByText(/abc123/);
  expect(screen.queryByRole('textbox')).toBeNull();
});

describe('closing a shift', () => {
  const getPageText = (): string => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');

  it('counts blind, asks for an explanation, and prints the Z report', async () => {
    show();
    await chooseOption('Cerrar turno');
    await findHeading('¿Cuánto hay en el cajón?');
    expect(getPageText()).not.toContain('1,100.00');
    expect(getPageText()).not.toContain('Debe haber');
    await user.keyboard('1000{Enter}');
    await findHeading('El conteo');
    expect(getPageText()).toContain('1,100.00');
    await user.keyboard('{Enter}');
    await screen.findByText('Escriba el motivo, con al menos 3 letras.');
    expect(fake.getInputs('cash.close')).toEqual([]);
    await user.type(screen.getByLabelText('Explicación'), 'faltó un billete{Enter}');
    await findHeading('Corte Z 7');
    await screen.findByText('Papel job-7');
    expect(fake.getInputs('cash.close')).toEqual([
      { shiftId: 'shift-1', countId: 'count-1', explanation: 'faltó un billete' },
    ]);
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Papel job-1');
  });

  it('closes immediately when the count matches, and announces it before', async () => {
    show();
    await chooseOption('Cerrar turno');
    await screen.findByText(/Si cuadra, el turno se cierra/);
    await user.keyboard('1100{Enter}');
    await findHeading('Corte Z 7');
    expect(fake.getInputs('cash.count')).toMatchObject([
      { counts: [{ currency: 'MXN', pieces: [], other: '1100.00' }] },
    ]);
    expect(fake.getInputs('cash.close')).toEqual([
      { shiftId: 'shift-1', countId: 'count-1', explanation: null },
    ]);
  });

  it('accepts a sum or pieces of a currency, never both', async () => {
    show();
    await chooseOption('Cerrar turno');
    const sum = await screen.findByLabelText('Todo en una suma');
    const piece = await screen.findByLabelText(/500/);
    await user.type(sum, '9');
    expect(piece).toHaveProperty('disabled', true);
    await user.clear(sum);
    await user.type(piece, '1');
    expect(sum).toHaveProperty('disabled', true);
  });

  it('lists the open payments, and links to them', async () => {
    cash.openItems = [
      {
        paymentId: 'p1',
        kind: 'bill',
        billerName: 'CFE',
        account: '**** 0007',
        amount: { amount: '549.00', currency: 'MXN' },
        why: 'unresolved',
      },
    ];
    const { navigation } = show();
    await chooseOption('Cerrar turno');
    await screen.findByText('Este turno no se puede cerrar todavía.');
    expect(getPageText()).toContain('CFE **** 0007');
    await user.keyboard('{Enter}');
    expect(navigation.getState().route).toEqual({ name: 'unresolved' });
  });

  it('hands the drawer over with open payments after the receiver’s PIN', async () => {
    cash.openItems = [
      {
        paymentId: 'p1',
        kind: 'cash-out',
        billerName: 'Banco',
        account: '**** 0007',
        amount: { amount: '200.00', currency: 'MXN' },
        why: 'hand-over',
      },
    ];
    show();
    await chooseOption('Cerrar turno');
    await screen.findByText('Este turno no se puede cerrar todavía.');
    await user.keyboard('{Insert}');
    await findHeading('¿Cuánto hay en el cajón?');
    await user.keyboard('1100{Enter}');
    await findHeading('El conteo');
    expect(getPageText()).toContain('Banco **** 0007');
    await user.keyboard('{Enter}');
    await approve('2222');
    await findHeading('Corte Z 7');
    expect(fake.getInputs('cash.handOver')).toEqual([
      {
        shiftId: 'shift-1',
        countId: 'count-1',
        explanation: null,
        receiver: { cashierId: 'luis', pin: '2222' },
      },
    ]);
  });

  it('adds a currency to the count when its cash moved meanwhile', async () => {
    show();
    await chooseOption('Cerrar turno');
    await findHeading('¿Cuánto hay en el cajón?');
    await user.keyboard('{Enter}2{Enter}');
    cash.state = { ...cash.state, shift: createFakeShift({ currencies: ['MXN', 'USD'] }) };
    act(() => fake.emit('cash.changed', {}));
    await screen.findByRole('region', { name: 'USD' });
    await user.keyboard('{Enter}{Enter}{Enter}9.50{Enter}');
    await findHeading('El conteo');
    expect(fake.getInputs('cash.count')).toMatchObject([
      {
        counts: [
          { currency: 'MXN', pieces: [{ value: '500', count: 2 }], other: '0.00' },
          { currency: 'USD', other: '9.50' },
        ],
      },
    ]);
  });

  it('continues with an earlier count', async () => {
    show();
    await chooseOption('Cerrar turno');
    await findHeading('¿Cuánto hay en el cajón?');
    await user.keyboard('1000{Enter}');
    await findHeading('El conteo');
    await user.keyboard('{Escape}');
    await chooseOption('Cerrar turno');
    await findHeading('El conteo');
    // Counting again needs a supervisor, because the expected sum was shown.
    await user.keyboard('{Insert}');
    await findHeading('¿Cuánto hay en el cajón?');
    await user.keyboard('1100{Enter}');
    await approve('2222');
    await screen.findAllByText('Sin diferencia');
    expect(fake.getInputs('cash.count').map(({ approval }) => approval)).toEqual([
      null,
      { cashierId: 'luis', pin: '2222' },
    ]);
  });
});
