import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { answerChain, createChainPayment, DAYS, OVERVIEW } from './chain-page.fixture.ts';
import { ChainPage } from './index.ts';

const OWNER = { id: 'carmen', name: 'Carmen', role: 'owner' as const };

async function openChainPage(view?: string) {
  const fake = createFakeTill(createFakeShop({ session: { cashier: OWNER }, hasChain: true }));
  answerChain(fake.answer);
  renderApp(fake, { features: { chain: ChainPage }, route: { name: 'chain' } });
  await screen.findByRole('option', { name: /Cajas.*1 caja por revisar/ });
  if (view !== undefined) {
    await userEvent.click(screen.getByRole('option', { name: new RegExp(view) }));
  }
  return fake;
}

test('saves the office’s user after a successful sign-in, and deletes it on request', async () => {
  const fake = createFakeTill(createFakeShop({ session: { cashier: OWNER }, hasChain: true }));
  answerChain(fake.answer);
  let user: string | null = null;
  const access = () => ({ hosts: ['db:5432'], database: 'chain', shop: null, user });
  fake.answer('chain.access', () => ok(access()));
  fake.answer('chain.connect', (input) => {
    if (input.password !== 'right') return fail({ kind: 'chain-view', reason: 'refused' });
    user = input.user;
    return ok(access());
  });
  fake.answer('chain.disconnect', () => {
    user = null;
    return ok(access());
  });
  renderApp(fake, { features: { chain: ChainPage }, route: { name: 'chain' } });
  await userEvent.type(await screen.findByLabelText('Usuario de la oficina'), 'office');
  await userEvent.type(screen.getByLabelText('Contraseña'), 'wrong');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(/no acepta este usuario/)).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Contraseña'));
  await userEvent.type(screen.getByLabelText('Contraseña'), 'right{Enter}');
  await screen.findByRole('option', { name: /Ventas por tienda/ });
  await userEvent.keyboard('{Delete}');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByLabelText('Usuario de la oficina')).toBeTruthy();
  expect(fake.getInputs('chain.disconnect')).toHaveLength(1);
});

test('shows that the chain’s database is unreachable, and retries only on request', async () => {
  const fake = await openChainPage();
  fake.answer('chain.overview', () => fail({ kind: 'chain-view', reason: 'unreachable' }));
  await userEvent.keyboard('{F1}');
  expect(await screen.findByText(/no contesta/)).toBeTruthy();
  expect(fake.getInputs('chain.overview')).toHaveLength(2);
  // Every view is still offered, because its query may succeed.
  expect(screen.getAllByRole('option')).toHaveLength(7);
});

test('warns of a chain without a backup for two days', async () => {
  const fake = await openChainPage();
  const setBackupAge = async (hours: number) => {
    fake.answer('chain.overview', () =>
      ok({
        ...OVERVIEW,
        backupAt: new Date(Date.parse(OVERVIEW.readAt) - hours * 3_600_000).toISOString(),
      }),
    );
    await userEvent.keyboard('{F1}');
  };
  await setBackupAge(49);
  expect(await screen.findByText(/respaldo de la base de datos/)).toBeTruthy();
  await setBackupAge(47);
  await waitFor(() => expect(screen.queryByText(/respaldo de la base de datos/)).toBeNull());
});

