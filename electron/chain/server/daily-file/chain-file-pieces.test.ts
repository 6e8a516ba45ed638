import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatFileHeaderDate } from '../../../back-office/reconciliation/days/index.ts';
import { createDailyFileBuilder } from '../../../back-office/reconciliation/file/index.ts';
import {
  type ChainQuery,
  type ChainServerDatabase,
  openChainServerDatabase,
} from '../database/index.ts';
import {
  createServerTestChain,
  type Sale,
  type ServerTestChain,
  type ServerTestTill,
} from '../testing/index.ts';
import { createChainFilePieces, parsePerformedTransaction } from './chain-file-pieces.ts';
import { runInSharedSnapshot } from './shared-snapshot.ts';
import { readStoredFileBytes } from './stored-files.ts';

const DAY = { day: '2026-11-20', since: 0, until: 4_000_000_000, dueAt: '2026-11-21T09:00:00Z' };
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

const character = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...'0123456789ABCxyz -*') },
  { weight: 1, arbitrary: fc.constantFrom('|', '\n', '\r', '\u2028', '\u0085', 'ñ', '\\', '€') },
);
const field = fc.string({ unit: character, minLength: 0, maxLength: 20 });
const sale: fc.Arbitrary<Sale> = fc.record(
  {
    // Many have the second of another, also at the ends of pages.
    at: fc
      .oneof(
        fc.integer({ min: 1_700_000_000, max: 1_700_000_003 }),
        fc.integer({ min: 1_700_000_000, max: 1_700_100_000 }),
      )
      .map((second) => second * 1000),
    account: field,
    auth: fc.option(field),
    amount: fc.constantFrom('549', '549.1', '0.05', '1234567890.99', '999999999999999.99', '7.00'),
    currency: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('MXN', 'COP', 'USD') },
      { weight: 1, arbitrary: fc.string({ unit: character, minLength: 1, maxLength: 4 }) },
    ),
    pos: field,
    biller: fc.integer({ min: 1, max: 1_000_000 }),
    state: fc.constantFrom('paid', 'by-hand-paid', 'rejected', 'unknown'),
    kind: fc.constantFrom('bill', 'cash-out', 'cancel'),
  },
  { requiredKeys: ['at'] },
);

/** Builds the file from the same rows with the till's own builder. */
async function buildWithTill(query: ChainQuery) {
  const rows = await query('SELECT chain.file_rows_v1($1, $2, $1, $3, $3, 20000) AS row', [
    DAY.since,
    DAY.until,
    NIL_UUID,
  ]);
  const builder = createDailyFileBuilder(formatFileHeaderDate(DAY));
  const text = builder.formatLines(rows.map(({ row }) => parsePerformedTransaction(row)));
  return { text: builder.header + text + builder.formatFooter(), totals: builder.getTotals() };
}

/** Stores the file's pieces, and returns their text, which is also what the database holds then. */
async function storePieces(database: ChainServerDatabase, pageSize?: number) {
  const buildId = randomUUID();
  const { texts, totals } = await runInSharedSnapshot(database, async (queries) => {
    const pieces = createChainFilePieces(queries, DAY, buildId, pageSize);
    const texts = await Array.fromAsync(pieces.store());
    return { texts, totals: pieces.getTotals() };
  });
  const stored = await Array.fromAsync(readStoredFileBytes(database.query, buildId));
  const text = texts.join('');
  expect(Buffer.concat(stored).toString('utf8')).toBe(text);
  return { text, lines: texts.slice(1, -1).join(''), totals };
}

