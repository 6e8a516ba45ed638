import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Tape } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import { type FakeCash, fakeCash, fakePaper, fakeShift } from '../../app/testing/fake-cash.ts';
import { fakeShop } from '../../app/testing/fake-shop.ts';
import { createFakeTill, type FakeTill } from '../../app/testing/fake-till.ts';
import { aBasket, aPayment, fakeCashState, mxn } from '../../app/testing/fake-values.ts';
import { showApp } from '../../app/testing/index.ts';
import { Shift } from './index.ts';

const user = userEvent.setup({ delay: null });
let fake: FakeTill;
let cash: FakeCash;

beforeEach(() => {
  const cashier = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
  fake = createFakeTill(fakeShop({ session: { cashier } }));
  cash = fakeCash(fake, fakeCashState({ shift: fakeShift() }));
});

function show(): ReturnType<typeof showApp> {
  return showApp(fake, { features: { shift: Shift }, route: { name: 'shift' } });
}

async function choose(name: string): Promise<void> {
  const row = await screen.findByRole('option', { name: new RegExp(`^${name}`) });
  await user.click(row);
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

async function approve(pin: string): Promise<void> {
  const dialog = await screen.findByRole('dialog');
  const choices = within(dialog).queryAllByRole('option');
  const luis = choices.find((one) => one.textContent?.includes('Luis'));
  if (luis) await user.click(luis);
  await user.type(await within(dialog).findByLabelText(/PIN/), `${pin}{Enter}`);
}

it('tells of an unfinished basket before anybody counts, and leads to it', async () => {
  cash.state = fakeCashState({ shift: fakeShift({ hasBasket: true }) });
  show();
  await choose('Cerrar turno');
  await screen.findByText(/Hay una canasta sin terminar/);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByText('unresolved');
});

it('says in a count what of an open basket’s money is not the drawer’s', async () => {
  const unknown = aPayment({ state: 'unknown' });
  const shares = {
    paid: mxn('121.00'),
    refused: mxn('0.00'),
    unknown: mxn('150.00'),
    notSent: mxn('0.00'),
    over: mxn('229.00'),
  };
  fake.answer('basket.unfinished', () => ok([aBasket([unknown], { state: 'open', shares })]));
  show();
  await choose('Entregar el cajón');
  await screen.findByText(/La canasta 7 sigue abierta: de su dinero, .379.00 se quedan aparte/);
});

it('counts nothing before it is known which money has to stay apart', async () => {
  fake.answer('basket.unfinished', () => fail({ kind: 'internal', reference: 'abc123' }));
  show();
  await choose('Entregar el cajón');
  await screen.findByText(/abc123/);
  expect(screen.queryByRole('textbox')).toBeNull();
});

describe('the room of shift and cash', () => {
  it('says that no shift is open, and opens one with a counted float', async () => {
    cash.state = fakeCashState();
    show();
    await screen.findByText('No hay un turno abierto.');
    await choose('Abrir turno');
    await heading('¿Cuánto hay de fondo?');
    // Enter is named by what it does in the field.
    const button = await screen.findByRole('button', { name: /Siguiente/ });
    // So is the button, which takes the focus out of the field when it is pressed.
    act(() => button.focus());
    await user.click(button);
    await user.keyboard('2{Enter}3{Enter}{Enter}0.25');
    expect(await screen.findByRole('button', { name: /Abrir turno/ })).toBeTruthy();
    await user.keyboard('{Enter}');
    await screen.findByText(/Turno 12, abierto por Ana/);
    expect(fake.inputsOf('cash.open')).toEqual([
      {
        counts: [
          {
            currency: 'MXN',
            pieces: [
              { value: '500', count: 2 },
              { value: '100', count: 3 },
            ],
            other: '0.25',
          },
        ],
      },
    ]);
  });

  it('goes on at the first thing to do, once the shift that was opened is read', async () => {
    cash.state = fakeCashState();
    show();
    await choose('Abrir turno');
    await heading('¿Cuánto hay de fondo?');
    const read = Promise.withResolvers<void>();
    fake.answer('cash.state', async () => {
      await read.promise;
      return ok(cash.state);
    });
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}');
    await screen.findByRole('option', { name: /^Abrir turno/ });
    read.resolve();
    await screen.findByText(/Turno 12, abierto por Ana/);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Cerrar turno/));
  });

  it.each([
    ['dos', 'Escriba solo números.'],
    ['-2', 'No puede ser menos de cero.'],
    ['1.5', 'Escriba piezas enteras.'],
    ['99999999999', 'Son demasiadas piezas.'],
  ])('says at the field what is wrong with %s', async (typed, words) => {
    cash.state = fakeCashState();
    show();
    await choose('Abrir turno');
    await heading('¿Cuánto hay de fondo?');
    await user.keyboard(`{Enter}${typed}{Enter}{Enter}{Enter}{Enter}`);
    await screen.findByText(words);
    expect(fake.inputsOf('cash.open')).toEqual([]);
  });

  it.each([
    ['-5', 'El importe no puede ser negativo.'],
    ['1.2345', /decimales|No es|Esto no es un importe/],
    ['99999999999', 'El importe es demasiado grande. Revise si sobran ceros.'],
  ])('says it of a sum of %s, too', async (typed, words) => {
    cash.state = fakeCashState();
    show();
    await choose('Abrir turno');
    await heading('¿Cuánto hay de fondo?');
    await user.keyboard(`{Enter}{Enter}{Enter}{Enter}${typed}{Enter}`);
    await screen.findByText(words);
    expect(fake.inputsOf('cash.open')).toEqual([]);
  });

  it('says that a float was not counted', async () => {
    cash.state = fakeCashState({ shift: fakeShift({ isFloatCounted: false }) });
    show();
    await screen.findByText('El fondo de este turno no se contó.');
    await choose('Contar el fondo');
    await heading('¿Cuánto había de fondo?');
  });

  it('takes a pay-out with a reason and a supervisor’s PIN', async () => {
    show();
    await choose('Salida de efectivo');
    await heading('¿Cuánto sale del cajón?');
    await user.keyboard('49{Enter}');
    await user.keyboard('ga{Enter}');
    await screen.findByText('Escriba el motivo, con al menos 3 letras.');
    await user.type(screen.getByLabelText('Motivo'), 'rrafón{Enter}');
    await approve('1111');
    await screen.findByText('El PIN no es correcto.');
    await approve('2222');
    await screen.findByText(/Salida registrada/);
    await screen.findByText('Papel job-1');
    expect(fake.inputsOf('cash.payOut').at(-1)).toEqual({
      amount: { amount: '49.00', currency: 'MXN' },
      reason: 'garrafón',
      approval: { cashierId: 'luis', pin: '2222' },
    });
  });

  it('promises no drawer that opens where the printer has none', async () => {
    cash.state = fakeCashState({ shift: fakeShift(), hasDrawer: false });
    show();
    await choose('Abrir el cajón sin venta');
    await heading('¿Por qué se abre el cajón?');
    await user.keyboard('cambio{Enter}');
    await approve('2222');
    await screen.findByText(/la impresora no tiene cajón: ábralo con la llave/);
    expect(document.body.textContent).not.toContain('El cajón se abre con');
  });

  it('prints a slip again that did not come out', async () => {
    cash.paper = 'failed';
    show();
    await choose('Entrada de efectivo');
    await heading('¿Cuánto entra al cajón?');
    await user.keyboard('49{Enter}cambio{Enter}');
    await screen.findByText(/El papel no salió/);
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Papel impreso.');
    expect(fake.inputsOf('printing.retry')).toEqual([{ jobId: 'job-1', approval: null }]);
  });

  it('says that the drawer stays shut with a slip that is printed again', async () => {
    fake.answer('printing.job', () => ok({ ...fakePaper('job-1', 'printed'), isDrawerKept: true }));
    show();
    await choose('Entrada de efectivo');
    await heading('¿Cuánto entra al cajón?');
    await user.keyboard('49{Enter}cambio{Enter}');
    await screen.findByText(/El cajón ya no se abre con este papel/);
  });

  it('prints a report again that is withheld only by a supervisor’s PIN', async () => {
    cash.paper = 'failed';
    const tapeNow = (): Tape => ({
      ...fakePaper('job-1', cash.paper),
      isWithheld: true,
      lines: [],
    });
    fake.answer('printing.job', () => ok(tapeNow()));
    fake.answer('printing.retry', ({ approval }) => {
      if (approval?.pin !== '2222') return fail({ kind: 'not-allowed', needs: 'supervisor' });
      cash.paper = 'printed';
      return ok(tapeNow());
    });
    show();
    await choose('Corte X');
    await heading('Corte X');
    await user.keyboard('{Enter}');
    await approve('2222');
    await heading('Corte X del turno 12');
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Este informe lo ve un supervisor.');
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText(/Lo permite un supervisor/);
    await approve('2222');
    await screen.findByText('Papel impreso.');
    expect(fake.inputsOf('printing.retry').map(({ approval }) => approval?.pin ?? null)).toEqual([
      null,
      '2222',
    ]);
  });

  it('says why a paper cannot be printed again', async () => {
    cash.paper = 'failed';
    show();
    await choose('Entrada de efectivo');
    await heading('¿Cuánto entra al cajón?');
    await user.keyboard('49{Enter}cambio{Enter}');
    await screen.findByText(/El papel no salió/);
    fake.answer('printing.retry', () => fail({ kind: 'storage', reason: 'full', file: 'ledger' }));
    await user.keyboard('{Control>}p{/Control}');
    expect((await screen.findAllByText(/disco|espacio/i)).length).toBeGreaterThan(0);
    const problem = { kind: 'not-allowed', needs: 'supervisor' } as const;
    fake.answer('printing.retry', () => fail(problem));
    await user.keyboard('{Control>}p{/Control}');
    await approve('2222');
    await screen.findByText(describeProblem(problem, 'es-MX').happened);
  });

  it('shows an X report only by a supervisor’s PIN, and prints it', async () => {
    show();
    await choose('Corte X');
    await heading('Corte X');
    await user.keyboard('{Enter}');
    expect(fake.inputsOf('cash.xReport')).toEqual([]);
    await approve('2222');
    await heading('Corte X del turno 12');
    expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain('1,100.00');
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Papel job-1');
    expect(fake.inputsOf('cash.print')).toEqual([{ reportId: 'report-1' }]);
  });
});

