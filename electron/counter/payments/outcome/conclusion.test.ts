import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentRecord } from '../../../ledger/index.ts';
import {
  canCloseByHand,
  canResend,
  computeMsUntilRequestExpiry,
  computeRequestExpiryAt,
  computeRequestExpiryUptime,
  followsRequestTimeout,
  getLastRequestDate,
  getOutcomeFromLookUpFinding,
  hasRequestExpired,
  isCreatedOnOtherDayThanSends,
  type LookUpFacts,
} from './conclusion.ts';
import type { LookUpFinding } from './evidence.ts';
import {
  createIntent,
  createOutcome,
  createRecord,
  createSend,
  createTransaction,
  FIRST_REQUEST_AT,
  NOW,
} from './records.fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The requests of a payment that was sent twice, three minutes apart. */
const TWO_SENDS = { sends: [createSend(0), createSend(3 * MINUTE)] };
const NOT_SENT = { sends: [createSend(0, { result: 'not-sent' })] };
const EXPIRY = FIRST_REQUEST_AT + 19 * MINUTE;

describe('the last request', () => {
  it('returns the latest request that may have reached the service, in any order', () => {
    const sends = fc.array(fc.tuple(fc.nat(DAY / 1_000), fc.boolean()));
    fc.assert(
      fc.property(sends, (facts) => {
        const record = {
          sends: facts.map(([second, isSent]) =>
            createSend(second * 1_000, { result: isSent ? 'unknown' : 'not-sent' }),
          ),
        };
        const seconds = facts.filter(([, isSent]) => isSent).map(([second]) => second);
        const last = seconds.length === 0 ? null : FIRST_REQUEST_AT + Math.max(...seconds) * 1_000;
        expect(getLastRequestDate(record)).toBe(last);
        expect(computeRequestExpiryAt(record)).toBe(last === null ? null : last + 16 * MINUTE);
      }),
    );
  });
});

it.each([
  [null, false],
  [-DAY - 1, true],
  [-DAY, false],
  [0, false],
  [3 * MINUTE + DAY, false],
  [3 * MINUTE + DAY + 1, true],
])('takes a row made %s ms after the first send as another payment’s: %s', (afterMs, isOther) => {
  const createdAt = afterMs === null ? null : new Date(FIRST_REQUEST_AT + afterMs).toISOString();
  expect(isCreatedOnOtherDayThanSends(TWO_SENDS, createdAt)).toBe(isOther);
});