describe.skipIf(process.platform === 'win32')('lines formatted by the database', () => {
  let testChain: ServerTestChain;
  beforeAll(async () => {
    testChain = await createServerTestChain();
  });
  afterAll(() => testChain.drop());

  /**
   * Stores fields that a push no longer accepts, as rows of before that. The database refuses them
   * now; the lines must not depend on that.
   */
  async function storeSales(till: ServerTestTill, sales: readonly Sale[]): Promise<void> {
    const ids = await till.push(
      sales.map(({ account: _, auth: __, currency: ___, pos: ____, ...sale }) => sale),
    );
    await testChain.chain.database.sql(
      `UPDATE chain.payments p SET account_number = coalesce(x.account, account_number),
        authorization_id = CASE WHEN x.has_auth THEN x.auth ELSE authorization_id END,
        currency = coalesce(x.currency, p.currency), pos_number = coalesce(x.pos, pos_number)
      FROM jsonb_to_recordset($1) AS x(id uuid, account text, auth text, has_auth boolean,
        currency text, pos text) WHERE p.payment_id = x.id`,
      [
        JSON.stringify(
          sales.map((sale, index) => ({ ...sale, id: ids[index], has_auth: 'auth' in sale })),
        ),
      ],
    );
  }

  it("formats lines exactly as the till's own builder does, for any field values", async () => {
    const till = await testChain.enrollTill('Centro', '01');
    const database = openChainServerDatabase(testChain.connect);
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        async (sales, pageSize) => {
          await testChain.chain.database.sql('DELETE FROM chain.payments');
          await storeSales(till, sales);
          const { text, totals } = await storePieces(database, pageSize);
          expect({ text, totals }).toEqual(await buildWithTill(database.query));
        },
      ),
      { numRuns: 15 },
    );
    await database.end();
  });

  it('reads on both connections what the database held at the beginning', async () => {
    const till = await testChain.enrollTill('Centro', '03');
    await testChain.chain.database.sql('DELETE FROM chain.payments');
    const at = 1_700_000_000_000;
    await till.push([{ at }, { at: at + 1000 }, { at: at + 2000 }]);
    const database = openChainServerDatabase(testChain.connect);
    const pushBeforeEachPage =
      (query: ChainQuery): ChainQuery =>
      async (text, ...rest) => {
        if (text.includes('page_end_v1')) await till.push([{ at: at + 1000 }, { at: at + 5000 }]);
        return await query(text, ...rest);
      };
    const { totals } = await storePieces(
      {
        ...database,
        transaction: (kind, work) =>
          database.transaction(kind, (query) => work(pushBeforeEachPage(query))),
      },
      1,
    );
    expect(totals.lines).toBe(3);
    expect((await storePieces(database, 1)).totals.lines).toBe(11);
    await database.end();
  });

  it('makes no piece, and ends both transactions, if one connection breaks', async () => {
    const till = await testChain.enrollTill('Centro', '04');
    const { sql } = testChain.chain.database;
    await sql('DELETE FROM chain.payments');
    await sql('DELETE FROM chain.day_pieces');
    const at = 1_700_000_000_000;
    await till.push([{ at }, { at: at + 1000 }, { at: at + 2000 }, { at: at + 3000 }]);
    const database = openChainServerDatabase(testChain.connect);
    for (const brokenPage of [1, 2, 3]) {
      let pages = 0;
      const endBeforePage =
        (query: ChainQuery): ChainQuery =>
        async (text, ...rest) => {
          if (text.includes('add_page_v1')) {
            pages += 1;
            if (pages === brokenPage) await query('SELECT pg_terminate_backend(pg_backend_pid())');
            // So that the page after it fails first.
            else await query('SELECT pg_sleep(0.1)');
          }
          return await query(text, ...rest);
        };
      const broken: ChainServerDatabase = {
        ...database,
        transaction: (kind, work) =>
          database.transaction(kind, (query) => work(endBeforePage(query))),
      };
      await expect(storePieces(broken, 1)).rejects.toThrow();
      expect(await sql('SELECT FROM chain.day_pieces')).toEqual([]);
    }
    expect((await storePieces(database, 1)).totals.lines).toBe(4);
    await database.end();
  });

  const INJECTED_END = '|1.00|MXN|07|00000000-0000-4000-8000-000000000001\n';
  const INJECTED_START = 'REGISTER|2023-11-14T22:13:20|40|';
  it.each([
    ['account', `5${INJECTED_END}${INJECTED_START}9|5`, 1],
    ['auth', `9|5${INJECTED_END}${INJECTED_START}9`, 1],
    ['account', `5${INJECTED_END}${INJECTED_START}9|5${INJECTED_END}${INJECTED_START}9|5`, 2],
  ] as const)(
    'writes no line that a line break in %s adds, beside payments without an authorization',
    async (injectedField, value, count) => {
      const till = await testChain.enrollTill('Centro', `${injectedField}-${count}`);
      await testChain.chain.database.sql('DELETE FROM chain.payments');
      const at = 1_700_000_000_000;
      const withoutAuthorization = Array.from({ length: count }, (_, index) => ({
        at: at + index * 1000,
        auth: null,
        state: 'by-hand-paid' as const,
      }));
      await storeSales(till, [
        { at, [injectedField]: value, state: 'by-hand-paid' },
        ...withoutAuthorization,
        { at: at + 9000, account: '50123' },
      ]);
      const database = openChainServerDatabase(testChain.connect);
      const { lines, totals } = await storePieces(database);
      expect(lines).toMatch(/^\n[^\n]*\|50123\|[^\n]*$/);
      expect(totals.lines).toBe(1);
      expect(totals.leftOut.map((item) => item.field).sort()).toEqual(
        [
          injectedField === 'auth' ? 'authorization' : 'account',
          ...withoutAuthorization.map(() => 'authorization'),
        ].sort(),
      );
      await database.end();
    },
  );

  it.each(['account', 'auth', 'currency'] as const)(
    'refuses a row with a bar or a control character in %s, and keeps the others',
    async (name) => {
      const till = await testChain.enrollTill('Centro', `refused-${name}`);
      const { sql } = testChain.chain.database;
      await sql('DELETE FROM chain.payments');
      const at = 1_700_000_000_000;
      const values = [
        '5|6',
        '5\n6',
        '5\r6',
        '5\t6',
        '5\u001b6',
        '5\u00856',
        '5\u20286',
        '5\u20296',
      ];
      await till.push([
        ...values.map((value) => ({ at, [name]: value })),
        { at, account: '50123' },
      ]);
      expect(await sql('SELECT account_number AS account FROM chain.payments')).toEqual([
        { account: '50123' },
      ]);
      const refused = await sql(
        `SELECT why FROM chain.refused_rows r JOIN chain.tills USING (till_id) WHERE pos_number = $1`,
        [`refused-${name}`],
      );
      expect(refused.map(({ why }) => why)).toEqual([
        'a bar in a field of the daily file',
        ...values.slice(1).map(() => 'a line break or another control character'),
      ]);
    },
  );

  it("writes the POS number of the till's enrollment, whatever its rows and its status say", async () => {
    const thief = await testChain.enrollTill('Norte', '31');
    await testChain.enrollTill('Sur', '32');
    const { sql } = testChain.chain.database;
    await sql('DELETE FROM chain.payments');
    const at = 1_700_000_000_000;
    await thief.push(
      [
        { at, pos: '32' },
        { at: at + 1000, pos: '99' },
        { at: at + 2000, pos: '' },
      ],
      {
        pos: '32',
      },
    );
    const database = openChainServerDatabase(testChain.connect);
    const { lines } = await storePieces(database);
    // A payment that was sent without a number has none in the file.
    expect(lines.split('\n').map((line) => line.split('|')[7])).toEqual([
      undefined,
      '31',
      '31',
      '',
    ]);
    const names = await sql(
      `SELECT pos_number AS pos FROM chain.till_views() WHERE shop = 'Norte'`,
    );
    expect(names).toEqual([{ pos: '31' }]);
    await database.end();
  });

  it('leaves out a payment with a replaced character, and names the field', async () => {
    const till = await testChain.enrollTill('Centro', '02');
    await testChain.chain.database.sql('DELETE FROM chain.payments');
    await till.push([{ at: 1_700_000_000_000, account: '50\ufffd1' }]);
    const database = openChainServerDatabase(testChain.connect);
    const { lines, totals } = await storePieces(database);
    expect(lines).toBe('');
    expect(totals).toMatchObject({ lines: 0, leftOut: [{ field: 'account' }] });
    await database.end();
  });
});
