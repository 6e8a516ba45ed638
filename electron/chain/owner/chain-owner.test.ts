import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOutput, type ChainPaymentFilter, fail } from '../../../shared/contract/index.ts';
import { toDay } from '../../../shared/dates/index.ts';
import { getSharedCluster } from '../../../tests/support/postgres/index.ts';
import { silentLog, systemClock } from '../../platform/index.ts';
import {
  createSamplePayment,
  createSampleRefund,
  createSampleShift,
  createSampleZReport,
} from '../protocol/testing/index.ts';
import { createOwnedChain, getValueOrThrow, type OwnedChain } from './chain-owner.fixture.ts';
import { createChainOwner } from './index.ts';

const CARMEN = { id: 'carmen', name: 'Carmen' };
const NO_FILTER: ChainPaymentFilter = {
  from: null,
  to: null,
  shop: null,
  kind: null,
  state: null,
  amount: null,
  text: null,
};
let owned: OwnedChain;
beforeAll(async () => {
  owned = await createOwnedChain();
});
afterAll(() => owned.close());

describe('the office login', () => {
  it('tests the office login before saving it, and records connecting and forgetting it without the password', async () => {
    const { owner, notes, getSavedLogin: savedLogin } = owned.createOwner({}, null);
    expect(await owner.overview()).toEqual(fail({ kind: 'chain-view', reason: 'no-credential' }));
    const rejected = await owner.connect({ ...owned.getOfficeLogin(), password: 'wrong' }, CARMEN);
    expect([rejected, savedLogin()]).toEqual([
      fail({ kind: 'chain-view', reason: 'refused' }),
      null,
    ]);
    expect(getValueOrThrow(await owner.connect(owned.getOfficeLogin(), CARMEN)).user).toBe(
      owned.office.user,
    );
    expect(savedLogin()).toEqual(owned.getOfficeLogin());
    expect(getValueOrThrow(await owner.disconnect({}, CARMEN)).user).toBeNull();
    expect(savedLogin()).toBeNull();
    expect(notes.map(({ kind }) => kind)).toEqual(['chain-connected', 'chain-forgotten']);
    expect(JSON.stringify(notes)).not.toContain(String(owned.office.password));
  });

  it('keeps the office login in memory when the vault is not persistent', async () => {
    const owner = createChainOwner({
      settings: () => ({ timeZone: 'UTC', language: 'en', chain: { ...owned.office, shop: 'x' } }),
      vault: {
        read: async () => null,
        save: async () => fail({ kind: 'no-key-store', environment: 'sandbox' }),
      },
      audit: { note: () => {}, recordInTransaction: () => {} },
      clock: systemClock,
      log: silentLog,
      folder: owned.folder,
    });
    getValueOrThrow(await owner.connect(owned.getOfficeLogin(), CARMEN));
    expect((await owner.overview()).ok).toBe(true);
    getValueOrThrow(await owner.disconnect({}, CARMEN));
    expect((await owner.overview()).ok).toBe(false);
  });

  it("reports why a login fails: a till's login, another server, no chain", async () => {
    const { login: tillLogin } = await owned.openTill('Zapata', '90');
    const asTill = await owned.createOwner({}, null).owner.connect(tillLogin, CARMEN);
    expect(asTill).toEqual(fail({ kind: 'chain-view', reason: 'not-office' }));
    const { owner: elsewhere } = owned.createOwner(
      { hosts: ['127.0.0.2:1'] },
      owned.getOfficeLogin(),
    );
    expect(await elsewhere.overview()).toEqual(fail({ kind: 'chain-view', reason: 'unreachable' }));
    const cluster = await getSharedCluster();
    const { owner: false_ } = owned.createOwner(
      { hosts: [`${cluster.wrongHost}:${cluster.port}`] },
      owned.getOfficeLogin(),
    );
    const reason = 'wrong-certificate';
    expect(await false_.overview()).toEqual(fail({ kind: 'chain-view', reason }));
    const without = owned.createOwner(null, owned.getOfficeLogin()).owner;
    expect(await without.access()).toEqual(fail({ kind: 'chain-view', reason: 'not-set' }));
  });
});

