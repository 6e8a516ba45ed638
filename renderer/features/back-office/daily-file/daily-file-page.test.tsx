import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  type DailyFileDay,
  type DailyFileDayDetail,
  type DailyFileState,
  fail,
  ok,
} from '../../../../shared/contract/index.ts';
import { describeProblem } from '../../../../shared/i18n/index.ts';
import {
  createFakeShop,
  createFakeStatusLine,
  createFakeTill,
  renderApp,
} from '../../../app/testing/index.ts';
import { DailyFilePage } from './index.ts';

const signedIn = {
  session: { cashier: { id: 'luis', name: 'Luis', role: 'supervisor' } },
} as const;
const FINGERPRINT = `SHA256:${'a'.repeat(43)}`;
const OTHER_FINGERPRINT = `SHA256:${'b'.repeat(43)}`;
const FIXED_TIME = '2026-03-14T10:00:00Z';

const createState = (changes: Partial<DailyFileState> = {}): DailyFileState => ({
  server: { host: 'sftp.example', port: 22, user: 'lupita', folder: '' },
  chain: null,
  uploads: true,
  since: '2026-03-01',
  timeZone: 'America/Chicago',
  uploadHour: { time: '04:10', zone: 'America/New_York' },
  today: '2026-03-14',
  hostKeys: { confirmed: null, seen: null },
  uploading: null,
  missing: 0,
  hasDrp: false,
  ...changes,
});

const createDay = (changes: Partial<DailyFileDay> = {}): DailyFileDay => ({
  day: '2026-03-13',
  state: 'uploaded',
  dueAt: FIXED_TIME,
  lateFrom: FIXED_TIME,
  name: 'lupita_20260314.txt',
  file: {
    madeAt: FIXED_TIME,
    lines: 12,
    bytes: 1234,
    sha256: 'f'.repeat(64),
    totals: [{ amount: '5400.00', currency: 'MXN' }],
  },
  uploadedAt: FIXED_TIME,
  lastAttempt: { number: 1, startedAt: FIXED_TIME, by: null, result: 'uploaded', problem: null },
  nextAttemptAt: null,
  inDoubtSince: null,
  handedIn: null,
  differences: 0,
  unknownHere: 0,
  comparedAt: FIXED_TIME,
  ...changes,
});

const createDetail = (changes: Partial<DailyFileDayDetail> = {}): DailyFileDayDetail => ({
  day: createDay(),
  comparison: null,
  ownDifferences: [],
  manuallyAddedTransactions: [],
  attempts: [],
  ...changes,
});

function showDays(initialState: DailyFileState, days: readonly DailyFileDay[]) {
  const fake = createFakeTill(createFakeShop(signedIn));
  let current = initialState;
  fake.answer('reconciliation.state', () => ok(current));
  fake.answer('reconciliation.days', () => ok({ days: [...days], next: null }));
  fake.answer('reconciliation.confirmHostKey', ({ fingerprint }) => {
    const confirmed = { fingerprint, keyType: 'ssh-ed25519', at: FIXED_TIME, by: 'Luis' };
    current = { ...current, hostKeys: { confirmed, seen: null } };
    return ok(current);
  });
  renderApp(fake, { features: { 'daily-file': DailyFilePage }, route: { name: 'daily-file' } });
  return fake;
}

