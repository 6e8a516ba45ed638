import { describe, expect, it } from 'vitest';
import type { ShiftReport } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import {
  renderCashMovementSlip,
  renderShiftReport,
  toDocumentMarkedAsCopy,
} from './drawer-papers.ts';
import { ENGLISH_SETTINGS, toPaperText } from './paper-text.fixture.ts';

const AT = '2026-01-15T16:00:00.000Z';
const pesos = (amount: string) => createMoney(amount, 'MXN');
const NOTHING = { count: 0, amount: '0.00' };

const MONEY: ShiftReport['money'][number] = {
  currency: 'MXN',
  float: '500.00',
  payments: { bill: NOTHING, 'top-up': NOTHING, 'gift-card': NOTHING },
  fees: '0.00',
  cashOuts: NOTHING,
  cancels: NOTHING,
  handBacks: NOTHING,
  takeIns: NOTHING,
  payIns: NOTHING,
  payOuts: NOTHING,
  drops: NOTHING,
  tenders: [{ tender: 'cash', amount: '500.00' }],
  expected: '500.00',
};

/** An X report of a shift in which nothing happened. */
const EMPTY_X: ShiftReport = {
  kind: 'x',
  number: null,
  shiftNumber: 3,
  posNumber: '07',
  at: '2026-01-15T20:00:00.000Z',
  by: 'Luis',
  openedAt: AT,
  openedBy: 'Ana',
  drawerOf: null,
  isFloatCounted: true,
  takenOverFrom: null,
  handedTo: null,
  isClockChanged: false,
  money: [MONEY],
  payIns: [],
  payOuts: [],
  drops: [],
  drawerOpened: [],
  late: [],
  openItems: [],
  owed: [],
  toGive: [],
  claims: [],
  settledRefunds: [],
  counts: [],
  sinceCount: [],
  explanation: null,
};

const COUNTED = {
  currency: 'MXN',
  pieces: [],
  other: '500.00',
  counted: '500.00',
  expected: '500.00',
  difference: '0.00',
};
const count = (changes: Partial<ShiftReport['counts'][number]['money'][number]> = {}) => ({
  at: AT,
  by: 'Ana',
  approvedBy: null,
  money: [{ ...COUNTED, ...changes }],
});
/** The Z report of a shift that was counted, and held what it should. */
const EMPTY_Z: ShiftReport = { ...EMPTY_X, kind: 'z', number: 9, by: 'Ana', counts: [count()] };

const render = (report: ShiftReport) => renderShiftReport(report, ENGLISH_SETTINGS);
const renderText = (changes: Partial<ShiftReport>, report = EMPTY_X) =>
  toPaperText(render({ ...report, ...changes }));
