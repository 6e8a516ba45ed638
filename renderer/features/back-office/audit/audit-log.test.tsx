import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  AUDIT_DETAILS,
  type AuditEntry,
  type AuditVerdict,
  type Language,
  ok,
} from '../../../../shared/contract/index.ts';
import { createFakeShop, createFakeTill, renderApp } from '../../../app/testing/index.ts';
import { loadTexts } from '../../../i18n/index.ts';
import { AuditLog } from './index.ts';

const createEntry = (number: number, changes: Partial<AuditEntry>): AuditEntry => ({
  number,
  at: '2026-03-14T16:00:00Z',
  kind: 'pay-out',
  byName: 'Ana',
  approverName: null,
  details: [],
  digest: 'a'.repeat(64),
  ...changes,
});
const ENTRIES: readonly AuditEntry[] = [
  createEntry(3, {
    approverName: 'Luis',
    details: [
      { name: 'amount', value: '50.00 MXN' },
      { name: 'reason', value: 'hielo de 10 MXN' },
    ],
  }),
  createEntry(2, { kind: 'of-a-later-version', details: [{ name: 'later', value: 'true' }] }),
  createEntry(1, { kind: 'backup-made', byName: null }),
];
const INTACT_VERDICT: AuditVerdict = {
  rows: 3,
  head: { number: 3, digest: 'b'.repeat(64) },
  problem: null,
  sealed: null,
  seals: 0,
};

async function createAuditTill(verdict: AuditVerdict, language: Language) {
  const cashier = { id: 'luis', name: 'Luis', role: 'supervisor' as const };
  await loadTexts(language);
  const fake = createFakeTill(createFakeShop({ session: { cashier }, language }));
  fake.answer('audit.page', ({ filter, cursor }) =>
    ok({
      entries:
        cursor === null
          ? ENTRIES.filter(
              (listedEntry) => filter.kinds === null || filter.kinds.includes(listedEntry.kind),
            )
          : [createEntry(0, { kind: 'signed-in' })],
      next: cursor === null ? '2026-03-14T16:00:00Z/1' : null,
    }),
  );
  fake.answer('audit.filterOptions', () =>
    ok({ kinds: ['pay-out', 'of-a-later-version'], people: [{ id: 'ana', name: 'Ana' }] }),
  );
  fake.answer('audit.verify', () => ok(verdict));
  fake.answer('audit.export', () => ok({ file: '/exports/audit.csv', rows: 3 }));
  return fake;
}

async function openAuditLog(verdict: AuditVerdict = INTACT_VERDICT, language: Language = 'es-MX') {
  const fake = await createAuditTill(verdict, language);
  renderApp(fake, { features: { audit: AuditLog }, route: { name: 'audit' } });
  await screen.findByRole('option', { name: /Sacó efectivo|Paid cash out/ });
  return fake;
}

test('shows who did what and who approved it, and an unknown act as recorded', async () => {
  await openAuditLog();
  const [first, second, third] = screen.getAllByRole('option', { name: /./ }).slice(-3);
  expect(first?.textContent).toMatch(
    /Sacó efectivo.*Ana.*autorizó Luis.*: \$50\.00 .*hielo de 10 MXN/,
  );
  expect(second?.textContent).toMatch(/of-a-later-version.*later: sí/);
  expect(third?.textContent).toMatch(/La caja, sola/);
  await userEvent.click(screen.getByRole('button', { name: 'Ver más antiguos' }));
  expect(await screen.findByRole('option', { name: /Entró/ })).toBeTruthy();
});