describe('the expiry of a request', () => {
  const agreed = (time: number) => ({ kind: 'agreed', time }) as const;
  const withoutDate = (time: number) => ({ kind: 'no-date', time }) as const;
  const wait = { quietSince: 0, requestExpiryUptime: null };

  it.each([
    ['the service’s time and the uptime are past it', agreed(EXPIRY + 1), 16 * MINUTE, true],
    ['the service’s time has just reached it', agreed(EXPIRY), DAY, false],
    ['only the first request has expired', agreed(FIRST_REQUEST_AT + 16 * MINUTE + 1), DAY, false],
    ['the uptime is too short', agreed(EXPIRY + DAY), 16 * MINUTE - 1, false],
    ['without a Date the uptime is a minute longer', withoutDate(EXPIRY + 1), 17 * MINUTE, true],
    ['without a Date the uptime is too short', withoutDate(EXPIRY + 1), 17 * MINUTE - 1, false],
    ['without a Date the estimated time is not past it', withoutDate(EXPIRY), DAY, false],
    ['the service’s time is disputed', { kind: 'disputed' } as const, DAY, false],
  ])('consults the service’s time and the uptime: %s', (_, time, uptime, hasExpired) => {
    expect(hasRequestExpired(TWO_SENDS, { uptime, time }, wait)).toBe(hasExpired);
  });

  it('counts the uptime from the last send, and is unknown without one', () => {
    const start = { uptime: 20 * MINUTE, time: agreed(EXPIRY + 1) };
    const hasExpired = (
      quietSince: number | null,
      record: Pick<PaymentRecord, 'sends'> = TWO_SENDS,
    ) => hasRequestExpired(record, start, { quietSince, requestExpiryUptime: null });
    expect(hasExpired(4 * MINUTE)).toBe(true);
    expect(hasExpired(4 * MINUTE + 1)).toBe(false);
    expect(hasExpired(null)).toBe(false);
    expect(hasExpired(0, NOT_SENT)).toBe(false);
  });

  it('waits for the uptime that an earlier service time demanded', () => {
    const start = { uptime: 20 * MINUTE, time: agreed(EXPIRY + 1) };
    const hasExpired = (requestExpiryUptime: number) =>
      hasRequestExpired(TWO_SENDS, start, { quietSince: 0, requestExpiryUptime });
    expect(hasExpired(20 * MINUTE)).toBe(true);
    expect(hasExpired(20 * MINUTE + 1)).toBe(false);
  });

  it('converts an expiry to uptime only by an agreed service time', () => {
    const time = FIRST_REQUEST_AT + 4 * MINUTE;
    const compute = (record: Pick<PaymentRecord, 'sends'>, reading: ReturnType<typeof agreed>) =>
      computeRequestExpiryUptime(record, { uptime: 1_000, time: reading });
    expect(compute(TWO_SENDS, agreed(time))).toBe(1_000 + 15 * MINUTE);
    expect(compute(NOT_SENT, agreed(time))).toBeNull();
    for (const reading of [withoutDate(time), { kind: 'disputed' } as const]) {
      expect(computeRequestExpiryUptime(TWO_SENDS, { uptime: 1_000, time: reading })).toBeNull();
    }
  });

  it('rejects a kind of service time that it does not know', () => {
    const start = { uptime: DAY, time: { kind: 'other' } as never };
    expect(() => hasRequestExpired(TWO_SENDS, start, wait)).toThrow();
  });

  it.each([
    ['the service’s time', { certainlyPassedTime: FIRST_REQUEST_AT }, 19 * MINUTE],
    [
      'the estimate, if no answer had a Date',
      { estimatedServiceTime: FIRST_REQUEST_AT },
      19 * MINUTE,
    ],
    ['the uptime', { certainlyPassedTime: EXPIRY, quietSince: 50 * MINUTE }, 6 * MINUTE],
    ['the longer uptime, if no answer had a Date', { quietSince: 50 * MINUTE }, 7 * MINUTE],
    ['the uptime of an earlier time', { requestExpiryUptime: 65 * MINUTE }, 5 * MINUTE],
    ['nothing any more', { certainlyPassedTime: EXPIRY + 9 * MINUTE }, -9 * MINUTE],
  ])('waits for the expiry of a request by %s', (_, changes, ms) => {
    const clocks = {
      estimatedServiceTime: EXPIRY + DAY,
      certainlyPassedTime: null,
      uptime: 60 * MINUTE,
      quietSince: 0,
      requestExpiryUptime: null,
      ...changes,
    };
    expect(computeMsUntilRequestExpiry(TWO_SENDS, clocks)).toBe(ms);
    expect(computeMsUntilRequestExpiry(NOT_SENT, clocks)).toBeNull();
    expect(computeMsUntilRequestExpiry(TWO_SENDS, { ...clocks, quietSince: null })).toBeNull();
  });
});