test('shows the sales of each shop, and those of one shop by kind and by till', async () => {
  const fake = await openChainPage('Ventas por tienda');
  const centro = await screen.findByRole('option', { name: /Centro/ });
  expect(centro.textContent).toMatch(
    /200 pagos.*2 retiros de efectivo.*1 cancelación.*1 pendiente/,
  );
  expect(centro.textContent).toMatch(/\$73,810\.50/);
  expect(screen.getByText(/241 pagos · \$94,810\.50 sin comisiones/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Día'), '2026-03-13');
  await waitFor(() =>
    expect(fake.getInputs('chain.today').at(-1)).toEqual({ day: '2026-03-13', shop: null }),
  );
  await userEvent.click(await screen.findByRole('option', { name: /Centro/ }));
  const kinds = await screen.findByRole('list', { name: 'Por operación' });
  expect(within(kinds).getAllByRole('listitem')[1]?.textContent).toMatch(
    /Recarga.*9,600.*80 operaciones/,
  );
  expect(kinds.textContent).toMatch(/Retiro de efectivo−\$1,500\.00/);
  expect(screen.getByRole('list', { name: 'Por caja' }).textContent).toMatch(/Caja 01/);
});

test('shows a till’s problems, instructions and the payments that its ledger lacks', async () => {
  await openChainPage('Cajas');
  const till = await screen.findByRole('option', { name: /Norte · Caja 07/ });
  expect(till.textContent).toMatch(
    /dejó de avisar.*le faltan pagos.*número de caja repetido.*revisar/,
  );
  await userEvent.click(till);
  expect(await screen.findByText(/regresó a un estado anterior/)).toBeTruthy();
  expect(screen.getByText(/Otra caja de la cadena tiene este mismo número/)).toBeTruthy();
  expect(screen.getByText('Completa hasta')).toBeTruthy();
  await userEvent.click(screen.getByRole('option', { name: /CFE/ }));
  expect((await screen.findByRole('dialog')).textContent).toMatch(/0f3c8f6e/);
});

test('lists the tills missing in a day’s file, and the late sales', async () => {
  await openChainPage('Archivo diario de la cadena');
  const day = await screen.findByRole('option', { name: /13/ });
  expect(day.textContent).toMatch(/4812 transacciones.*falta 1 caja.*3 ventas llegaron tarde/);
  await userEvent.click(day);
  const missing = await screen.findByRole('list', { name: 'Cajas que faltan' });
  expect(missing.textContent).toMatch(/Norte · Caja 07.*completa hasta/);
  expect(screen.getByText(/3 ventas llegaron después de hacer el archivo/)).toBeTruthy();
});

test('says of a day that the list of the service could not be read', async () => {
  const fake = await openChainPage();
  fake.answer('chain.days', () =>
    ok({ days: DAYS.map((day) => ({ ...day, isListUnread: true })), next: null }),
  );
  await userEvent.click(screen.getByRole('option', { name: /Archivo diario de la cadena/ }));
  const day = await screen.findByRole('option', { name: /13/ });
  expect(day.textContent).toMatch(/no se pudo leer la lista del servicio/);
});

test('mentions the differences only if there are late sales', async () => {
  const fake = await openChainPage();
  const [day] = DAYS;
  if (day === undefined) throw new Error('no day');
  fake.answer('chain.day', () => ok({ day: { ...day, late: 0 }, tills: [] }));
  await userEvent.click(screen.getByRole('option', { name: /Archivo diario de la cadena/ }));
  await userEvent.click(await screen.findByRole('option', { name: /13/ }));
  expect(await screen.findByText(/cuando lleguen/)).toBeTruthy();
  expect(screen.queryByText(/están en “Diferencias”/)).toBeNull();
});

test('shows the reason and instructions for each difference and each refused row', async () => {
  await openChainPage('Diferencias');
  const list = await screen.findByRole('list', { name: 'Diferencias' });
  const [refused, differing] = within(list).getAllByRole('listitem');
  expect(refused?.textContent).toMatch(/no aceptó.*Norte · Caja 07.*invalid input.*línea de ayuda/);
  expect(differing?.textContent).toMatch(
    /otros datos de este pago \(importe, día\).*Llame al servicio/,
  );
  await userEvent.selectOptions(screen.getByLabelText('Ver'), 'daily-file');
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
});

test('shows the count difference of a closed shift, and no expected sum of an open one', async () => {
  await openChainPage('Turnos y cortes Z');
  const closed = await screen.findByRole('option', { name: /Centro · Caja 01/ });
  expect(closed.textContent).toMatch(/corte Z 12.*faltan \$50\.00/);
  await userEvent.click(closed);
  const totals = await screen.findByLabelText('Totales del corte Z');
  expect(totals.textContent).toMatch(
    /Pago14 · \$7,200\.00.*Recarga6 .*comisiones\$112\.00.*a-later-kind/,
  );
  expect(totals.textContent).not.toMatch(/Tarjeta/);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('option', { name: /Norte · Caja 07/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/se ve cuando el turno se cuenta/);
  expect(dialog.textContent).not.toMatch(/Debía haber/);
});

test('searches the payments of every till page by page, and exports the results', async () => {
  const fake = await openChainPage('Historial de la cadena');
  await userEvent.type(await screen.findByLabelText('Buscar'), '501');
  await screen.findByRole('option', { name: /CFE/ });
  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }));
  await waitFor(() => expect(screen.getAllByRole('option', { name: /CFE/ })).toHaveLength(2));
  await userEvent.keyboard('{Control>}g{/Control}');
  expect(await screen.findByText('/exports/chain.csv')).toBeTruthy();
  expect(fake.getInputs('chain.export')[0]?.filter).toMatchObject({ text: '501', shop: null });
});