describe('daily file page', () => {
  test('lists each day with its file, total and state', async () => {
    showDays(createState(), [
      createDay({
        day: '2026-03-14',
        state: 'open',
        file: null,
        uploadedAt: null,
        lastAttempt: null,
      }),
      createDay(),
      createDay({ day: '2026-03-12', state: 'missing', uploadedAt: null, differences: 2 }),
    ]);
    const rows = await screen.findAllByRole('option');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/14.*todavía sin archivo.*En curso/),
      expect.stringMatching(/13.*12 transacciones.*5,400\.00.*Enviado/),
      expect.stringMatching(/12.*2 diferencias.*Falta enviar/),
    ]);
    expect(rows[1]?.textContent).toMatch(/lupita_20260314\.txt.*intento n\.º 1/);
  });

  test('shows who makes the file of a chain, and from which day', async () => {
    const ownDay = createDay({ day: '2026-03-13', state: 'waiting', file: null, uploadedAt: null });
    const chainDay = createDay({
      day: '2026-03-14',
      state: 'of-chain',
      file: null,
      uploadedAt: null,
    });
    showDays(createState({ chain: { from: '2026-03-14' } }), [chainDay, ownDay]);
    await screen.findByText(/^Hasta el día anterior al sábado, 14 de marzo de 2026 esta caja/);
    const [row] = await screen.findAllByRole('option');
    expect(row?.textContent).toMatch(/14.*En el archivo de la cadena/);
    expect(row?.textContent).not.toContain('todavía sin archivo');
  });

  test('shows who makes the file of a chain when this till uploads none', async () => {
    const chainDay = createDay({
      day: '2026-03-14',
      state: 'of-chain',
      file: null,
      uploadedAt: null,
    });
    showDays(createState({ uploads: false, chain: { from: '2026-03-14' } }), [chainDay]);
    await screen.findByText(/todas las cajas, desde el sábado, 14 de marzo de 2026\.$/);
  });

  test('shows the server’s host key, and confirms exactly that key', async () => {
    const seen = { fingerprint: FINGERPRINT, keyType: 'ssh-ed25519', at: FIXED_TIME };
    const fake = showDays(createState({ hostKeys: { confirmed: null, seen }, missing: 1 }), [
      createDay(),
    ]);
    await screen.findByText(FINGERPRINT);
    await userEvent.keyboard('{Control>}s{/Control}');
    await screen.findByRole('dialog', { name: '¿Es la huella del servicio?' });
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(screen.queryByText(FINGERPRINT)).toBeNull());
    expect(fake.getInputs('reconciliation.confirmHostKey')).toEqual([{ fingerprint: FINGERPRINT }]);
  });

  test('warns when the host key differs from the confirmed one, and shows both', async () => {
    const confirmed = {
      fingerprint: OTHER_FINGERPRINT,
      keyType: 'ssh-ed25519',
      at: FIXED_TIME,
      by: 'Luis',
    };
    const seen = { fingerprint: FINGERPRINT, keyType: 'ssh-ed25519', at: FIXED_TIME };
    const fake = showDays(createState({ hostKeys: { confirmed, seen } }), [createDay()]);
    await screen.findByText(/otra huella que la confirmada/);
    await userEvent.keyboard('{Control>}s{/Control}');
    await screen.findByText(/no la confirme/);
    await screen.findByText(OTHER_FINGERPRINT);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.getInputs('reconciliation.confirmHostKey')).toEqual([]);
  });

  test('shows why an upload failed, and uploads again on Enter', async () => {
    const missing = createDay({
      state: 'missing',
      uploadedAt: null,
      lastAttempt: {
        number: 3,
        startedAt: FIXED_TIME,
        by: null,
        result: 'failed',
        problem: { kind: 'upload', reason: 'no-room', fingerprint: null },
      },
    });
    const fake = showDays(createState({ missing: 1 }), [missing]);
    fake.answer('reconciliation.day', () => ok(createDetail({ day: missing })));
    fake.answer('reconciliation.upload', () =>
      fail({ kind: 'upload', reason: 'silent', fingerprint: null }),
    );
    await screen.findByText('No consta la entrega del archivo de 1 día.');
    const [row] = await screen.findAllByRole('option');
    expect(row?.textContent).toMatch(/intento n\.º 3: El servidor no pudo guardar el archivo/);
    await userEvent.keyboard('{Enter}');
    await screen.findByText(/no pudo guardar el archivo/);
    await screen.findByText(/n\.º 3.*la caja sola.*no se envió/);
    await userEvent.keyboard('{Enter}');
    await screen.findByText('El servidor no contesta.');
    expect(fake.getInputs('reconciliation.upload')).toEqual([{ day: '2026-03-13' }]);
  });

  describe('daily file whose arrival is uncertain', () => {
    const uncertainDay = createDay({
      state: 'in-doubt',
      uploadedAt: null,
      inDoubtSince: FIXED_TIME,
      lastAttempt: {
        number: 2,
        startedAt: FIXED_TIME,
        by: null,
        result: 'failed',
        problem: { kind: 'upload', reason: 'may-have-arrived', fingerprint: null },
      },
    });
    async function openUncertainDay() {
      const fake = showDays(createState({ missing: 1 }), [uncertainDay]);
      fake.answer('reconciliation.day', () => ok(createDetail({ day: uncertainDay })));
      const [row] = await screen.findAllByRole('option');
      expect(row?.textContent).toMatch(/No se sabe si llegó/);
      await userEvent.keyboard('{Enter}');
      await screen.findByText(/justo cuando el servidor tomaba el archivo/);
      await screen.findByText(/Pregunte al servicio si lo tiene/);
      return fake;
    }

    test('requires a source before the file is sent again', async () => {
      const fake = await openUncertainDay();
      fake.answer('reconciliation.sendAgain', () => ok(createDay()));
      await userEvent.keyboard('{Control>}e{/Control}');
      await screen.findByRole('dialog', { name: '¿Quién dijo que no lo tiene?' });
      await screen.findByText(/si ya lo tiene, le llega dos veces/);
      await userEvent.keyboard('{Enter}');
      expect(fake.getInputs('reconciliation.sendAgain')).toEqual([]);
      await userEvent.type(await screen.findByRole('textbox'), 'Rosa, a las 9{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(fake.getInputs('reconciliation.sendAgain')).toEqual([
        { day: '2026-03-13', reason: 'Rosa, a las 9' },
      ]);
      expect(fake.getInputs('reconciliation.markHandedIn')).toEqual([]);
    });

    test('closes the dialog when the upload after a decision fails', async () => {
      const fake = await openUncertainDay();
      const problem = { kind: 'upload', reason: 'unreachable', fingerprint: null } as const;
      fake.answer('reconciliation.sendAgain', () => {
        const lastAttempt = uncertainDay.lastAttempt && { ...uncertainDay.lastAttempt, problem };
        const missing = {
          ...uncertainDay,
          state: 'missing' as const,
          inDoubtSince: null,
          lastAttempt,
        };
        fake.answer('reconciliation.day', () => ok(createDetail({ day: missing })));
        return fail(problem);
      });
      await userEvent.keyboard('{Control>}e{/Control}');
      await userEvent.type(await screen.findByRole('textbox'), 'Rosa, a las 9{Enter}');
      await screen.findByText('No se puede llegar al servidor.');
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('keeps the dialog open when the day is busy', async () => {
      const fake = await openUncertainDay();
      fake.answer('reconciliation.sendAgain', () => fail({ kind: 'daily-file', reason: 'busy' }));
      await userEvent.keyboard('{Control>}e{/Control}');
      await userEvent.type(await screen.findByRole('textbox'), 'Rosa, a las 9{Enter}');
      const { title } = describeProblem({ kind: 'daily-file', reason: 'busy' }, 'es-MX');
      await screen.findByText(title);
      expect(screen.queryByRole('dialog')).not.toBeNull();
    });

    test('looks for an uncertain file at the server, and marks it as handed in', async () => {
      const fake = await openUncertainDay();
      fake.answer('reconciliation.markHandedIn', () => ok(createDay({ state: 'handed-in' })));
      fake.answer('reconciliation.upload', () =>
        fail({ kind: 'upload', reason: 'unreachable', fingerprint: null }),
      );
      await userEvent.keyboard('{Enter}');
      await screen.findByText('No se puede llegar al servidor.');
      // A failed look-up does not resolve the uncertainty.
      await screen.findByText(/justo cuando el servidor tomaba el archivo/);
      await userEvent.keyboard('{Control>}s{/Control}');
      await screen.findByRole('dialog', { name: '¿Quién dijo que lo tiene?' });
      await userEvent.type(await screen.findByRole('textbox'), 'Rosa, a las 9{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(fake.getInputs('reconciliation.markHandedIn')).toHaveLength(1);
      expect(fake.getInputs('reconciliation.sendAgain')).toEqual([]);
    });
  });

  test('reverts a handed-in mark with a reason', async () => {
    const handedIn = { at: '2026-03-14T12:00:00Z', by: 'Luis', reason: 'por correo' };
    const fake = showDays(createState(), [createDay({ state: 'handed-in', handedIn })]);
    fake.answer('reconciliation.day', () =>
      ok(createDetail({ day: createDay({ state: 'handed-in', handedIn }) })),
    );
    fake.answer('reconciliation.unmarkHandedIn', () => ok(createDay({ state: 'missing' })));
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await screen.findByText(/por correo/);
    await userEvent.keyboard('{Delete}');
    await screen.findByRole('dialog', { name: '¿Por qué no está entregado?' });
    await userEvent.type(await screen.findByRole('textbox'), 'era otro día{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.getInputs('reconciliation.unmarkHandedIn')).toEqual([
      { day: '2026-03-13', reason: 'era otro día' },
    ]);
    expect(fake.getInputs('reconciliation.markHandedIn')).toEqual([]);
  });

  test('shows differences in both directions, each with instructions', async () => {
    const row = {
      paymentId: null,
      externalId: 'e1',
      authorization: '48586',
      billerId: 40,
      accountNumber: '501000000007',
      amount: { amount: '549.00', currency: 'MXN' },
      fields: [],
    };
    const fake = showDays(createState(), [createDay()]);
    fake.answer('reconciliation.day', () =>
      ok(
        createDetail({
          comparison: {
            at: FIXED_TIME,
            problem: null,
            isWhole: false,
            ours: 12,
            theirs: 13,
            unknownHere: 1,
            withoutStatus: 0,
            differences: [
              { ...row, kind: 'unknown-to-service', paymentId: 'p1' },
              { ...row, kind: 'unknown-here', externalId: 'e2' },
            ],
          },
          ownDifferences: [{ ...row, kind: 'late', externalId: 'e3', paymentId: 'p3' }],
        }),
      ),
    );
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('El servicio no tiene este pago');
    await screen.findByText(/no cobre otra vez/);
    await screen.findByText('Esta caja no lo envió');
    await screen.findByText('Se supo que estaba pagado después de hacer el archivo');
    await screen.findByText(/no se pudo leer completa/);
    await screen.findByText(/^1 del servicio no es de esta caja\./);
  });

  test('shows a note when only the first differences are listed', async () => {
    const differences = Array.from({ length: 61 }, (_nothing, n) => ({
      kind: 'late' as const,
      paymentId: `p${n}`,
      externalId: `e${n}`,
      authorization: null,
      billerId: 40,
      accountNumber: '5',
      amount: { amount: '1.00', currency: 'MXN' },
      fields: [],
    }));
    const fake = showDays(createState(), [createDay()]);
    let shownDifferences = differences;
    fake.answer('reconciliation.day', () => ok(createDetail({ ownDifferences: shownDifferences })));
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await screen.findByText(/Se ven las primeras 60/);
    await userEvent.keyboard('{Escape}');
    shownDifferences = differences.slice(1);
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await screen.findAllByText('Se supo que estaba pagado después de hacer el archivo');
    expect(screen.queryByText(/Se ven las primeras/)).toBeNull();
  });

  test('shows the number of missing days in the status line, and opens the page from there', async () => {
    const fake = createFakeTill(createFakeShop(signedIn));
    fake.answer('till.status', () =>
      ok(createFakeStatusLine({ dailyFile: { days: 2, oldest: '2026-03-12', isLate: true } })),
    );
    fake.answer('reconciliation.state', () => ok(createState({ missing: 2 })));
    fake.answer('reconciliation.days', () => ok({ days: [], next: null }));
    renderApp(fake, { features: { 'daily-file': DailyFilePage } });
    await userEvent.click(await screen.findByRole('button', { name: /Archivo diario/ }));
    await screen.findByText(/desde el 12 de marzo de 2026/);
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Archivo diario' });
  });

  test('shows a due file in the status line as on time', async () => {
    const fake = createFakeTill(createFakeShop(signedIn));
    const dailyFile = { days: 1, oldest: '2026-03-12', isLate: false };
    fake.answer('till.status', () => ok(createFakeStatusLine({ dailyFile })));
    renderApp(fake, { features: { 'daily-file': DailyFilePage } });
    await userEvent.click(await screen.findByRole('button', { name: /Toca enviar 1 día/ }));
    await screen.findByText(/La caja lo intenta sola hasta que llegue/);
  });

  test('shows when the file is uploaded, in which time zone, and from when it is late', async () => {
    const fake = showDays(createState(), [
      createDay({ state: 'missing', uploadedAt: null, lateFrom: '2026-03-14T10:50:00Z' }),
    ]);
    await screen.findByText(/cadena \(Chicago\).* a las 04:10 de Nueva York/);
    fake.answer('reconciliation.day', () =>
      ok(
        createDetail({
          day: createDay({ state: 'missing', uploadedAt: null, lateFrom: '2026-03-14T10:50:00Z' }),
        }),
      ),
    );
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    expect((await screen.findByText('Tarde desde')).parentElement?.textContent).toMatch(/:50/);
  });
});