it('reports a database that accepts connections and does not answer', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  const { owner } = owned.createOwner({ hosts: [`127.0.0.1:${port}`] }, owned.getOfficeLogin());
  expect(await owner.overview()).toEqual(fail({ kind: 'chain-view', reason: 'silent' }));
  server.close();
});

describe("the owner's views", () => {
  beforeAll(async () => {
    const centro = await owned.openTill('Centro', '01');
    const cancelled = createSamplePayment({ state: 'unknown', biller_name: 'Telmex' });
    await centro.push([
      createSamplePayment(),
      createSamplePayment({ amount: '49.50', biller_name: '=HYPERLINK("x")' }),
      createSamplePayment({ kind: 'top-up', currency: 'USD', amount: '10.00' }),
      createSamplePayment({
        state: 'rejected',
        code: 'R2',
        account: 'Ñab12',
        account_shown: 'Ñ-ab-12',
      }),
      cancelled,
      createSampleShift({
        closed_at: new Date().toISOString(),
        closed_by: 'Luis',
        counted: [{ currency: 'MXN', amount: '450.00' }],
        expected: [{ currency: 'MXN', amount: '500.00' }],
        difference: [{ currency: 'MXN', amount: '-50.00' }],
        id: 'shift-1',
      }),
      createSampleShift(),
      createSampleZReport({ number: 12 }),
      createSamplePayment({ amount: '1.005' }),
    ]);
    // The payment turns out to be paid, and counts from then on.
    await centro.push([{ ...cancelled, state: 'paid' }, createSamplePayment({ state: 'unknown' })]);
    const norte = await owned.openTill('Norte', '07', true);
    await norte.push([
      createSamplePayment({ account: '8112345678', account_shown: '81 1234 5678' }),
    ]);
  });

  it('sums the sales of each shop after every change, and of one shop by till', async () => {
    const { sales } = getValueOrThrow(
      await owned.getConnectedOwner().today({ day: null, shop: null }),
    );
    expect(sales.map(({ name, open }) => [name, open])).toEqual([
      ['Centro', 1],
      ['Norte', 0],
      ['Zapata', 0],
    ]);
    expect(sales[0]?.sums).toEqual([
      { kind: 'bill', currency: 'MXN', count: 3, amount: '349.50' },
      { kind: 'top-up', currency: 'USD', count: 1, amount: '10.00' },
    ]);
    const [till] = getValueOrThrow(
      await owned.getConnectedOwner().today({ day: null, shop: 'Norte' }),
    ).sales;
    expect(till).toMatchObject({ name: '07', sums: [{ count: 1, amount: '150.00' }] });
    const [bare] = await owned.chain.database.sql(
      `SELECT sum(amount)::text AS amount FROM chain.payments
       WHERE state IN ('paid', 'by-hand-paid') AND currency = 'MXN'`,
    );
    expect(bare?.amount).toBe('499.50');
  });

  it('lists unresolved payments, and shifts with their differences', async () => {
    const { payments } = getValueOrThrow(
      await owned.getConnectedOwner().unresolved({ cursor: null, limit: 50 }),
    );
    expect(payments).toMatchObject([{ state: 'open', till: { shop: 'Centro', posNumber: '01' } }]);
    const shiftQuery = { from: null, to: null, cursor: null, limit: 50 };
    const { shifts } = getValueOrThrow(
      await owned.getConnectedOwner().shifts({ ...shiftQuery, isDifferent: false }),
    );
    expect(shifts.map(({ money }) => money.length).sort()).toEqual([0, 1]);
    const different = getValueOrThrow(
      await owned.getConnectedOwner().shifts({ ...shiftQuery, isDifferent: true }),
    ).shifts;
    expect(different).toMatchObject([
      {
        zNumber: 12,
        money: [
          {
            counted: '450.00',
            expected: '500.00',
            difference: '-50.00',
            totals: [{ name: 'payments', count: 3, amount: '450.00' }],
          },
        ],
      },
    ]);
  });

  it('searches the history of all tills page by page, and exports it without formulas', async () => {
    const search = async (
      filter: Partial<ChainPaymentFilter>,
      cursor: string | null = null,
      limit = 50,
    ) =>
      getValueOrThrow(
        await owned
          .getConnectedOwner()
          .search({ filter: { ...NO_FILTER, ...filter }, cursor, limit }),
      );
    const accounts = (await search({ text: '5678' })).payments.map(({ account }) => account);
    expect(accounts).toEqual(['81 1234 5678']);
    const [rejected] = (await search({ state: 'rejected' })).payments;
    const day = toDay(Date.parse(rejected?.createdAt ?? ''), 'America/Mexico_City');
    for (const text of ['ñAB12', 'Ñ ab', 'b-12']) {
      const { payments } = await search({ text, from: day, to: day });
      expect(
        payments.map(({ account }) => account),
        text,
      ).toEqual(['Ñ-ab-12']);
    }
    expect((await search({ text: 'telméx', from: day, to: day })).payments).toHaveLength(1);
    for (const [text, count] of [
      ['81-1234', 1],
      ['5678', 1],
      ['1234', 0],
    ] as const) {
      expect((await search({ text, from: day, to: day })).payments, text).toHaveLength(count);
    }
    // Without a day only a number is searched, by an index.
    expect((await search({ text: '811234' })).payments).toHaveLength(1);
    for (const text of ['telméx', '567', '609.00']) {
      expect(
        await owned.getConnectedOwner().search({
          filter: { ...NO_FILTER, text },
          cursor: null,
          limit: 5,
        }),
        text,
      ).toEqual(fail({ kind: 'chain-view', reason: 'needs-day' }));
    }
    expect((await search({ shop: 'nort' })).payments).toHaveLength(1);
    expect((await search({ state: 'rejected' })).payments).toMatchObject([{ code: 'R2' }]);
    expect((await search({ amount: '49.5', kind: 'bill' })).payments).toHaveLength(1);
    const seenIds: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof search>> = await search({}, cursor, 2);
      seenIds.push(...page.payments.map(({ id }) => id));
      cursor = page.next;
      if (cursor === null) break;
    }
    expect(new Set(seenIds).size).toBe(7);
    expect(seenIds).toHaveLength(7);
    const { owner, notes } = owned.createOwner({}, owned.getOfficeLogin());
    const { file, rows } = getValueOrThrow(await owner.export({ filter: NO_FILTER }, CARMEN));
    expect(rows).toBe(7);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toMatch(/^\ufeff"Tienda","Caja","Fecha UTC"/);
    expect(notes).toMatchObject([{ kind: 'chain-exported', detail: { rows: 7 } }]);
    const invalidCursor = await owner.search({ filter: NO_FILTER, cursor: "x' OR 1=1", limit: 5 });
    expect(invalidCursor).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
  });

  it('shows totals with the fee, and what was refunded or cancelled later', async () => {
    const { owner } = owned.createOwner({}, owned.getOfficeLogin());
    const till = await owned.openTill('Oriente', '31');
    const bill = createSamplePayment({ amount: '597.00', fee: '12.00', due: '609.00' });
    const owed = createSamplePayment({ amount: '70.00', due: '70.00' });
    const refunded = createSamplePayment({ amount: '80.00', due: '80.00' });
    const cancelled = createSamplePayment({ amount: '90.00', due: '90.00' });
    const cancel = { ...cancelled, id: randomUUID(), external: randomUUID() };
    await till.push([
      bill,
      owed,
      refunded,
      cancelled,
      { ...cancel, kind: 'cancel', cancels: cancelled.id },
      createSampleRefund({ payment: owed.id }),
      createSampleRefund({
        payment: refunded.id,
        settled: 'handed-back',
        settled_at: new Date().toISOString(),
      }),
    ]);
    const day = toDay(Date.parse(bill.created_at), 'America/Mexico_City');
    const search = async (filter: Partial<ChainPaymentFilter>) =>
      getValueOrThrow(
        await owner.search({
          filter: { ...NO_FILTER, from: day, to: day, shop: 'oriente', ...filter },
          cursor: null,
          limit: 50,
        }),
      ).payments.map(({ id }) => id);
    for (const filter of [
      { amount: '609.00' },
      { amount: '597' },
      { text: '609.00' },
      { text: '597' },
    ]) {
      expect(await search(filter), JSON.stringify(filter)).toEqual([bill.id]);
    }
    expect(new Set(await search({ state: 'refunded' }))).toEqual(new Set([owed.id, refunded.id]));
    expect(await search({ state: 'taken-back' })).toEqual([cancelled.id]);
    // The state of a cancelled payment is still paid, as in the till's own history.
    expect(new Set(await search({ state: 'paid' }))).toEqual(
      new Set([bill.id, cancelled.id, cancel.id]),
    );
    const { payments } = getValueOrThrow(
      await owner.search({ filter: { ...NO_FILTER, shop: 'oriente' }, cursor: null, limit: 50 }),
    );
    const facts = new Map(payments.map((payment) => [payment.id, payment]));
    expect(facts.get(bill.id)).toMatchObject({
      due: { amount: '609.00', currency: 'MXN' },
      refund: null,
      cancelledBy: null,
    });
    expect(facts.get(owed.id)?.refund).toEqual({ settled: null });
    expect(facts.get(refunded.id)?.refund).toEqual({ settled: 'handed-back' });
    expect(facts.get(cancelled.id)?.cancelledBy).toBe(cancel.id);
    const { file } = getValueOrThrow(
      await owner.export({ filter: { ...NO_FILTER, shop: 'oriente', state: 'refunded' } }, CARMEN),
    );
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('"Cancelado por","Devuelto por el servicio","Pago"');
    expect(text).toContain(`"owed","${owed.id}"`);
    expect(text).toContain(`"handed-back","${refunded.id}"`);
  });

  it('shows each payment of a day once whose number, name or amount is the text', async () => {
    const { owner } = owned.createOwner({}, owned.getOfficeLogin());
    const till = await owned.openTill('Poniente', '41');
    const payments = [
      createSamplePayment({ auth: '77001' }),
      createSamplePayment({ account: '8112377001', account_shown: '81 1237 7001' }),
      createSamplePayment({ auth: '77001', amount: '77001.00', due: '77001.00' }),
      createSamplePayment({ amount: '77001.00', due: '77001.00' }),
      createSamplePayment({ state: 'rejected', auth: null, amount: '77001.00', due: '77001.00' }),
      createSamplePayment({ biller_name: 'Agua 77001' }),
      createSamplePayment({ account: '770018112345', account_shown: '770018112345' }),
    ];
    await till.push([...payments, createSamplePayment({ amount: '7700.00', due: '7700.00' })]);
    const day = toDay(Date.parse(payments[0]?.created_at ?? ''), 'America/Mexico_City');
    const filter = { ...NO_FILTER, from: day, to: day, shop: 'poniente', text: '77001' };
    for (const limit of [1, 2, 3, 50]) {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: CallOutput<'chain.search'> = getValueOrThrow(
          await owner.search({ filter, cursor, limit }),
        );
        ids.push(...page.payments.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== null);
      expect(ids.toSorted(), `pages of ${limit}`).toEqual(payments.map(({ id }) => id).toSorted());
    }
    const { rows } = getValueOrThrow(await owner.export({ filter }, CARMEN));
    expect(rows).toBe(payments.length);
  });

  it('lists the problems of each till: refused rows, a doubled POS number, a restored ledger', async () => {
    const sur = await owned.openTill('Sur', '03');
    const [keptPayment, lostPayment] = [createSamplePayment(), createSamplePayment()];
    await sur.push([keptPayment, lostPayment]);
    // Its backup was restored: it starts another epoch, and sends what it still has.
    await sur.startSession(randomUUID(), 1);
    await sur.push([keptPayment], { pos: '01', clock_offset: -172_800, until: now() + 60 });
    const { tills, count } = getValueOrThrow(
      await owned
        .getConnectedOwner()
        .tills({ text: null, hasProblems: true, cursor: null, limit: 50 }),
    );
    expect(count).toBeGreaterThanOrEqual(3);
    const problems = Object.fromEntries(tills.map((till) => [till.shop, till.problems]));
    expect(problems.Sur).toEqual(['rewound', 'pos-doubled', 'clock']);
    expect(problems.Centro).toEqual(expect.arrayContaining(['refused', 'pos-doubled']));
    const surTill = tills.find(({ shop }) => shop === 'Sur');
    const detail = getValueOrThrow(
      await owned.getConnectedOwner().till({ tillId: surTill?.id ?? '' }),
    );
    expect(detail.lacking.map(({ id }) => id)).toEqual([lostPayment.id]);
    expect(detail.recordBreaks).toMatchObject([{ kind: 'rewound' }]);
    const missingTill = await owned.getConnectedOwner().till({ tillId: randomUUID() });
    expect(missingTill).toEqual(fail({ kind: 'chain-view', reason: 'gone' }));
  });

  it('reports a cloned till when a session goes on after a later one, not after restarts', async () => {
    const este = await owned.openTill('Este', '04');
    const readProblems = async () => {
      const { tills } = getValueOrThrow(
        await owned
          .getConnectedOwner()
          .tills({ text: 'este', hasProblems: false, cursor: null, limit: 5 }),
      );
      return tills[0]?.problems;
    };
    await este.push([createSamplePayment()]);
    // Restored twice from the same backup, and restarted again and again.
    const [backupKey, otherKey] = [randomUUID(), randomUUID()];
    for (const key of [backupKey, otherKey, backupKey]) await este.startSession(key, 0);
    for (let restarts = 0; restarts < 5; restarts += 1) {
      await este.startSession();
      await este.push([createSamplePayment()]);
    }
    expect(await readProblems()).not.toContain('cloned');
    const session = await este.startSession();
    // Its own next session, whose answer was lost, has pushed nothing.
    await este.startSession();
    await este.startSession(undefined, undefined, session);
    expect(await readProblems()).not.toContain('cloned');
    await este.push([createSamplePayment()]);
    await este.startSession(undefined, undefined, session);
    expect(await readProblems()).toContain('cloned');
  });

  it('shows each day of the daily file with its tills, upload failure, late payments and differences', async () => {
    const [{ till_id: norte } = { till_id: '' }] = await owned.chain.database.sql(
      "SELECT till_id FROM chain.tills WHERE shop = 'Norte'",
    );
    const missing = [
      { till: norte, shop: 'Norte', pos: '07', standing: 'not-in', seenAt: null },
      { till: randomUUID(), shop: 'Sur', pos: '03', standing: 'in-but-open', seenAt: null },
    ];
    const totals = [{ amount: '12.50', currency: 'MXN' }];
    const day = (ago: number): string =>
      new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await owned.chain.database.sql(
      `INSERT INTO chain.days (day, since_second, until_second, due_at, name, made_at, lines, totals,
         missing, handed_in_at, handed_in_by, handed_in_reason)
       VALUES ($1, 1, 2, now() - interval '2 days', 'a.txt', now(), 7, $4, $5, NULL, NULL, NULL),
         ($2, 1, $3, now() - interval '1 day', 'b.txt', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
         ($6, 1, 2, now(), 'c.txt', NULL, NULL, NULL, NULL, now(), 'Eva', 'por correo')`,
      [day(3), day(2), now() + 3600, JSON.stringify(totals), JSON.stringify(missing), day(4)],
    );
    const problem = { kind: 'upload', reason: 'refused', fingerprint: null };
    await owned.chain.database.sql(
      `INSERT INTO chain.day_attempts (day, number, holder, result) VALUES ($1, 1, 'a', $2)`,
      [day(3), JSON.stringify(problem)],
    );
    const lateRow = { kind: 'late', externalId: 'x', accountNumber: '501', amount: totals[0] };
    await owned.chain.database.sql(
      `INSERT INTO chain.late_rows (day, ledger_id, payment_id, till_id, difference)
       VALUES ($1, $2, $3, $4, $5)`,
      [day(3), randomUUID(), randomUUID(), norte, JSON.stringify({ ...lateRow, fields: [] })],
    );
    const differs = { ...lateRow, kind: 'fields-differ', fields: ['amount'], till: { id: norte } };
    const double = { externalId: 'twice', payments: [{ tillId: norte }, { tillId: norte }] };
    await owned.chain.database.sql('INSERT INTO chain.comparisons VALUES ($1, now(), $2)', [
      day(3),
      JSON.stringify({
        isWhole: false,
        kinds: { 'fields-differ': 1 },
        differences: [differs],
        doubles: [double],
      }),
    ]);
    const { days, next } = getValueOrThrow(await owned.getConnectedOwner().days({ before: null }));
    expect(next).toBeNull();
    expect(days).toMatchObject([
      { day: day(2), state: 'missing', lines: null, isListUnread: false },
      {
        day: day(3),
        state: 'made',
        lines: 7,
        totals,
        insideOpen: 1,
        notIn: 1,
        late: 1,
        differences: 1,
        isListUnread: true,
      },
      { day: day(4), state: 'handed-in', handedIn: { by: 'Eva', reason: 'por correo' } },
    ]);
    const detail = getValueOrThrow(await owned.getConnectedOwner().day({ day: day(3) }));
    expect(detail.day.failure).toEqual(problem);
    expect(detail.tills).toMatchObject([
      { shop: 'Norte', tillStatus: 'not-in' },
      { shop: 'Sur', tillStatus: 'in-open' },
    ]);
    expect(
      getValueOrThrow(await owned.getConnectedOwner().day({ day: day(2) })).tills.length,
    ).toBeGreaterThan(2);
    const query = { kind: 'daily-file' as const, cursor: null };
    const first = getValueOrThrow(
      await owned.getConnectedOwner().differences({ ...query, limit: 1 }),
    );
    const then = getValueOrThrow(
      await owned.getConnectedOwner().differences({ ...query, cursor: first.next, limit: 1 }),
    );
    const last = getValueOrThrow(
      await owned.getConnectedOwner().differences({ ...query, cursor: then.next, limit: 2 }),
    );
    const differences = [...first.differences, ...then.differences, ...last.differences];
    const kinds = differences.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['doubled', 'doubled', 'fields-differ', 'late']);
    const doubled = differences.filter(({ kind }) => kind === 'doubled');
    expect(doubled.map(({ externalId }) => externalId)).toEqual(['twice', 'twice']);
    expect(differences.every(({ till }) => till?.shop === 'Norte')).toBe(true);
    expect(last.next).toBeNull();
  });

  it.each([0, 2_085_978_385])(
    'lists a payment that the service dates at second %i as left out of the file of its day',
    async (performed) => {
      const till = await owned.openTill('Poniente', `4${performed % 10}`);
      const payment = createSamplePayment({ performed, auth: '900' });
      await till.push([payment]);
      const day = new Date().toISOString().slice(0, 10);
      await owned.chain.database.sql('DELETE FROM chain.days');
      await owned.chain.database.sql(
        `INSERT INTO chain.days (day, since_second, until_second, due_at, name)
         VALUES ($1, $2, $3, now(), 'today.txt')`,
        [day, now() - 3600, now() + 3600],
      );
      const { differences } = getValueOrThrow(
        await owned.getConnectedOwner().differences({ kind: 'all', cursor: null, limit: 50 }),
      );
      expect(differences.filter(({ externalId }) => externalId === payment.external)).toMatchObject(
        [
          {
            kind: 'left-out',
            day,
            till: { shop: 'Poniente' },
            authorization: '900',
            account: '501 000 000 007',
            amount: { amount: '150.00', currency: 'MXN' },
            fields: ['time'],
          },
        ],
      );
      const { days } = getValueOrThrow(await owned.getConnectedOwner().days({ before: null }));
      const leftOut = differences.filter(({ kind }) => kind === 'left-out');
      expect(days[0]).toMatchObject({ day, differences: leftOut.length });
    },
  );

  it('lists a payment that no file can hold, with its till', async () => {
    const till = await owned.openTill('Cerro', '51');
    const payment = createSamplePayment({ auth: '901' });
    await till.push([payment]);
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const leftOut = {
      paymentId: payment.id,
      externalId: payment.external,
      amount: { amount: '150.00', currency: 'MXN' },
      field: 'pos-number',
    };
    await owned.chain.database.sql(
      `INSERT INTO chain.days (day, since_second, until_second, due_at, name, made_at, left_out)
       VALUES ($1, 1, 2, now(), 'd.txt', now(), $2)`,
      [day, JSON.stringify([leftOut])],
    );
    const { differences } = getValueOrThrow(
      await owned.getConnectedOwner().differences({ kind: 'daily-file', cursor: null, limit: 50 }),
    );
    expect(differences.filter(({ externalId }) => externalId === payment.external)).toMatchObject([
      {
        kind: 'left-out',
        day,
        till: { shop: 'Cerro' },
        authorization: '901',
        fields: ['pos-number'],
      },
    ]);
  });

  it('lists each refused row with its reason, also one whose fields cannot be read', async () => {
    await owned.chain.database.sql(
      `INSERT INTO chain.refused_rows (till_id, ledger_id, epoch, why, row, at)
        SELECT till_id, ledger_id, 1, 'unreadable', $1, at - interval '1 day'
        FROM chain.refused_rows`,
      [JSON.stringify({ external: 'x', biller_name: 'a\u0000b' })],
    );
    const { differences } = getValueOrThrow(
      await owned.getConnectedOwner().differences({ kind: 'refused-row', cursor: null, limit: 50 }),
    );
    expect(differences).toMatchObject([
      { kind: 'refused-row', till: { shop: 'Centro' }, reason: expect.stringMatching(/check/) },
      { kind: 'refused-row', till: { shop: 'Centro' }, reason: 'unreadable', externalId: null },
    ]);
    expect(getValueOrThrow(await owned.getConnectedOwner().overview())).toMatchObject({
      refusedRows: 2,
      shiftDifferences: 1,
      backupAt: null,
    });
  });

  it('shows when the last backup of the database succeeded', async () => {
    await owned.chain.database.sql(
      "INSERT INTO chain.office_notes (name, at, note) VALUES ('backup', '2026-11-20 08:50:00Z', '{}')",
    );
    expect(getValueOrThrow(await owned.getConnectedOwner().overview())).toMatchObject({
      backupAt: '2026-11-20T08:50:00.000Z',
    });
  });
});

it('tells a newer database from one that is not migrated yet', async () => {
  const readOverview = async () =>
    (await owned.getConnectedOwner().overview()) as { readonly problem: unknown };
  await owned.chain.database.sql(
    'ALTER FUNCTION chain.view_overview_v1() RENAME TO view_overview_v2',
  );
  expect((await readOverview()).problem).toEqual({ kind: 'chain-view', reason: 'newer' });
  await owned.chain.database.sql('DELETE FROM chain.versions WHERE version > 1');
  expect((await readOverview()).problem).toEqual({ kind: 'chain-view', reason: 'older' });
});

const now = (): number => Math.floor(Date.now() / 1000);