test('hides ids and digests in the rows, and shows them in the dialog', async () => {
  const fake = await openAuditLog();
  const payment = 'c432fb3b-5d43-472c-8eb7-4b932b62706f';
  const digest = 'T2apdMmfjoloBW-P2oJtjVaXE1vWdpI4VOuftrVllyk';
  const entries = [
    createEntry(1, {
      kind: 'cancel',
      details: [
        { name: 'paymentId', value: payment },
        { name: 'settingsDigest', value: digest },
        { name: 'reason', value: 'se repitió' },
      ],
    }),
  ];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const row = await screen.findByRole('option', { name: /Motivo: se repitió/ });
  expect(row.textContent).not.toContain(payment);
  expect(row.textContent).not.toContain(digest);
  await userEvent.click(row);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(payment);
  expect(dialog.textContent).toContain(digest);
});

test('formats counted sums by currency, one sum for each', async () => {
  const fake = await openAuditLog();
  const countedDetail = { name: 'counted', value: '1234.50 MXN, 20.00 USD' };
  const difference = { name: 'difference', value: '-1.00 USD' };
  const entries = [
    createEntry(1, { kind: 'drawer-counted', details: [countedDetail, difference] }),
  ];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const row = await screen.findByRole('option', { name: /1,234/ });
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toMatch(
    /\$1,234\.50, \$20\.00 USD .*−\$1\.00 USD/,
  );
});

test('translates recorded reasons, roles and sections', async () => {
  const fake = await openAuditLog();
  const entries = [
    createEntry(7, { kind: 'till-locked', details: [{ name: 'because', value: 'asked' }] }),
    createEntry(6, { kind: 'cashier-added', details: [{ name: 'role', value: 'owner' }] }),
    createEntry(5, { kind: 'settings-changed', details: [{ name: 'section', value: 'fee' }] }),
  ];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const locked = await screen.findByRole('option', { name: /La caja se bloqueó/ });
  expect(locked.textContent).toMatch(/Ana.*pidió bloquearla/);
  expect(screen.getByRole('option', { name: /Agregó/ }).textContent).toMatch(/Dueño\(a\)/);
  expect(screen.getByRole('option', { name: /Cambió los ajustes/ }).textContent).toMatch(
    /Comisión al cliente/,
  );
});

test('shows the sections of the settings by the names of their screens', async () => {
  const fake = await openAuditLog();
  const details = ['theme', 'training-service', 'policy'].map((value) => ({
    name: 'section',
    value,
  }));
  const entries = details.map((detail, index) =>
    createEntry(index + 1, { kind: 'settings-changed', details: [detail] }),
  );
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const rows = await screen.findAllByRole('option', { name: /Cambió los ajustes/ });
  const words = ['Colores', 'Servicio de práctica', 'Reglas de la cadena'];
  expect(rows.map((row) => words.find((word) => row.textContent?.includes(word)))).toEqual(words);
});

test('has a text for every detail name that main records', async () => {
  const fake = await openAuditLog();
  const details = AUDIT_DETAILS.map((name) => ({ name, value: '1' }));
  fake.answer('audit.page', () =>
    ok({
      entries: details.map((detail, index) => createEntry(index + 1, { details: [detail] })),
      next: null,
    }),
  );
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  await screen.findByRole('option', { name: /Fondo contado: 1/ });
  const shownRows = screen.getAllByRole('option').map((row) => row.textContent ?? '');
  for (const word of ['Huella: 1', 'Antes: 1', 'Días: 1', 'Filtro: 1', 'Reglas: 1']) {
    expect(
      shownRows.filter((row) => row.includes(word)),
      word,
    ).toHaveLength(1);
  }
  // A name without a text is shown as recorded, for example `isFloatCounted`.
  expect(shownRows.join(' ')).not.toMatch(/\b(is|field|settings|performed)[A-Z]\w+: 1/);
});

test('translates the filter of an exported history', async () => {
  const fake = await openAuditLog();
  const details = [
    { name: 'filter.state', value: 'not-performed' },
    { name: 'filter.kind', value: 'top-up' },
  ];
  const entries = [createEntry(5, { kind: 'history-exported', details })];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const row = await screen.findByRole('option', { name: /Filtro estado/ });
  expect(row.textContent).toMatch(/Filtro estado: No realizados.*Filtro clase: Recarga/);
});