describe('closing', () => {
  const words = (): string => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');

  it('counts blindly, asks why it differs, and prints the Z report', async () => {
    show();
    await choose('Cerrar turno');
    await heading('¿Cuánto hay en el cajón?');
    expect(words()).not.toContain('1,100.00');
    expect(words()).not.toContain('Debe haber');
    await user.keyboard('1000{Enter}');
    await heading('El conteo');
    expect(words()).toContain('1,100.00');
    await user.keyboard('{Enter}');
    await screen.findByText('Escriba el motivo, con al menos 3 letras.');
    expect(fake.inputsOf('cash.close')).toEqual([]);
    await user.type(screen.getByLabelText('Explicación'), 'faltó un billete{Enter}');
    await heading('Corte Z 7');
    await screen.findByText('Papel job-7');
    expect(fake.inputsOf('cash.close')).toEqual([
      { shiftId: 'shift-1', countId: 'count-1', explanation: 'faltó un billete' },
    ]);
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Papel job-1');
  });

  it('closes at once what adds up, by its sum, and says so before', async () => {
    show();
    await choose('Cerrar turno');
    await screen.findByText(/Si cuadra, el turno se cierra/);
    await user.keyboard('1100{Enter}');
    await heading('Corte Z 7');
    expect(fake.inputsOf('cash.count')).toMatchObject([
      { counts: [{ currency: 'MXN', pieces: [], other: '1100.00' }] },
    ]);
    expect(fake.inputsOf('cash.close')).toEqual([
      { shiftId: 'shift-1', countId: 'count-1', explanation: null },
    ]);
  });

  it('takes a sum or pieces of a currency, and never both', async () => {
    show();
    await choose('Cerrar turno');
    const sum = await screen.findByLabelText('Todo en una suma');
    const piece = await screen.findByLabelText(/500/);
    await user.type(sum, '9');
    expect(piece).toHaveProperty('disabled', true);
    await user.clear(sum);
    await user.type(piece, '1');
    expect(sum).toHaveProperty('disabled', true);
  });

  it('names what is open, and leads there', async () => {
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
    await choose('Cerrar turno');
    await screen.findByText('Este turno no se puede cerrar todavía.');
    expect(words()).toContain('CFE **** 0007');
    await user.keyboard('{Enter}');
    expect(navigation.getState().route).toEqual({ name: 'unresolved' });
  });

  it('hands the drawer over with what is open, by the other’s PIN', async () => {
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
    await choose('Cerrar turno');
    await screen.findByText('Este turno no se puede cerrar todavía.');
    await user.keyboard('{Insert}');
    await heading('¿Cuánto hay en el cajón?');
    await user.keyboard('1100{Enter}');
    await heading('El conteo');
    expect(words()).toContain('Banco **** 0007');
    await user.keyboard('{Enter}');
    await approve('2222');
    await heading('Corte Z 7');
    expect(fake.inputsOf('cash.handOver')).toEqual([
      {
        shiftId: 'shift-1',
        countId: 'count-1',
        explanation: null,
        receiver: { cashierId: 'luis', pin: '2222' },
      },
    ]);
  });

  it('counts also a currency in which something moved only meanwhile', async () => {
    show();
    await choose('Cerrar turno');
    await heading('¿Cuánto hay en el cajón?');
    await user.keyboard('{Enter}2{Enter}');
    cash.state = { ...cash.state, shift: fakeShift({ currencies: ['MXN', 'USD'] }) };
    act(() => fake.emit('cash.changed', {}));
    await screen.findByRole('region', { name: 'USD' });
    await user.keyboard('{Enter}{Enter}{Enter}9.50{Enter}');
    await heading('El conteo');
    expect(fake.inputsOf('cash.count')).toMatchObject([
      {
        counts: [
          { currency: 'MXN', pieces: [{ value: '500', count: 2 }], other: '0.00' },
          { currency: 'USD', other: '9.50' },
        ],
      },
    ]);
  });

  it('goes on after a count that was given before', async () => {
    show();
    await choose('Cerrar turno');
    await heading('¿Cuánto hay en el cajón?');
    await user.keyboard('1000{Enter}');
    await heading('El conteo');
    await user.keyboard('{Escape}');
    await choose('Cerrar turno');
    await heading('El conteo');
    // Another count takes a supervisor: what should be there is known.
    await user.keyboard('{Insert}');
    await heading('¿Cuánto hay en el cajón?');
    await user.keyboard('1100{Enter}');
    await approve('2222');
    await screen.findAllByText('Sin diferencia');
    expect(fake.inputsOf('cash.count').map(({ approval }) => approval)).toEqual([
      null,
      { cashierId: 'luis', pin: '2222' },
    ]);
  });
});
