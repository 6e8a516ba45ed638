import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createGln,
  createTestCode,
  type TestBill,
} from '../../../shared/bill-codes/bill-code.fixture.ts';
import { findShippedCollector } from '../../../shared/bill-codes/index.ts';
import type { Biller, Result, ScanResult } from '../../../shared/contract/index.ts';
import { billLayoutsSchema } from '../../../shared/contract/index.ts';
import { createBiller } from '../../../tests/bench/support/biller-catalog.ts';
import { getNumericSeed, scaleRuns } from '../../../tests/support/sampling.ts';
import { insertIntentRow } from '../../ledger/testing/index.ts';
import { ANA, type BillCodeRig, LUIS, openBillCodeRig } from './bill-codes.fixture.ts';
import type { BillLayoutSettings } from './collectors.ts';

const COLOMBIAN = { country: 'CO', currency: 'COP', mask: '' };
const ETB: Biller = {
  ...createBiller(1, 'ETB Bogotá'),
  ...COLOMBIAN,
  accountNumberDigits: '6..25',
};
const ENEL: Biller = {
  ...createBiller(2, 'Enel Colombia'),
  ...COLOMBIAN,
  accountNumberDigits: '8',
};
const WATER: Biller = { ...createBiller(3, 'Aguas'), ...COLOMBIAN, accountNumberDigits: '4..25' };
const CFE: Biller = { ...createBiller(40, 'CFE - Luz'), accountNumberDigits: '12', mask: '' };
const TELMEX: Biller = { ...createBiller(41, 'Telmex'), accountNumberDigits: '10', mask: '' };

const BILL: TestBill = {
  gln: '7707181500017',
  references: ['10003054871234'],
  amount: { digits: '0000144700', decimals: 0 },
  dueDate: '2026-12-08',
};
/** A GLN that no layout knows. */
const UNKNOWN: TestBill = { ...BILL, gln: '7709998005730', references: ['99123456'] };

let rig: BillCodeRig;
afterEach(() => rig.close());

async function open(): Promise<void> {
  rig = await openBillCodeRig(
    [ETB, ENEL, WATER, CFE, TELMEX],
    new Map([
      ['co-etb', 1],
      ['co-enel', 2],
    ]),
  );
}

function getValue<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

const read = (code: string, billerId: number | null = null): ScanResult =>
  getValue(rig.billCodes.read({ code, billerId }));

/** As a cashier who compares the only bill with the paper. */
function confirm(code: string): void {
  const result = read(code);
  if (result.kind !== 'choose') throw new Error(`not asked: ${result.kind}`);
  const [bill, ...others] = result.bills;
  if (bill === undefined || others.length > 0) throw new Error('not one bill');
  getValue(rig.billCodes.confirm({ code, codeId: bill.codeId }));
}