const RECORDED_ENTRIES: readonly [string, Readonly<Record<string, string>>, string, string][] = [
  [
    'staff-provisioned',
    { 'staff.1.id': 'ana', 'staff.1.name': 'Ana', 'staff.1.role': 'owner' },
    'Persona: Ana · Persona Puesto: Dueño(a)',
    'Person: Ana · Person Role: Owner',
  ],
  [
    'staff-provisioned',
    { 'staff.1.id': 'a', 'staff.1.name': 'Ana', 'staff.2.id': 'b', 'staff.2.name': 'Beto' },
    'Persona 1: Ana · Persona 2: Beto',
    'Person 1: Ana · Person 2: Beto',
  ],
  ['cashier-enabled', { cashierId: 'ana', name: 'Ana' }, '· Nombre: Ana', '· Name: Ana'],
  ['shift-opened', { 'float.1': '500.00 MXN' }, 'Fondo: $500.00', 'Float: $500.00'],
  [
    'daily-file-uploaded',
    { day: '2026-03-13', result: 'was-there' },
    'Día: Vie, 13 de mar de 2026 · Resultado: ya estaba en el servidor, igual',
    'Day: Fri, Mar 13, 2026 · Result: the same was on the server already',
  ],
  [
    'performed-after-all',
    { performedAt: '2026-03-14T16:00:00Z' },
    'Fecha en el servicio: 14 mar 2026, 10:00',
    'Time at the service: Mar 14, 2026, 10:00',
  ],
  [
    'backup-failed',
    { reason: 'no-folder' },
    'Motivo: La carpeta de respaldos no está.',
    'Reason: The folder for backups is not there.',
  ],
  [
    'settings-changed',
    { section: 'service', 'changed.1.field': 'vendor', secrets: 'apiKey, chainPassword' },
    'Claves cambiadas: Clave de acceso (API key), contraseña de la cadena',
    'Secrets changed: API key, password of the chain',
  ],
  [
    'settings-edited',
    { changed: 'customerFee, shop.address, shop.name' },
    'Qué cambió: Comisión al cliente, Tienda',
    'Change: Customer fee, Shop',
  ],
  [
    'printer-tried',
    { 'printer.kind': 'network', 'printer.columns': '48' },
    'Impresora clase: Impresora de tickets en la red · Impresora letras por línea: 48',
    'Printer kind: A receipt printer on the network · Printer letters per line: 48',
  ],
];

test.each(['es-MX', 'en'] as const)(
  'shows recorded details in the language %s',
  async (language) => {
    const fake = await openAuditLog(INTACT_VERDICT, language);
    const entries = RECORDED_ENTRIES.map(([kind, details], index) =>
      createEntry(index + 1, {
        kind,
        details: Object.entries(details).map(([name, value]) => ({ name, value })),
      }),
    );
    fake.answer('audit.page', () => ok({ entries, next: null }));
    await userEvent.selectOptions(
      screen.getByLabelText(language === 'en' ? 'Action' : 'Movimiento'),
      'pay-out',
    );
    await screen.findByRole('option', { name: /500[.]00/ });
    const shownRows = screen
      .getAllByRole('option')
      .map((row) => row.textContent?.replaceAll('\u00a0', ' '));
    for (const [, , spanish, english] of RECORDED_ENTRIES) {
      const text = language === 'en' ? english : spanish;
      expect(
        shownRows.some((row) => row?.includes(text)),
        `${text} in ${shownRows.join(' | ')}`,
      ).toBe(true);
    }
  },
);

