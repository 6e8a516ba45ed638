import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls, fail } from '../../../shared/contract/index.ts';
import { ANA, expectOk, LUIS } from '../../counter/payments/testing/index.ts';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { type HistoryFixture, NOTHING, openHistory } from './history.fixture.ts';

let fixture: HistoryFixture;
let counter: HistoryFixture['counter'];
let history: HistoryFixture['history'];
let sell: HistoryFixture['sell'];

beforeEach(() => {
  fixture = openHistory();
  ({ counter, history, sell } = fixture);
});
afterEach(() => fixture.close());

describe('notes on a payment', () => {
  const notes = (paymentId: string) => expectOk(history.notes({ paymentId }));
  const add = (paymentId: string, text: string, by = ANA) =>
    history.addNote({ paymentId, text }, by);

  it('are added by anybody, in order, with who and when, and are in the audit log and the file', async () => {
    const { id } = await sell('501000000001');
    expect(notes(id)).toEqual([]);
    expectOk(add(id, 'El cliente vuelve por su recibo'));
    await counter.advance(60_000);
    expectOk(add(id, 'Recogió; "todo bien"', LUIS));
    expect(notes(id)).toMatchObject([
      { cashierName: 'Ana', text: 'El cliente vuelve por su recibo' },
      { cashierName: 'Luis', text: 'Recogió; "todo bien"' },
    ]);
    expect(notes(id)[0]?.at).not.toBe(notes(id)[1]?.at);
    const noted = listAuditRowsOfKind(counter.database, 'payment-noted');
    expect(noted.map(({ cashierId }) => cashierId)).toEqual(['ana', 'luis']);
    expect(noted[0]?.detail).toContain('El cliente vuelve');
    const written = expectOk(await history.export({ filter: NOTHING }, ANA));
    const file = readFileSync(written.file, 'utf8');
    expect(file.split('\r\n')[0]).toMatch(/"Notas"$/);
    expect(file).toMatch(
      /Ana: El cliente vuelve por su recibo \/ \S+ Luis: Recogió; ""todo bien"""/,
    );
  });

  it('are written once, also where the ledger cannot be read right after', async () => {
    const { id } = await sell('501000000001');
    const { database } = counter;
    const { commit } = database;
    vi.spyOn(database, 'commit').mockImplementation((work) => {
      const value = commit(work);
      vi.spyOn(database, 'prepare').mockImplementation(() => {
        throw new StorageError('failed', 'ledger.sqlite', null);
      });
      return value;
    });
    expect(expectOk(add(id, 'Vuelve'))).toMatchObject([{ cashierName: 'Ana', text: 'Vuelve' }]);
    expect(history.notes({ paymentId: id })).toEqual(
      fail({ kind: 'storage', reason: 'failed', file: 'ledger.sqlite' }),
    );
    vi.restoreAllMocks();
    expect(notes(id)).toHaveLength(1);
  });

  it('are never changed or deleted, by whatever writes into the ledger', async () => {
    const { id } = await sell('501000000001');
    expectOk(add(id, 'uno'));
    const { database } = counter;
    for (const sql of ['DELETE FROM payment_notes', "UPDATE payment_notes SET text = 'dos'"]) {
      expect(() => database.prepare(sql).run()).toThrow(/a note is not/);
    }
    expect(notes(id)).toMatchObject([{ text: 'uno' }]);
  });

  it('are of a payment that is there, and at most fifty of one', async () => {
    const { id } = await sell('501000000001');
    expect(add('nobody', 'uno')).toMatchObject({ problem: { kind: 'not-found', what: 'payment' } });
    expect(history.notes({ paymentId: 'nobody' }).ok).toBe(false);
    for (let number = 0; number < 50; number += 1) expectOk(add(id, `nota ${number}`));
    expect(add(id, 'una más')).toMatchObject({ problem: { kind: 'history' } });
    expect(notes(id)).toHaveLength(50);
  });

  it('are kept with their entry in the audit log, or not at all', async () => {
    const { id } = await sell('501000000001');
    const { database } = counter;
    database
      .prepare(
        `CREATE TEMP TRIGGER refusing BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'no'); END`,
      )
      .run();
    expect(add(id, 'uno').ok).toBe(false);
    database.prepare('DROP TRIGGER refusing').run();
    expect(notes(id)).toEqual([]);
  });

  it.each([
    ['nothing', '   '],
    ['a line break', 'uno\ndos'],
    ['an escape', 'uno\u001b[31m'],
    ['a sign that turns the writing around', 'uno \u202e dos'],
    ['more than fits', 'n'.repeat(301)],
  ])('refuse %s', (_, text) => {
    const { input } = calls['history.addNote'];
    expect(input.safeParse({ paymentId: 'p', text }).success).toBe(false);
    expect(input.parse({ paymentId: 'p', text: ' ñ '.padEnd(200, 'n') })).toBeTruthy();
  });
});