describe('a scanned code', () => {
  it('names the biller, the account, the amount and the due date of a bill', async () => {
    await open();
    expect(read(createTestCode(BILL))).toMatchObject({
      kind: 'bill',
      bill: {
        biller: { id: 1 },
        accountNumber: '10003054871234',
        amount: { amount: '144700.00', currency: 'COP' },
        dueDate: '2026-12-08',
        isPastDue: false,
        isGlnValid: true,
        layout: 'certain',
        earlierScan: null,
      },
    });
    const enel = { ...BILL, gln: '7707209914253', references: ['01089123455814612345'] };
    const amount = { digits: '00000000015470', decimals: 0 };
    expect(read(createTestCode({ ...enel, amount, dueDate: '2026-11-25' }))).toMatchObject({
      kind: 'bill',
      bill: { biller: { id: 2 }, accountNumber: '08912345', isPastDue: true },
    });
  });

  it('recognizes the bill of another biller than the one whose payment is open', async () => {
    await open();
    expect(read(createTestCode(BILL), 2)).toMatchObject({
      kind: 'other-biller',
      bill: { biller: { id: 1 } },
    });
    expect(read(createTestCode(BILL), 1).kind).toBe('bill');
  });

  it('asks a person to compare a code of which a part may be missing', async () => {
    await open();
    const cut = createTestCode({ ...BILL, references: ['100030548'], amount: null, dueDate: null });
    expect(read(cut)).toMatchObject({ kind: 'choose', reason: 'compare' });
    const enel = { ...BILL, gln: '7707209914253', references: ['0108912345581461'] };
    expect(read(createTestCode(enel))).toMatchObject({ kind: 'choose', reason: 'compare' });
    expect(read(createTestCode({ ...enel, references: ['010891'] }))).toEqual({
      kind: 'refused',
      reason: 'cut',
    });
  });

  it('asks a person to compare a reference or an amount of a length that no bill has', async () => {
    await open();
    // Digits that a busy computer lost.
    const short = createTestCode({ ...BILL, references: ['1000305487'] });
    expect(read(short)).toMatchObject({ kind: 'choose', reason: 'compare' });
    const amount = { digits: '144', decimals: 0 };
    const cut = createTestCode({ ...BILL, amount, dueDate: null });
    expect(read(cut)).toMatchObject({ kind: 'choose', reason: 'compare' });
    // A date behind it does not make an amount complete: ten digits, of which one or three are lost.
    for (const digits of ['000014470', '0001447']) {
      const lost = createTestCode({ ...BILL, amount: { digits, decimals: 0 } });
      expect(read(lost), digits).toMatchObject({ kind: 'choose', reason: 'compare' });
    }
    // Two are lost: a length that other companies' bills have.
    const usual = createTestCode({ ...BILL, amount: { digits: '00014470', decimals: 0 } });
    expect(read(usual)).toMatchObject({ kind: 'choose', reason: 'compare' });
  });

  it('asks about each new length once, if the cashier chose the bill', async () => {
    await open();
    const code = createTestCode({ ...BILL, amount: { digits: '144700', decimals: 0 } });
    const another = { ...BILL, references: ['10003054874321'] };
    const next = createTestCode({ ...another, amount: { digits: '987654', decimals: 0 } });
    rig.billCodes.confirm({ code, codeId: 'of another bill' });
    expect(read(code)).toMatchObject({ kind: 'choose', reason: 'compare' });
    confirm(code);
    expect(read(next).kind).toBe('bill');
    expect(read(createTestCode(another)).kind).toBe('bill');
    rig.reopenBillCodes();
    expect(read(next).kind).toBe('bill');
  });

  it('asks about the code of another biller than the one whose payment is open, if it may be cut', async () => {
    await open();
    const short = createTestCode({ ...BILL, references: ['1000305487'] });
    expect(read(short, 2)).toMatchObject({ kind: 'choose', reason: 'compare' });
  });

  it('takes no other reading silently if the natural one is too short for the layout', async () => {
    await open();
    const amount = { digits: '8168951', decimals: 0 };
    const enel = { ...BILL, gln: '7707209914253', references: ['4646515'], amount };
    expect(read(createTestCode(enel, ''))).toMatchObject({ kind: 'choose', reason: 'compare' });
  });

  it('offers readings once that differ only in further references', async () => {
    await open();
    const further = { ...BILL, references: [...BILL.references, '275678020601102'] };
    expect(read(createTestCode(further, ''))).toMatchObject({
      kind: 'bill',
      bill: { accountNumber: '10003054871234', references: further.references },
    });
  });

  it('decides between two readings by the known length of the reference, or asks', async () => {
    await open();
    const glued = createTestCode({ ...BILL, dueDate: null }, '');
    expect(read(glued)).toMatchObject({ kind: 'bill', bill: { amount: { amount: '144700.00' } } });
    rig.layouts = [{ gln: UNKNOWN.gln, billerId: 3 }];
    const unknown = { ...UNKNOWN, amount: { digits: '00070470', decimals: 0 }, dueDate: null };
    expect(read(createTestCode(unknown, ''))).toMatchObject({
      kind: 'choose',
      reason: 'reading',
      bills: [{ accountNumber: '99123456' }, { accountNumber: '99123456390000070470' }],
    });
  });

  it('offers billers by the form of a code without a collector, and chooses none', async () => {
    await open();
    const code = '015010000000072612150000005495';
    expect(read(code)).toMatchObject({
      kind: 'choose',
      reason: 'biller',
      bills: [{ biller: { id: 40 }, accountNumber: '501000000007', dueDate: '2026-12-15' }],
    });
    // The cashier chose the biller before.
    expect(read(code, 40)).toMatchObject({ kind: 'bill', bill: { accountNumber: '501000000007' } });
    expect(read('501000000007')).toEqual({ kind: 'account', accountNumber: '501000000007' });
  });

  it.each([
    ['00020101021226320014CO.COM.RBM.LLA011012345678905204', 'payment-qr'],
    ['https://factura.example/?id=7', 'web-address'],
    ['9'.repeat(2_000), 'too-long'],
    [createTestCode({ ...BILL, amount: null, dueDate: null }).repeat(2), 'doubled'],
    ['4157707181500017', 'no-reference'],
  ])('refuses what is not the code of a bill, with the reason: %#', async (code, reason) => {
    await open();
    expect(read(code)).toEqual({ kind: 'refused', reason });
  });

  it('warns of the same code within an hour, and names the payment since', async () => {
    await open();
    read(createTestCode(BILL));
    rig.clock.jump(10 * 60_000);
    expect(read(createTestCode(BILL, '#'))).toMatchObject({
      bill: { earlierScan: { at: '2026-11-26T16:00:00.000Z', paymentId: null } },
    });
    // Another amount of the same reference is another code.
    const part = { ...BILL, amount: { digits: '0000034566', decimals: 0 } };
    expect(read(createTestCode(part))).toMatchObject({ bill: { earlierScan: null } });
    rig.database.prepare('PRAGMA foreign_keys = OFF').run();
    insertIntentRow(rig.database, {
      id: 'p1',
      at: '2026-11-26T16:11:00.000Z',
      billerId: 1,
      account: '10003054871234',
      kind: 'bill',
    });
    rig.database.prepare(`INSERT INTO outcomes (intent_id, state) VALUES ('p1', 'unknown')`).run();
    expect(read(createTestCode(BILL))).toMatchObject({
      bill: { earlierScan: { paymentId: 'p1' } },
    });
    rig.clock.jump(61 * 60_000);
    expect(read(createTestCode(BILL))).toMatchObject({ bill: { earlierScan: null } });
  });
});