test('shows how a till was set up when nobody was signed in', async () => {
  const fake = await openAuditLog();
  const method = { name: 'way', value: 'command-line' };
  const entries = [
    createEntry(5, { kind: 'staff-provisioned', byName: null, details: [method] }),
    createEntry(4, { kind: 'staff-provisioned', details: [{ ...method, value: 'screen' }] }),
  ];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const [first, second] = await screen.findAllByRole('option', { name: /La caja se configuró/ });
  expect(first?.textContent).toMatch(/Nadie había entrado.*Cómo: desde la línea de comandos/);
  expect(second?.textContent).toMatch(/Ana.*Cómo: en su pantalla/);
});

test('filters by act and person, and exports the filtered entries', async () => {
  const fake = await openAuditLog();
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  await userEvent.selectOptions(screen.getByLabelText('Persona'), 'ana');
  await userEvent.keyboard('{Control>}g{/Control}');
  expect(await screen.findByText('/exports/audit.csv')).toBeTruthy();
  expect(fake.getInputs('audit.export')).toEqual([
    { filter: { from: null, to: null, personId: 'ana', kinds: ['pay-out'] } },
  ]);
});

test('offers no next page while the response to a new filter is pending', async () => {
  const fake = await openAuditLog();
  const pendingResponse = Promise.withResolvers<void>();
  fake.answer('audit.page', async () => {
    await pendingResponse.promise;
    return ok({ entries: [createEntry(9, {})], next: '2026-03-14T16:00:00Z/9' });
  });
  expect(screen.queryByRole('button', { name: 'Ver más antiguos' })).not.toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  expect(screen.queryByRole('button', { name: 'Ver más antiguos' })).toBeNull();
  pendingResponse.resolve();
  expect(await screen.findByRole('button', { name: 'Ver más antiguos' })).toBeTruthy();
});

test.each<[Partial<AuditVerdict>, RegExp]>([
  [{}, /Los 3 renglones están como se escribieron/],
  [{ seals: null }, /No se pudieron leer los respaldos, así que no se comparó ninguno/],
  [{ problem: { kind: 'changed', number: 2 } }, /n\.º 2 no está como se escribió/],
  [{ problem: { kind: 'missing', from: 2, to: 2 } }, /Falta el renglón n\.º 2/],
  [{ problem: { kind: 'missing', from: 2, to: 5 } }, /Faltan los renglones n\.º 2 a 5/],
  [{ problem: { kind: 'cut-off', from: 4, to: 6, backup: 'b.sqlite' } }, /4 a 6.*b\.sqlite/],
  [{ problem: { kind: 'replaced', number: 6, backup: 'b.sqlite' } }, /se escribió de nuevo/],
])('shows the result of the hash chain verification: %j', async (changes, words) => {
  await openAuditLog({ ...INTACT_VERDICT, ...changes });
  await userEvent.keyboard('{F1}');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(/no se notaría/)).toBeTruthy();
});

test('shows the entries of a link with its description, and returns to where it was opened', async () => {
  const fake = await createAuditTill(INTACT_VERDICT, 'es-MX');
  const filter = { from: '2026-03-02', to: '2026-03-08', personId: 'ana', kinds: ['cancel'] };
  const { navigation } = renderApp(fake, {
    features: { audit: AuditLog },
    route: {
      name: 'audit',
      link: {
        filter,
        measure: 'cancels',
        personName: 'Ana',
        returnRoute: { name: 'earnings' },
      },
    },
  });
  expect(await screen.findByText('Ana · Cancelaciones · 2–8 de mar')).toBeTruthy();
  await waitFor(() => expect(fake.getInputs('audit.page').at(-1)?.filter).toEqual(filter));
  await userEvent.keyboard('{Escape}');
  expect(navigation.getState().route.name).toBe('earnings');
});

test('shows that nobody was signed in when a wrong PIN was typed', async () => {
  const fake = await openAuditLog();
  const details = [{ name: 'name', value: 'Ana' }];
  const entries = [createEntry(1, { kind: 'wrong-pin', byName: null, details })];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const row = await screen.findByRole('option', { name: /PIN equivocado/ });
  expect(row.textContent).toMatch(/Nadie había entrado.*Ana/);
});