test.each([
  [{ state: 'paid' }, 'pagado', 'paid', '$561.00'],
  [{ state: 'open' }, 'aún no se sabe', 'unknown', '$561.00'],
  [{ state: 'rejected' }, 'rechazado', 'refused', '$561.00'],
  [{ state: 'paid', kind: 'cash-out' }, 'hecho', 'paid', '−$561.00'],
  [{ state: 'by-hand-paid', kind: 'cancel' }, 'hecha, lo decidió', 'paid', '−$561.00'],
  [{ state: 'open', kind: 'cash-out' }, 'aún no se sabe', 'unknown', '$561.00'],
  [
    { state: 'paid', refund: { settled: null } },
    'devuelto por el servicio, falta arreglar su dinero',
    'warning',
    '$561.00',
  ],
  [
    { state: 'paid', refund: { settled: 'handed-back' } },
    'devuelto por el servicio',
    'info',
    '$561.00',
  ],
  [{ state: 'paid', cancelledBy: 'cancel-1' }, 'cancelado', 'info', '$561.00'],
] as const)(
  'shows a payment %j with its total as %s (%s): %s',
  async (changes, word, tone, total) => {
    const fake = await openChainPage();
    fake.answer('chain.search', () =>
      ok({ payments: [createChainPayment(changes)], next: null, searchedSince: null }),
    );
    await userEvent.click(screen.getByRole('option', { name: /Historial de la cadena/ }));
    const row = await screen.findByRole('option', { name: /CFE/ });
    const label = within(row).getByText(new RegExp(`^${word}`)).parentElement;
    expect(label?.className).toContain(tone);
    expect(label?.querySelector('svg')).not.toBeNull();
    expect(row.textContent?.match(/−?\$[\d.]+$/)?.[0]).toBe(total);
    await userEvent.click(row);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('heading').textContent).toBe(`CFE · ${total}`);
    expect(within(dialog).getByText(new RegExp(`^${word}`)).parentElement?.className).toContain(
      tone,
    );
    expect(dialog.textContent).toMatch(/Importe\$549\.00.*Total\$561\.00/);
  },
);

test('shows how far a search came that found nothing yet, and continues it', async () => {
  const fake = await openChainPage();
  fake.answer('chain.search', ({ cursor }) =>
    ok(
      cursor === null
        ? { payments: [], next: 'earlier', searchedSince: '2026-03-01T12:00:00.000Z' }
        : { payments: [createChainPayment({})], next: null, searchedSince: null },
    ),
  );
  await userEvent.click(screen.getByRole('option', { name: /Historial de la cadena/ }));
  expect(await screen.findByText(/^Se buscó hasta el .*1.*mar/)).toBeTruthy();
  expect(screen.queryByText('No hay operaciones así')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }));
  expect(await screen.findByRole('option', { name: /CFE/ })).toBeTruthy();
  expect(screen.queryByText(/^Se buscó hasta/)).toBeNull();
});

test('filters the payments of the chain by what was refunded or cancelled', async () => {
  const fake = await openChainPage('Historial de la cadena');
  await screen.findByRole('option', { name: /CFE/ });
  for (const state of ['refunded', 'taken-back']) {
    await userEvent.selectOptions(screen.getByLabelText('Estado'), state);
    await waitFor(() => expect(fake.getInputs('chain.search').at(-1)?.filter.state).toBe(state));
  }
  // The less frequent filters leave their room to the list.
  expect(screen.queryByLabelText('Importe')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Más' }));
  await userEvent.type(screen.getByLabelText('Importe'), '561');
  await waitFor(() => expect(fake.getInputs('chain.search').at(-1)?.filter.amount).toBe('561.00'));
});
