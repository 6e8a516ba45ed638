import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Tape } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import { createFakePaper, createFakeShift, type FakeCash } from '../../app/testing/fake-cash.ts';
import type { FakeTill } from '../../app/testing/fake-till.ts';
import { createCashState } from '../../app/testing/fake-values.ts';
import type { renderApp } from '../../app/testing/index.ts';
import { approve, chooseOption, findHeading, openShiftPage, user } from './shift.fixture.ts';

let fake: FakeTill;
let cash: FakeCash;
let show: () => ReturnType<typeof renderApp>;

beforeEach(() => {
  ({ fake, cash, show } = openShiftPage());
});

describe('shift page', () => {
  it('puts cash into the safe without a reason', async () => {
    cash.state = createCashState({ shift: createFakeShift() });
    show();
    await chooseOption('Guardar en la caja fuerte');
    await findHeading('¿Cuánto guarda en la caja fuerte?');
    await user.keyboard('1000{Enter}');
    await screen.findByText(/^Guardado registrado/);
    expect(fake.getInputs('cash.drop')).toEqual([
      { amount: { amount: '1000.00', currency: 'MXN' } },
    ]);
  });

  it('shows why a drop was refused', async () => {
    cash.state = createCashState({ shift: createFakeShift() });
    fake.answer('cash.drop', () => fail({ kind: 'cash', reason: 'above-drawer' }));
    show();
    await chooseOption('Guardar en la caja fuerte');
    await user.keyboard('1000{Enter}');
    await screen.findByText('Es más de lo que debe haber en el cajón.');
  });

  it('shows that no shift is open, and opens one with a counted float', async () => {
    cash.state = createCashState();
    show();
    await screen.findByText('No hay un turno abierto.');
    await chooseOption('Abrir turno');
    await findHeading('¿Cuánto hay de fondo?');
    // The label of Enter depends on the focused field.
    const button = await screen.findByRole('button', { name: /Siguiente/ });
    // Pressing the button itself, which removes the focus from the field, works the same way.
    act(() => button.focus());
    await user.click(button);
    await user.keyboard('2{Enter}3{Enter}{Enter}0.25');
    expect(await screen.findByRole('button', { name: /Abrir turno/ })).toBeTruthy();
    await user.keyboard('{Enter}');
    await screen.findByText(/Turno 12, abierto por Ana/);
    expect(fake.getInputs('cash.open')).toEqual([
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

  it('focuses the first action once the opened shift is loaded', async () => {
    cash.state = createCashState();
    show();
    await chooseOption('Abrir turno');
    await findHeading('¿Cuánto hay de fondo?');
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
    ['1.5', 'Escriba un número entero.'],
    ['99999999999', 'Son demasiados.'],
  ])('shows at the field why the piece count %s is invalid', async (typed, words) => {
    cash.state = createCashState();
    show();
    await chooseOption('Abrir turno');
    await findHeading('¿Cuánto hay de fondo?');
    await user.keyboard(`{Enter}${typed}{Enter}{Enter}{Enter}{Enter}`);
    await screen.findByText(words);
    expect(fake.getInputs('cash.open')).toEqual([]);
  });

  it.each([
    ['-5', 'El importe no puede ser negativo.'],
    ['1.2345', /decimales|No es|Esto no es un importe/],
    ['99999999999', 'El importe es demasiado grande. Revise si sobran ceros.'],
  ])('shows at the field why the sum %s is invalid', async (typed, words) => {
    cash.state = createCashState();
    show();
    await chooseOption('Abrir turno');
    await findHeading('¿Cuánto hay de fondo?');
    await user.keyboard(`{Enter}{Enter}{Enter}{Enter}${typed}{Enter}`);
    await screen.findByText(words);
    expect(fake.getInputs('cash.open')).toEqual([]);
  });

  it('shows that the float was not counted', async () => {
    cash.state = createCashState({ shift: createFakeShift({ isFloatCounted: false }) });
    show();
    await screen.findByText('El fondo de este turno no se contó.');
    await chooseOption('Contar el fondo');
    await findHeading('¿Cuánto había de fondo?');
  });

  it('records a pay-out with a reason and a supervisor’s PIN', async () => {
    show();
    await chooseOption('Salida de efectivo');
    await findHeading('¿Cuánto sale del cajón?');
    await user.keyboard('49{Enter}');
    await user.keyboard('ga{Enter}');
    await screen.findByText('Escriba el motivo, con al menos 3 letras.');
    await user.type(screen.getByLabelText('Motivo'), 'rrafón{Enter}');
    await approve('1111');
    await screen.findByText('El PIN no es correcto.');
    await approve('2222');
    await screen.findByText(/Salida registrada/);
    await screen.findByText('Papel job-1');
    expect(fake.getInputs('cash.payOut').at(-1)).toEqual({
      amount: { amount: '49.00', currency: 'MXN' },
      reason: 'garrafón',
      approval: { cashierId: 'luis', pin: '2222' },
    });
  });

  it('does not mention an opening drawer if the printer has none', async () => {
    cash.state = createCashState({ shift: createFakeShift(), hasDrawer: false });
    show();
    await chooseOption('Abrir el cajón sin venta');
    await findHeading('¿Por qué se abre el cajón?');
    await user.keyboard('cambio{Enter}');
    await approve('2222');
    await screen.findByText(/la impresora no tiene cajón: ábralo con la llave/);
    expect(document.body.textContent).not.toContain('El cajón se abre con');
  });

  it('prints a failed slip again', async () => {
    cash.paper = 'failed';
    show();
    await chooseOption('Entrada de efectivo');
    await findHeading('¿Cuánto entra al cajón?');
    await user.keyboard('49{Enter}cambio{Enter}');
    await screen.findByText(/No salió/);
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Impreso.');
    expect(fake.getInputs('printing.retry')).toEqual([{ jobId: 'job-1', approval: null }]);
  });

  it('shows that the drawer stays closed when a slip is reprinted', async () => {
    fake.answer('printing.job', () =>
      ok({ ...createFakePaper('job-1', 'printed'), isDrawerKept: true }),
    );
    show();
    await chooseOption('Entrada de efectivo');
    await findHeading('¿Cuánto entra al cajón?');
    await user.keyboard('49{Enter}cambio{Enter}');
    await screen.findByText(/El cajón ya no se abre con este papel/);
  });

  it('reprints a withheld report only with a supervisor’s PIN', async () => {
    cash.paper = 'failed';
    const tapeNow = (): Tape => ({
      ...createFakePaper('job-1', cash.paper),
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
    await chooseOption('Corte X');
    await findHeading('Corte X');
    await user.keyboard('{Enter}');
    await approve('2222');
    await findHeading('Corte X del turno 12');
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Este informe lo ve un supervisor.');
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText(/Lo permite un supervisor/);
    await approve('2222');
    await screen.findByText('Impreso.');
    expect(fake.getInputs('printing.retry').map(({ approval }) => approval?.pin ?? null)).toEqual([
      null,
      '2222',
    ]);
  });

  it('shows why a paper cannot be reprinted', async () => {
    cash.paper = 'failed';
    show();
    await chooseOption('Entrada de efectivo');
    await findHeading('¿Cuánto entra al cajón?');
    await user.keyboard('49{Enter}cambio{Enter}');
    await screen.findByText(/No salió/);
    fake.answer('printing.retry', () => fail({ kind: 'storage', reason: 'full', file: 'ledger' }));
    await user.keyboard('{Control>}p{/Control}');
    expect((await screen.findAllByText(/disco|espacio/i)).length).toBeGreaterThan(0);
    const problem = { kind: 'not-allowed', needs: 'supervisor' } as const;
    fake.answer('printing.retry', () => fail(problem));
    await user.keyboard('{Control>}p{/Control}');
    await approve('2222');
    await screen.findByText(describeProblem(problem, 'es-MX').title);
  });

  it('shows and prints an X report only with a supervisor’s PIN', async () => {
    show();
    await chooseOption('Corte X');
    await findHeading('Corte X');
    await user.keyboard('{Enter}');
    expect(fake.getInputs('cash.xReport')).toEqual([]);
    await approve('2222');
    await findHeading('Corte X del turno 12');
    expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain('1,100.00');
    await user.keyboard('{Control>}p{/Control}');
    await screen.findByText('Papel job-1');
    expect(fake.getInputs('cash.print')).toEqual([{ reportId: 'report-1' }]);
  });
});
