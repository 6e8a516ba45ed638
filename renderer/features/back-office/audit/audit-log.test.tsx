import { screen } from '@testing-library/react';
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

const entry = (number: number, changes: Partial<AuditEntry>): AuditEntry => ({
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
  entry(3, {
    approverName: 'Luis',
    details: [
      { name: 'amount', value: '50.00 MXN' },
      { name: 'reason', value: 'hielo de 10 MXN' },
    ],
  }),
  entry(2, { kind: 'of-a-later-version', details: [{ name: 'later', value: 'true' }] }),
  entry(1, { kind: 'backup-made', byName: null }),
];
const WHOLE: AuditVerdict = {
  rows: 3,
  head: { number: 3, digest: 'b'.repeat(64) },
  trouble: null,
  sealed: null,
  seals: 0,
};

async function enter(verdict: AuditVerdict = WHOLE, language: Language = 'es-MX') {
  const cashier = { id: 'luis', name: 'Luis', role: 'supervisor' as const };
  await loadTexts(language);
  const fake = createFakeTill(createFakeShop({ session: { cashier }, language }));
  fake.answer('audit.page', ({ filter, cursor }) =>
    ok({
      entries:
        cursor === null
          ? ENTRIES.filter((one) => filter.kind === null || one.kind === filter.kind)
          : [entry(0, { kind: 'signed-in' })],
      next: cursor === null ? '2026-03-14T16:00:00Z/1' : null,
    }),
  );
  fake.answer('audit.choices', () =>
    ok({ kinds: ['pay-out', 'of-a-later-version'], people: [{ id: 'ana', name: 'Ana' }] }),
  );
  fake.answer('audit.verify', () => ok(verdict));
  fake.answer('audit.export', () => ok({ file: '/exports/audit.csv', rows: 3 }));
  renderApp(fake, { features: { audit: AuditLog }, route: { name: 'audit' } });
  await screen.findByRole('option', { name: /Sacó efectivo|Paid cash out/ });
  return fake;
}

test('tells who did what by whose override, and shows an unknown act as it was written', async () => {
  await enter();
  const [first, second, third] = screen.getAllByRole('option', { name: /./ }).slice(-3);
  expect(first?.textContent).toMatch(
    /Sacó efectivo.*Ana.*autorizó Luis.*: \$50\.00 .*hielo de 10 MXN/,
  );
  expect(second?.textContent).toMatch(/of-a-later-version.*later: sí/);
  expect(third?.textContent).toMatch(/La caja, sola/);
  await userEvent.click(screen.getByRole('button', { name: 'Ver más antiguos' }));
  expect(await screen.findByRole('option', { name: /Entró/ })).toBeTruthy();
});

test('keeps ids and digests out of the rows, and shows them where one is opened', async () => {
  const fake = await enter();
  const payment = 'c432fb3b-5d43-472c-8eb7-4b932b62706f';
  const digest = 'T2apdMmfjoloBW-P2oJtjVaXE1vWdpI4VOuftrVllyk';
  const entries = [
    entry(1, {
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

test('writes what was counted in the form of its currency, one sum for each', async () => {
  const fake = await enter();
  const counted = { name: 'counted', value: '1234.50 MXN, 20.00 USD' };
  const difference = { name: 'difference', value: '-1.00 USD' };
  const entries = [entry(1, { kind: 'drawer-counted', details: [counted, difference] })];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const row = await screen.findByRole('option', { name: /1,234/ });
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toMatch(
    /\$1,234\.50, \$20\.00 USD .*−\$1\.00 USD/,
  );
});

test('says in words why the till was locked, and what else is recorded as a word of the program', async () => {
  const fake = await enter();
  const entries = [
    entry(7, { kind: 'till-locked', details: [{ name: 'because', value: 'asked' }] }),
    entry(6, { kind: 'cashier-added', details: [{ name: 'role', value: 'owner' }] }),
    entry(5, { kind: 'settings-changed', details: [{ name: 'section', value: 'fee' }] }),
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

test('calls every part of the settings as their screen does, and what changed them without it', async () => {
  const fake = await enter();
  const details = ['theme', 'training-service', 'policy'].map((value) => ({
    name: 'section',
    value,
  }));
  const entries = details.map((detail, at) =>
    entry(at + 1, { kind: 'settings-changed', details: [detail] }),
  );
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const rows = await screen.findAllByRole('option', { name: /Cambió los ajustes/ });
  const words = ['Colores', 'Servicio de práctica', 'Reglas de la cadena'];
  expect(rows.map((row) => words.find((one) => row.textContent?.includes(one)))).toEqual(words);
});

test('has a word for every name that main records', async () => {
  const fake = await enter();
  const details = AUDIT_DETAILS.map((name) => ({ name, value: '1' }));
  fake.answer('audit.page', () =>
    ok({ entries: details.map((one, at) => entry(at + 1, { details: [one] })), next: null }),
  );
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  await screen.findByRole('option', { name: /Fondo contado: 1/ });
  const shown = screen.getAllByRole('option').map((row) => row.textContent ?? '');
  for (const word of ['Huella: 1', 'Antes: 1', 'Días: 1', 'Filtro: 1', 'Reglas: 1']) {
    expect(
      shown.filter((row) => row.includes(word)),
      word,
    ).toHaveLength(1);
  }
  // A name without a word is shown as the program writes it: `isFloatCounted`.
  expect(shown.join(' ')).not.toMatch(/\b(is|field|settings|performed)[A-Z]\w+: 1/);
});

test('says in words what a file of the history was narrowed to', async () => {
  const fake = await enter();
  const details = [
    { name: 'filter.state', value: 'not-performed' },
    { name: 'filter.kind', value: 'top-up' },
  ];
  const entries = [entry(5, { kind: 'history-exported', details })];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const row = await screen.findByRole('option', { name: /Filtro estado/ });
  expect(row.textContent).toMatch(/Filtro estado: No realizados.*Filtro clase: Recarga/);
});

const RAW: readonly [string, Readonly<Record<string, string>>, string, string][] = [
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
    'Impresora clase: Impresora de recibos en la red · Impresora letras por línea: 48',
    'Printer kind: A receipt printer on the network · Printer letters per line: 48',
  ],
];

test.each(['es-MX', 'en'] as const)(
  'says in words of %s what the program recorded',
  async (language) => {
    const fake = await enter(WHOLE, language);
    const entries = RAW.map(([kind, details], at) =>
      entry(at + 1, {
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
    const shown = screen
      .getAllByRole('option')
      .map((row) => row.textContent?.replaceAll('\u00a0', ' '));
    for (const [, , spanish, english] of RAW) {
      const words = language === 'en' ? english : spanish;
      expect(
        shown.some((row) => row?.includes(words)),
        `${words} in ${shown.join(' | ')}`,
      ).toBe(true);
    }
  },
);

test('says by which way a till was set up where nobody was signed in', async () => {
  const fake = await enter();
  const way = { name: 'way', value: 'command-line' };
  const entries = [
    entry(5, { kind: 'staff-provisioned', byName: null, details: [way] }),
    entry(4, { kind: 'staff-provisioned', details: [{ ...way, value: 'screen' }] }),
  ];
  fake.answer('audit.page', () => ok({ entries, next: null }));
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  const [first, second] = await screen.findAllByRole('option', { name: /La caja se configuró/ });
  expect(first?.textContent).toMatch(/Nadie había entrado.*Cómo: desde la línea de comandos/);
  expect(second?.textContent).toMatch(/Ana.*Cómo: en su pantalla/);
});

test('narrows by act and person, and writes what is shown to a file', async () => {
  const fake = await enter();
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  await userEvent.selectOptions(screen.getByLabelText('Persona'), 'ana');
  await userEvent.keyboard('{Control>}g{/Control}');
  expect(await screen.findByText('/exports/audit.csv')).toBeTruthy();
  expect(fake.getInputs('audit.export')).toEqual([
    { filter: { from: null, to: null, personId: 'ana', kind: 'pay-out' } },
  ]);
});

test('offers no next page of another search while the answer to this one is on its way', async () => {
  const fake = await enter();
  const held = Promise.withResolvers<void>();
  fake.answer('audit.page', async () => {
    await held.promise;
    return ok({ entries: [entry(9, {})], next: '2026-03-14T16:00:00Z/9' });
  });
  expect(screen.queryByRole('button', { name: 'Ver más antiguos' })).not.toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Movimiento'), 'pay-out');
  expect(screen.queryByRole('button', { name: 'Ver más antiguos' })).toBeNull();
  held.resolve();
  expect(await screen.findByRole('button', { name: 'Ver más antiguos' })).toBeTruthy();
});

test.each<[Partial<AuditVerdict>, RegExp]>([
  [{}, /Los 3 renglones están como se escribieron/],
  [{ seals: null }, /No se pudieron leer los respaldos, así que no se comparó ninguno/],
  [{ trouble: { kind: 'changed', number: 2 } }, /n\.º 2 no está como se escribió/],
  [{ trouble: { kind: 'missing', from: 2, to: 2 } }, /Falta el renglón n\.º 2/],
  [{ trouble: { kind: 'missing', from: 2, to: 5 } }, /Faltan los renglones n\.º 2 a 5/],
  [{ trouble: { kind: 'cut-off', from: 4, to: 6, backup: 'b.sqlite' } }, /4 a 6.*b\.sqlite/],
  [{ trouble: { kind: 'replaced', number: 6, backup: 'b.sqlite' } }, /se escribió de nuevo/],
])('says what the whole chain shows: %j', async (changes, words) => {
  await enter({ ...WHOLE, ...changes });
  await userEvent.keyboard('{F1}');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(/no se notaría/)).toBeTruthy();
});