/** The lines that a change adds to a report. */
function listAddedLines(changes: Partial<ShiftReport>, report = EMPTY_X): string[] {
  const rest = renderText({}, report);
  return renderText(changes, report).filter((line) => {
    const index = rest.indexOf(line);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}
const movement = (changes: Partial<ShiftReport['payIns'][number]> = {}) => ({
  at: AT,
  amount: pesos('50.00'),
  reason: 'change',
  by: 'Ana',
  approvedBy: null,
  ...changes,
});

describe('an X report', () => {
  it('has nothing but its head and the expected sum if nothing happened', () => {
    const document = render(EMPTY_X);
    expect(document).toMatchObject({ name: 'x-report-3', drawer: 'stays', guard: 'x-report' });
    expect(toPaperText(document)).toEqual([
      '(double) Abarrotes Lupita',
      '<blank>',
      '(double) X report',
      '<rule>',
      'Till: 07',
      'Shift: 3',
      'Opened by: Ana',
      'From: 2026-01-15 10:00:00',
      'Asked by: Luis',
      'To: 2026-01-15 14:00:00',
      '<rule>',
      'Float: $500.00',
      'Expected: $500.00 *',
      '<rule>',
    ]);
  });

  it('names the drawer, the shift before, and what is not certain', () => {
    expect(
      listAddedLines({
        drawerOf: 'Ana',
        takenOverFrom: 2,
        isFloatCounted: false,
        isClockChanged: true,
      }),
    ).toEqual([
      '(bold) FLOAT NOT COUNTED',
      'Drawer of: Ana',
      'Taken over from shift: 2',
      "The till's clock was changed during the shift. The totals do not depend on it.",
    ]);
  });

  it('has the sum of each kind of movement, with the sign of its direction', () => {
    const sum = (amount: string) => ({ count: 2, amount });
    expect(
      listAddedLines({
        money: [
          {
            ...MONEY,
            payments: { bill: sum('1.00'), 'top-up': sum('2.00'), 'gift-card': sum('3.00') },
            fees: '0.50',
            cashOuts: sum('4.00'),
            cancels: sum('5.00'),
            handBacks: sum('6.00'),
            takeIns: sum('7.00'),
            payIns: sum('8.00'),
            payOuts: sum('9.00'),
            drops: sum('10.00'),
          },
          { ...MONEY, currency: 'USD', float: '20.00', expected: '30.00' },
        ],
      }),
    ).toEqual([
      'Bill payments (2): $1.00',
      'Top-ups (2): $2.00',
      'Gift cards (2): $3.00',
      '  of which fees: $0.50',
      'Pay-ins (2): $8.00',
      'Cash-outs (2): −$4.00',
      'Cancellations (2): −$5.00',
      'Handed back to customers (2): −$6.00',
      'Cash-outs recovered (2): $7.00',
      'Pay-outs (2): −$9.00',
      'Into the safe (2): −$10.00',
      'Float: $20.00 USD',
      'Expected: $30.00 USD *',
      '<rule>',
    ]);
  });

  it('has a line for each tender if there are several', () => {
    const tenders = [
      { tender: 'cash' as const, amount: '1.00' },
      { tender: 'cash' as const, amount: '2.00' },
    ];
    expect(listAddedLines({ money: [{ ...MONEY, tenders }] })).toEqual([
      'Cash: $1.00',
      'Cash: $2.00',
    ]);
  });

  it('lists each movement with its reason and its people', () => {
    expect(
      listAddedLines({
        payIns: [movement()],
        payOuts: [movement({ approvedBy: 'Luis' })],
        drops: [movement({ reason: '' })],
        drawerOpened: [movement({ amount: pesos('0.00'), reason: 'look' })],
      }),
    ).toEqual([
      '(bold) Pay-ins',
      '2026-01-15 10:00:00: $50.00',
      'change',
      'Ana',
      '<rule>',
      '(bold) Pay-outs',
      '2026-01-15 10:00:00: $50.00',
      'change',
      'Ana · Approved by: Luis',
      '<rule>',
      '(bold) Cash into the safe',
      '2026-01-15 10:00:00: $50.00',
      'Ana',
      '<rule>',
      '(bold) Drawer opened without a sale',
      '2026-01-15 10:00:00',
      'look',
      'Ana',
      '<rule>',
    ]);
  });

  it('lists what came from earlier shifts, what is not finished, and open claims', () => {
    const item = { paymentId: 'p', billerName: 'CFE', account: '0007', amount: pesos('30.00') };
    expect(
      listAddedLines({
        late: [
          {
            kind: 'bill',
            billerName: 'CFE',
            externalId: 'e1',
            shiftNumber: 2,
            amount: pesos('20.00'),
          },
        ],
        claims: [
          {
            number: 4,
            billerName: 'CFE',
            account: '0007',
            amount: pesos('40.00'),
            followUpOn: '2026-01-20',
          },
        ],
        openItems: [
          { ...item, kind: 'bill', why: 'unresolved' },
          { ...item, kind: 'cash-out', why: 'hand-over' },
        ],
      }),
    ).toEqual([
      '(bold) From earlier shifts',
      'Bill payments (shift 2): $20.00',
      'CFE · e1',
      '(bold) Open claims',
      '4 · CFE 0007: $40.00',
      '  Follow up: 2026-01-20',
      '(bold) Not finished now',
      'CFE 0007: $30.00',
      'unresolved',
      'CFE 0007: $30.00',
      'performed, not handed over',
      'The money of unresolved payments is set aside and is not in the count.',
    ]);
  });

  it('says that money is set aside only while an outcome is unknown', () => {
    const item = { paymentId: 'p', billerName: 'CFE', account: '0007', amount: pesos('30.00') };
    expect(
      listAddedLines({ openItems: [{ ...item, kind: 'cash-out', why: 'hand-over' }] }),
    ).toEqual(['(bold) Not finished now', 'CFE 0007: $30.00', 'performed, not handed over']);
  });

  it('lists refunds that were settled, and adds up what is owed to whom', () => {
    const settled = {
      billerName: 'CFE',
      externalId: 'e1',
      owedTo: 'customer' as const,
      amount: pesos('10.00'),
      at: AT,
      by: 'Ana',
    };
    const owed = { billerName: 'CFE', account: '0007', externalId: 'e2', foundAt: AT };
    expect(
      listAddedLines({
        settledRefunds: [
          { ...settled, how: 'handed-back', approvedBy: null, reason: null },
          { ...settled, how: 'decided', approvedBy: 'Luis', reason: 'never came' },
        ],
        toGive: [
          { ...owed, what: 'change', amount: pesos('1.00') },
          { ...owed, what: 'cash', amount: pesos('2.00') },
          { ...owed, what: 'cash', amount: createMoney('9.00', 'USD') },
        ].map(({ foundAt: _, ...line }) => line as ShiftReport['toGive'][number]),
        owed: [
          { ...owed, owedTo: 'customer', isHandedOver: false, amount: pesos('3.00') },
          { ...owed, owedTo: 'customer', isHandedOver: false, amount: pesos('4.00') },
          { ...owed, owedTo: 'shop', isHandedOver: true, amount: pesos('5.00') },
          { ...owed, owedTo: 'shop', isHandedOver: false, amount: pesos('6.00') },
        ],
      }),
    ).toEqual([
      '(bold) Given back by the service',
      'Handed back: $10.00',
      'CFE · e1',
      'Ana',
      'Decided, no cash: $10.00',
      'CFE · e1',
      'Ana · Approved by: Luis',
      'never came',
      '(bold) STILL TO GIVE TO CUSTOMERS',
      'CFE 0007: $1.00',
      'Change of a payment · e2',
      'CFE 0007: $2.00',
      'Payment that was not made · e2',
      'CFE 0007: $9.00 USD',
      'Payment that was not made · e2',
      'Total: $3.00 *',
      'Total: $9.00 USD *',
      '<rule>',
      '(bold) OWED TO CUSTOMERS',
      'CFE 0007: $3.00',
      'e2',
      'CFE 0007: $4.00',
      'e2',
      'Total: $7.00 *',
      '<rule>',
      '(bold) OWED BY CUSTOMERS',
      'CFE 0007: $5.00',
      'e2',
      'Total: $5.00 *',
      '<rule>',
      '(bold) REVERSED, NOT HANDED OVER',
      'CFE 0007: $6.00',
      'e2',
      'Total: $6.00 *',
      '<rule>',
    ]);
  });
});

describe('a Z report', () => {
  it('has its number, the count and a place to sign', () => {
    const document = render(EMPTY_Z);
    expect(document).toMatchObject({ name: 'z-report-9', drawer: 'stays', guard: 'z-reports' });
    expect(toPaperText(document)).toEqual([
      '(double) Abarrotes Lupita',
      '<blank>',
      '(double) Z report 9',
      '<rule>',
      'Till: 07',
      'Shift: 3',
      'Opened by: Ana',
      'From: 2026-01-15 10:00:00',
      'Closed by: Ana',
      'To: 2026-01-15 14:00:00',
      '<rule>',
      'Float: $500.00',
      'Expected: $500.00 *',
      '<rule>',
      'Counted: $500.00 *',
      'No difference: $0.00 *',
      '<blank>',
      'Counted by: Ana',
      'Date: 2026-01-15 10:00:00',
      '<rule>',
      '<blank>',
      '<blank>',
      'Signature: ____________',
    ]);
  });

  it('names who took the drawer over, and what is handed over unfinished', () => {
    expect(
      listAddedLines(
        {
          handedTo: 'Beto',
          openItems: [
            {
              paymentId: 'p',
              kind: 'bill',
              billerName: 'CFE',
              account: '0007',
              amount: pesos('30.00'),
              why: 'unresolved',
            },
          ],
        },
        EMPTY_Z,
      ),
    ).toEqual([
      'Handed over to: Beto *',
      '(bold) Not finished, handed over as it is',
      'CFE 0007: $30.00',
      'unresolved',
      'The money of unresolved payments is set aside and is not in the count.',
    ]);
  });

  it.each([
    ['-1.50', 'Missing: $1.50 *'],
    ['1.50', 'Over: $1.50 *'],
    ['0.00', 'No difference: $0.00 *'],
  ])('names a difference of %s without its sign', (difference, line) => {
    expect(renderText({ counts: [count({ difference })] }, EMPTY_Z)).toContain(line);
  });

  it('has each piece of the last count, its explanation, and the sums of earlier counts', () => {
    const pieces = [
      { value: '100', count: 4 },
      { value: '0.50', count: 3 },
    ];
    expect(
      listAddedLines(
        {
          counts: [
            { ...count({ counted: '1.00' }), by: 'Beto' },
            { ...count({ counted: '2.00' }), approvedBy: 'Eva' },
            { ...count({ pieces, other: '98.50' }), approvedBy: 'Luis' },
          ],
          explanation: 'a coin rolled away',
        },
        EMPTY_Z,
      ),
    ).toEqual([
      '4 x 100: $400.00',
      '3 x 0.50: $1.50',
      'Other money: $98.50',
      'Approved by: Luis',
      'Earlier count: 2026-01-15 10:00:00',
      '  Counted: $1.00',
      'Earlier count: 2026-01-15 10:00:00',
      '  Approved by: Eva',
      '  Counted: $2.00',
      'Explanation: a coin rolled away',
    ]);
  });

  it('has no other money if all of it was counted by pieces', () => {
    const pieces = [{ value: '100', count: 5 }];
    expect(listAddedLines({ counts: [count({ pieces, other: '0.00' })] }, EMPTY_Z)).toEqual([
      '5 x 100: $500.00',
    ]);
  });

  it('has what moved after the count once, with its currency', () => {
    const dollars = { ...COUNTED, currency: 'USD', other: '10.00', counted: '10.00' };
    const text = renderText(
      {
        counts: [{ ...count(), money: [COUNTED, dollars] }],
        sinceCount: [createMoney('9.50', 'USD'), pesos('20.00')],
      },
      EMPTY_Z,
    );
    expect(text.filter((line) => /^(Counted|After)/.test(line))).toEqual([
      'Counted: $500.00 *',
      'After the count: $20.00',
      'Counted: $10.00 USD *',
      'After the count: $9.50 USD',
      'Counted by: Ana',
    ]);
  });

  it('has what moved after the count, also in a currency that was not counted', () => {
    const sinceCount = [pesos('20.00'), createMoney('9.50', 'USD')];
    expect(listAddedLines({ sinceCount }, EMPTY_Z)).toEqual([
      'After the count: $20.00',
      'After the count: $9.50 USD',
    ]);
    expect(listAddedLines({ sinceCount: [pesos('0.00')] }, EMPTY_Z)).toEqual([]);
  });
});

describe('the slip of a movement', () => {
  const renderSlip = (
    kind: 'payIn' | 'payOut' | 'drop' | 'drawer',
    changes: { readonly reason?: null; readonly approvedBy?: string } = {},
  ) =>
    renderCashMovementSlip(
      {
        kind,
        amount: kind === 'drawer' ? null : pesos('50.00'),
        reason: 'change',
        at: AT,
        by: 'Ana',
        approvedBy: null,
        shiftNumber: 3,
        ...changes,
      },
      ENGLISH_SETTINGS,
    );

  it.each([
    ['payIn', 'first', 'pay-in'],
    ['payOut', 'last', 'pay-out'],
    ['drop', 'last', 'drop'],
    ['drawer', 'first', 'drawer'],
  ] as const)('opens the drawer for a %s at the moment: %s', (kind, drawerMoment, name) => {
    expect(renderSlip(kind)).toMatchObject({ drawer: drawerMoment, name, guard: null });
  });

  it('has the sum, the reason and a place to sign', () => {
    expect(toPaperText(renderSlip('payOut', { approvedBy: 'Luis' }))).toEqual([
      '(double) Abarrotes Lupita',
      '<blank>',
      '(bold) Pay-out',
      '<rule>',
      'Till: 07',
      'Shift: 3',
      'Date: 2026-01-15 10:00:00',
      'Done by: Ana',
      'Approved by: Luis',
      '<rule>',
      'Amount: $50.00 *',
      'Reason: change',
      '<blank>',
      '<blank>',
      'Signature: ____________',
    ]);
  });

  it('has no reason of a drop, and neither sum nor signature of an opened drawer', () => {
    expect(toPaperText(renderSlip('drop', { reason: null })).slice(8)).toEqual([
      '<rule>',
      'Amount: $50.00 *',
      '<blank>',
      '<blank>',
      'Signature: ____________',
    ]);
    expect(toPaperText(renderSlip('drawer')).slice(8)).toEqual(['<rule>', 'Reason: change']);
  });
});

it('marks a copy at both ends, and opens no drawer for it', () => {
  const document = { ...render(EMPTY_Z), drawer: 'first' as const, lines: [] };
  const copy = toDocumentMarkedAsCopy(document, AT, ENGLISH_SETTINGS);
  expect(copy).toMatchObject({ name: document.name, drawer: 'stays', guard: 'z-reports' });
  expect(toPaperText(copy)).toEqual([
    '(mark) COPY',
    '(plain) Copy printed: 2026-01-15 10:00:00',
    '<blank>',
    '<blank>',
    '(mark) COPY',
  ]);
});