describe('the outcome after a look-up', () => {
  const facts: LookUpFacts = {
    haveAllRequestsExpired: false,
    isEvidenceFromOtherPayment: false,
    wasSentOnce: true,
  };
  const EXPIRED = { ...facts, haveAllRequestsExpired: true };
  const conclude = (
    outcome: Parameters<typeof createOutcome>[0],
    finding: LookUpFinding,
    lookUpFacts: LookUpFacts = facts,
  ) => getOutcomeFromLookUpFinding(createOutcome(outcome), finding, lookUpFacts, NOW);
  const row = createTransaction();
  const EMPTY = { kind: 'empty' } as const;

  it('concludes a payment by a final row, and keeps the row’s facts', () => {
    const rowFacts = {
      authorization: '48586',
      serviceStatus: 'fulfilled',
      ticketText: 'PAID',
      earned: '2.50',
      hoursToFulfill: 24,
      resolvedAt: NOW,
      resolvedBy: 'look-up',
    };
    expect(conclude({}, { kind: 'paid', transaction: row, rows: 1 })).toMatchObject({
      ...rowFacts,
      state: 'paid',
    });
    expect(conclude({}, { kind: 'crashed', transaction: row })).toMatchObject({
      ...rowFacts,
      state: 'rejected',
    });
  });

  it.each([
    ['timeout', 'unknown', EXPIRED, 'unknown'],
    ['timeout', 'unclear', EXPIRED, 'unknown'],
    ['pending', 'unknown', facts, 'unknown'],
    ['pending', 'unknown', EXPIRED, 'unclear'],
    ['pending', 'unclear', facts, 'unclear'],
  ] as const)(
    'waits after a row of status %s in the state %s, but not for ever',
    (status, state, lookUpFacts, next) => {
      const transaction = { ...row, status };
      expect(conclude({ state }, { kind: 'look-again', transaction }, lookUpFacts)).toMatchObject({
        state: next,
        unknownBecause: 'open-code',
        evidence: 'row',
        serviceStatus: status,
        ticketText: null,
      });
    },
  );

  it('calls a payment unclear after rows that contradict, which become the evidence', () => {
    const finding = (contradicts: boolean) =>
      ({ kind: 'unclear', reason: 'the row disagrees: amount', contradicts }) as const;
    expect(conclude({ evidence: 'R12' }, finding(true))).toMatchObject({
      state: 'unclear',
      unknownBecause: 'unreadable-answer',
      evidence: 'the row disagrees: amount',
    });
    expect(conclude({ evidence: 'R12' }, finding(false))).toMatchObject({
      state: 'unclear',
      evidence: 'R12',
    });
  });

  it('calls a payment unclear after rows that say nothing only if there is evidence', () => {
    const finding = { kind: 'says-nothing' } as const;
    expect(conclude({}, finding)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'till-stopped',
    });
    expect(conclude({ evidence: 'row' }, finding).state).toBe('unclear');
  });

  it('rejects a finding that it does not know', () => {
    expect(() => conclude({}, { kind: 'other' } as never)).toThrow();
  });

  it.each([
    ['nothing is known yet', {}, facts, 'unknown'],
    ['every request has expired', {}, EXPIRED, 'not-performed'],
    ['an open code came before', { code: 'R24' }, EXPIRED, 'rejected'],
    ['a refusal was to be checked', { unknownBecause: 'checking-refusal' }, facts, 'rejected'],
    [
      'a refusal of one of several sends was to be checked',
      { unknownBecause: 'checking-refusal' },
      { ...facts, wasSentOnce: false },
      'unknown',
    ],
    [
      'a refusal was to be checked, and there is evidence',
      { unknownBecause: 'checking-refusal', evidence: 'row' },
      facts,
      'unknown',
    ],
    ['there is evidence', { evidence: 'row' }, facts, 'unknown'],
    ['there is evidence, and every request has expired', { evidence: 'row' }, EXPIRED, 'unclear'],
    [
      'there is evidence, and it was unclear',
      { evidence: 'row', state: 'unclear' },
      facts,
      'unclear',
    ],
    [
      'another payment explains the evidence',
      { evidence: 'R12', code: 'R12' },
      { ...EXPIRED, isEvidenceFromOtherPayment: true },
      'rejected',
    ],
    [
      'an R49 cannot be about an earlier send',
      { evidence: 'R49', code: 'R49' },
      EXPIRED,
      'not-performed',
    ],
    [
      'an R49 may be about an earlier send',
      { evidence: 'R49', code: 'R49' },
      { ...EXPIRED, wasSentOnce: false },
      'unclear',
    ],
  ] as const)('concludes from an empty look-up when %s', (_, outcome, lookUpFacts, state) => {
    const next = conclude(outcome, EMPTY, lookUpFacts);
    expect(next.state).toBe(state);
    if (state === 'unknown' || state === 'unclear') {
      expect(next.resolvedAt).toBeNull();
    } else {
      const isChecked = 'unknownBecause' in outcome;
      expect(next).toMatchObject({
        resolvedAt: NOW,
        resolvedBy: isChecked ? 'answer' : 'signature-died',
        unknownBecause: isChecked ? null : 'till-stopped',
      });
    }
  });
});