describe('an unknown collector', () => {
  it('asks once for the biller of an unknown collector, and keeps the reference', async () => {
    await open();
    const code = createTestCode(UNKNOWN);
    expect(read(code)).toMatchObject({
      kind: 'unknown-collector',
      gln: UNKNOWN.gln,
      references: ['99123456'],
      collector: null,
      proposals: [],
    });
    expect(rig.billCodes.chooseBiller({ code, billerId: 3 }, ANA, LUIS)).toMatchObject({
      ok: true,
      value: {
        kind: 'choose',
        reason: 'compare',
        bills: [{ biller: { id: 3 }, accountNumber: '99123456' }],
      },
    });
    confirm(code);
    expect(read(createTestCode({ ...UNKNOWN, references: ['77665544'] }))).toMatchObject({
      kind: 'bill',
      bill: { accountNumber: '77665544', layout: 'taught' },
    });
    const kinds = rig.database.prepare('SELECT kind FROM audit').all();
    expect(kinds).toEqual([{ kind: 'bill-layout-taught' }]);
    expect(getValue(rig.billCodes.list())).toMatchObject([{ gln: UNKNOWN.gln, taughtBy: 'scan' }]);
    rig.billCodes.forget(UNKNOWN.gln, ANA, null);
    expect(read(code).kind).toBe('unknown-collector');
    rig.billCodes.chooseBiller({ code, billerId: 3 }, ANA, LUIS);
    expect(read(code)).toMatchObject({ kind: 'choose', reason: 'compare' });
  });

  it('never takes a code that lost digits for a complete one, once a bill was compared', async () => {
    await open();
    const createDigits = (min: number, max: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
    const collectors = fc.record({
      gln: createDigits(12, 12).map(createGln),
      referenceLength: fc.integer({ min: 6, max: 24 }),
      amountLength: fc.constantFrom(5, 6, 8, 9, 10, 12, 14),
    });
    const scans = fc.record({
      reference: createDigits(24, 24),
      further: fc.option(createDigits(4, 24), { freq: 1 }),
      amount: fc.integer({ min: 1, max: 99_999 }),
      dueDate: fc.constantFrom('2026-12-08', null),
      separator: fc.constantFrom('\u001d', ''),
      losses: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        collectors,
        fc.array(scans, { minLength: 100, maxLength: 100 }),
        ({ gln, referenceLength, amountLength }, ofCollector) => {
          if (findShippedCollector(gln) !== null) return;
          const createBill = (reference: string, amount: number): TestBill => ({
            gln,
            references: [reference.slice(0, referenceLength)],
            amount: { digits: String(amount).padStart(amountLength, '0'), decimals: 0 },
            dueDate: null,
          });
          const first = createTestCode(createBill('7'.repeat(24), 12_345));
          rig.billCodes.chooseBiller({ code: first, billerId: 3 }, ANA, LUIS);
          confirm(first);
          for (const { reference, further, amount, dueDate, separator, losses } of ofCollector) {
            const own = createBill(reference, amount);
            const references = [...own.references, ...(further === null ? [] : [further])];
            const bill = { ...own, references, dueDate };
            const whole = createTestCode(bill, separator);
            const scanned = losses.reduce((code, place) => {
              const index = place % code.length;
              return code.slice(0, index) + code.slice(index + 1);
            }, whole);
            const result = read(scanned);
            if (result.kind !== 'bill') continue;
            expect(result.bill, `${scanned}, from ${whole}`).toMatchObject({
              accountNumber: bill.references[0],
              amount: { amount: `${amount}.00` },
            });
          }
        },
      ),
      { numRuns: scaleRuns(25, 1_000), seed: getNumericSeed('lost digits') },
    );
  });

  it('proposes billers by the name of a shipped collector, and chooses none', async () => {
    rig = await openBillCodeRig([ETB, ENEL, WATER]);
    expect(read(createTestCode(BILL))).toMatchObject({
      kind: 'unknown-collector',
      collector: 'ETB',
      proposals: [{ biller: { id: 1 } }],
    });
  });
});

describe('teaching', () => {
  const teach = (gln: string, bills: readonly (readonly [string, string])[], billerId = 3) =>
    rig.billCodes.teach(
      {
        billerId,
        bills: bills.map(([reference, accountNumber]) => ({
          code: createTestCode({ ...BILL, gln, references: [reference] }),
          accountNumber,
        })),
      },
      ANA,
      LUIS,
    );

  it('learns from three bills where the account stands', async () => {
    await open();
    expect(
      teach(UNKNOWN.gln, [
        ['991234560001', '123456'],
        ['996543210002', '654321'],
        ['991111220003', '111122'],
      ]),
    ).toMatchObject({ ok: true, value: { account: { reference: 1, from: 3, to: 8 } } });
    expect(read(createTestCode({ ...UNKNOWN, references: ['995555550009'] }))).toMatchObject({
      kind: 'bill',
      bill: { accountNumber: '555555' },
    });
    // A digit is lost, perhaps one of the account.
    expect(read(createTestCode({ ...UNKNOWN, references: ['99555550009'] }))).toMatchObject({
      kind: 'choose',
      reason: 'compare',
    });
    const amount = { digits: '00014470', decimals: 0 };
    expect(
      read(createTestCode({ ...UNKNOWN, references: ['995555550009'], amount })),
    ).toMatchObject({ kind: 'choose', reason: 'compare' });
  });

  it('refuses bills that contradict each other or a shipped layout', async () => {
    await open();
    expect(
      teach(UNKNOWN.gln, [
        ['991234560001', '123456'],
        ['996543210002', '654321'],
        ['991111220003', '122000'],
      ]),
    ).toMatchObject({ problem: { kind: 'bill-layout', reason: 'different-places' } });
    const enel: readonly (readonly [string, string])[] = [
      ['01089123455814612345', '0108912345'],
      ['01077771115900000001', '0107777111'],
      ['01012345676100000002', '0101234567'],
    ];
    expect(teach('7707209914253', enel, 2)).toMatchObject({
      problem: { kind: 'bill-layout', reason: 'contradicts-shipped' },
    });
    expect(getValue(rig.billCodes.list())).toEqual([]);
  });

  it('offers the billers of the forms in the settings, and theirs before the shipped ones', async () => {
    await open();
    const place = { length: 20, account: { from: 11, to: 20 } };
    const sky = { ...place, billerId: 3, dueDate: { from: 1, to: 6 } };
    rig.patterns = [sky, { ...place, billerId: 2, account: { from: 1, to: 8 } }];
    expect(read('26121500000099123456')).toMatchObject({
      kind: 'choose',
      reason: 'biller',
      bills: [
        { biller: { id: 3 }, accountNumber: '0099123456', dueDate: '2026-12-15', gln: null },
        { biller: { id: 2 }, accountNumber: '26121500', dueDate: null },
        { biller: { id: 41 }, accountNumber: '2612150000', layout: 'probable' },
      ],
    });
    // Not a date, another beginning.
    rig.patterns = [sky, { ...place, billerId: 2, beginning: '9' }];
    expect(read('26131500000099123456')).toMatchObject({ bills: [{ biller: { id: 41 } }] });
    const cfe = { billerId: 40, length: 30, account: { from: 17, to: 28 }, beginning: '01' };
    rig.patterns = [cfe];
    expect(read('015010000000072612150000005495')).toMatchObject({
      bills: [{ biller: { id: 40 }, layout: 'taught', accountNumber: '121500000054' }],
    });
    rig.patterns = [{ ...cfe, billerId: 9_999 }];
    expect(read('015010000000072612150000005495')).toMatchObject({
      bills: [{ biller: { id: 40 }, layout: 'probable' }],
    });
  });

  it('uses the layouts of the chain behind the settings, also after a restart', async () => {
    await open();
    rig.isInChain = true;
    const account = { reference: 1, from: 3, to: 8 };
    const layout: BillLayoutSettings[number] = { gln: UNKNOWN.gln, billerId: 3, account };
    const shipped = { gln: BILL.gln, billerId: 1, account };
    const save = (): void =>
      rig.billCodes.saveChainLayouts({
        revision: 'r1',
        // One is of a newer version, and one contradicts what is shipped.
        layouts: [layout, { ...layout, other: true }, shipped],
        patterns: [{ billerId: 41, length: 18, account: { from: 1, to: 10 } }, 'newer'],
      });
    save();
    const chainCode = createTestCode(UNKNOWN);
    expect(read(chainCode)).toMatchObject({ kind: 'choose', reason: 'compare' });
    layout.referenceLengths = [8];
    save();
    expect(read(chainCode)).toMatchObject({ kind: 'choose', reason: 'compare' });
    layout.amountLengths = [10, 12];
    save();
    expect(read(chainCode)).toMatchObject({
      kind: 'bill',
      bill: { biller: { id: 3 }, accountNumber: '123456', layout: 'taught' },
    });
    expect(read('555555555512345678')).toMatchObject({ bills: [{ biller: { id: 41 } }] });
    expect(rig.reopenBillCodes().getChainRevision()).toBe('r1');
    expect(read(chainCode)).toMatchObject({ bill: { accountNumber: '123456' } });
    expect(getValue(rig.billCodes.list())).toMatchObject([{ taughtBy: 'chain', account }]);

    rig.layouts = [{ gln: UNKNOWN.gln, billerId: 2 }];
    expect(read(chainCode)).toMatchObject({ bills: [{ biller: { id: 2 } }] });
    expect(getValue(rig.billCodes.list())).toMatchObject([{ taughtBy: 'settings' }]);
    rig.layouts = [];
    rig.isInChain = false;
    expect(read(chainCode)).toMatchObject({ kind: 'unknown-collector' });
  });

  it('rejects a layout of the settings that contradicts a shipped one', async () => {
    await open();
    const layout = { gln: '7707209914253', billerId: 2 };
    expect(billLayoutsSchema.safeParse([layout]).success).toBe(true);
    const account = { reference: 1, from: 3, to: 10 };
    expect(billLayoutsSchema.safeParse([{ ...layout, account }]).success).toBe(true);
    const other = { ...layout, account: { ...account, from: 1 } };
    expect(billLayoutsSchema.safeParse([other]).success).toBe(false);
  });
});
