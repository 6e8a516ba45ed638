import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls, fail } from '../../../shared/contract/index.ts';
import { ANA, expectOk, LUIS } from '../../counter/payments/testing/index.ts';
import { listAuditRowsOfKind } from '../../ledger/audit/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { type HistoryFixture, NO_FILTER, openHistory } from './history.fixture.ts';

let fixture: HistoryFixture;
let counter: HistoryFixture['counter'];
let history: HistoryFixture['history'];
let sell: HistoryFixture['sell'];

beforeEach(() => {
  fixture = openHistory();
  ({ counter, history, sell } = fixture);
});
afterEach(() => fixture.close());

describe('payment notes', () => {
  const readAllNotes = (paymentId: string) => expectOk(history.notes({ paymentId }));
  const addNote = (paymentId: string, text: string, by = ANA) =>
    history.addNote({ paymentId, text }, by);

  it('stores notes in order with cashier and time, in the audit log and in the export', async () => {
    const { id } = await sell('501000000001');
    expect(readAllNotes(id)).toEqual([]);
    expectOk(addNote(id, 'El cliente vuelve por su recibo'));
    await counter.advance(60_000);
    expectOk(addNote(id, 'Recogió; "todo bien"', LUIS));
    const at = expect.any(String);
    // Nothing else: the contract rejects further fields.
    expect(readAllNotes(id)).toEqual([
      { at, cashierName: 'Ana', text: 'El cliente vuelve por su recibo' },
      { at, cashierName: 'Luis', text: 'Recogió; "todo bien"' },
    ]);
    expect(readAllNotes(id)[0]?.at).not.toBe(readAllNotes(id)[1]?.at);
    const auditRows = listAuditRowsOfKind(counter.database, 'payment-noted');
    expect(auditRows.map(({ cashierId }) => cashierId)).toEqual(['ana', 'luis']);
    expect(auditRows[0]?.detail).toContain('El cliente vuelve');
    const written = expectOk(await history.export({ filter: NO_FILTER }, ANA));
    const file = readFileSync(written.file, 'utf8');
    expect(file.split('\r\n')[0]).toMatch(/"Notas"$/);
    expect(file).toMatch(
      /Ana: El cliente vuelve por su recibo \/ \S+ Luis: Recogió; ""todo bien"""/,
    );
  });

  it('writes a note once when the ledger is unreadable after the commit', async () => {
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
    expect(expectOk(addNote(id, 'Vuelve'))).toMatchObject([{ cashierName: 'Ana', text: 'Vuelve' }]);
    expect(history.notes({ paymentId: id })).toEqual(
      fail({ kind: 'storage', reason: 'failed', file: 'ledger.sqlite' }),
    );
    vi.restoreAllMocks();
    expect(readAllNotes(id)).toHaveLength(1);
  });

  it('prevents changing or deleting a note by SQL', async () => {
    const { id } = await sell('501000000001');
    expectOk(addNote(id, 'uno'));
    const { database } = counter;
    for (const sql of ['DELETE FROM payment_notes', "UPDATE payment_notes SET text = 'dos'"]) {
      expect(() => database.prepare(sql).run()).toThrow(/a note is not/);
    }
    expect(readAllNotes(id)).toMatchObject([{ text: 'uno' }]);
  });

  it('rejects a note for an unknown payment or beyond fifty per payment', async () => {
    const { id } = await sell('501000000001');
    expect(addNote('nobody', 'uno')).toMatchObject({
      problem: { kind: 'not-found', what: 'payment' },
    });
    expect(history.notes({ paymentId: 'nobody' }).ok).toBe(false);
    for (let number = 0; number < 50; number += 1) expectOk(addNote(id, `nota ${number}`));
    expect(addNote(id, 'una más')).toMatchObject({ problem: { kind: 'history' } });
    expect(readAllNotes(id)).toHaveLength(50);
  });

  it('stores no note when its audit row fails', async () => {
    const { id } = await sell('501000000001');
    const { database } = counter;
    database
      .prepare(
        `CREATE TEMP TRIGGER refusing BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'no'); END`,
      )
      .run();
    expect(addNote(id, 'uno').ok).toBe(false);
    database.prepare('DROP TRIGGER refusing').run();
    expect(readAllNotes(id)).toEqual([]);
  });

  it.each([
    ['blank text', '   '],
    ['a line break', 'uno\ndos'],
    ['an escape character', 'uno\u001b[31m'],
    ['a bidirectional override', 'uno \u202e dos'],
    ['more than 300 characters', 'n'.repeat(301)],
  ])('rejects a note with %s', (_, text) => {
    const { input } = calls['history.addNote'];
    expect(input.safeParse({ paymentId: 'p', text }).success).toBe(false);
    expect(input.parse({ paymentId: 'p', text: ' ñ '.padEnd(200, 'n') })).toBeTruthy();
  });
});