describe('sending again', () => {
  const lookUp = (result: string, afterMs: number | null): PaymentRecord['lastLookUp'] =>
    ({
      result,
      serviceTime: afterMs === null ? null : new Date(FIRST_REQUEST_AT + afterMs).toISOString(),
    }) as PaymentRecord['lastLookUp'];
  const FOUND_NOTHING = createRecord({ ...TWO_SENDS, lastLookUp: lookUp('empty', 4 * MINUTE) });
  const canResendAt = (
    changes: Partial<PaymentRecord>,
    afterMs = 5 * MINUTE,
    isLookedUpAfterTimeout = true,
  ) =>
    canResend(
      { ...FOUND_NOTHING, ...changes },
      {
        estimatedServiceTime: FIRST_REQUEST_AT + afterMs,
        requestTimeoutMs: MINUTE,
        isLookedUpAfterTimeout,
      },
    );

  it('offers sending again after an empty look-up that follows the timeout of the last send', () => {
    expect(canResendAt({})).toBe(true);
    expect(canResendAt({ lastLookUp: lookUp('empty', 4 * MINUTE - 1_000) })).toBe(false);
    expect(canResendAt({ lastLookUp: lookUp('empty', MINUTE) })).toBe(false);
    expect(canResendAt({}, 5 * MINUTE, false)).toBe(false);
  });

  it('counts a look-up as later than the timeout of the last send by the uptime', () => {
    expect(followsRequestTimeout(10 * MINUTE, 9 * MINUTE + 1, MINUTE)).toBe(false);
    expect(followsRequestTimeout(10 * MINUTE, 9 * MINUTE, MINUTE)).toBe(true);
    expect(followsRequestTimeout(0, null, MINUTE)).toBe(true);
  });

  it.each([
    ['no look-up', null, 'bill', false],
    ['a look-up at a disputed time', lookUp('empty', null), 'bill', false],
    ['a look-up that failed', lookUp('failed', 4 * MINUTE), 'bill', false],
    ['a look-up that found it', lookUp('found', 4 * MINUTE), 'bill', false],
    ['rows without an external_id', lookUp('unclear', 4 * MINUTE), 'bill', true],
    ['any look-up of a cancel', lookUp('found', 4 * MINUTE), 'cancel', true],
    ['an early look-up of a cancel', lookUp('found', 3 * MINUTE), 'cancel', false],
  ] as const)(
    'offers sending again only after a look-up that did not find the payment: %s',
    (_, lastLookUp, kind, isOffered) => {
      expect(canResendAt({ lastLookUp, intent: createIntent({ kind }) })).toBe(isOffered);
    },
  );

  it.each([
    ['sent', false],
    ['unknown', true],
    ['unclear', false],
    ['paid', false],
    ['not-performed', false],
  ] as const)('offers sending again in the state %s: %s', (state, isOffered) => {
    expect(canResendAt({ outcome: createOutcome({ state }) })).toBe(isOffered);
  });

  it('offers no sending again if a request arrived, or none left', () => {
    expect(canResendAt({ outcome: createOutcome({ evidence: 'R49' }) })).toBe(false);
    const sends = [createSend(0, { code: 'R24' }), createSend(3 * MINUTE)];
    expect(canResendAt({ sends })).toBe(false);
    expect(canResendAt(NOT_SENT)).toBe(false);
    expect(canResendAt({ sends: [] })).toBe(false);
  });

  it('offers to send again while the key is valid for any clock that the service accepts', () => {
    expect(canResendAt({}, DAY - 31 * MINUTE - 1)).toBe(true);
    expect(canResendAt({}, DAY - 31 * MINUTE)).toBe(false);
  });
});

describe('closing by hand', () => {
  const LATE = EXPIRY + 10 * MINUTE;

  it.each([
    ['unclear', EXPIRY - HOUR, true],
    ['unknown', LATE, false],
    ['unknown', LATE + 1, true],
    ['sent', LATE + 1, true],
    ['paid', LATE + 1, false],
    ['not-performed', LATE + 1, false],
  ] as const)('allows closing by hand in the state %s at %s: %s', (state, at, isAllowed) => {
    const record = createRecord({ ...TWO_SENDS, outcome: createOutcome({ state }) });
    expect(canCloseByHand(record, at)).toBe(isAllowed);
  });

  it('allows no closing by hand by time alone if no request left', () => {
    expect(canCloseByHand(createRecord(NOT_SENT), LATE + DAY)).toBe(false);
  });
});
