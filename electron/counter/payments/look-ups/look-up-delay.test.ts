import { describe, expect, it } from 'vitest';
import {
  CLOSE_BY_HAND_AFTER_MS,
  NOT_PERFORMED_AFTER_MS,
  NOT_PERFORMED_AFTER_UPTIME_MS,
  REQUEST_TIMEOUT_MS,
} from '../../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import {
  createIntent,
  createOutcome,
  createRecord,
  createSend,
  FIRST_REQUEST_AT,
} from '../outcome/records.fixture.ts';
import { computeLookUpDelayMs, getLookUpBackoffMs } from './look-up-delay.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** The last step of the back-off: a minute. */
const LAST_STEP = 8;
const SENT_AT_UPTIME = 7 * SECOND;

/** The delay after every moment that could change something has passed. */
function computeDelay(
  step: number,
  changes: Partial<Parameters<typeof computeLookUpDelayMs>[3]> = {},
  record: Partial<PaymentRecord> = {},
) {
  const fullRecord = createRecord(record);
  return computeLookUpDelayMs(fullRecord, fullRecord.outcome, step, {
    estimatedServiceTime: FIRST_REQUEST_AT + DAY,
    certainlyPassedTime: null,
    uptime: SENT_AT_UPTIME + DAY,
    quietSince: null,
    requestExpiryUptime: null,
    random: 0.5,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    ...changes,
  });
}

describe('the delay before the next look-up', () => {
  it('delays look-ups by growing pauses up to a minute, by a fifth more or less', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100].map(getLookUpBackoffMs);
    expect(delays.map((delay) => delay / SECOND)).toEqual([2, 3, 5, 8, 12, 20, 30, 45, 60, 60, 60]);
    expect(computeDelay(1)).toBe(3000);
    expect(computeDelay(1, { random: 0 })).toBe(2400);
    expect(computeDelay(1, { random: 1 })).toBe(3600);
    expect(computeDelay(1, { random: 0.33333 })).toBe(2800);
  });

  it.each([
    ['the timeout by the service’s time', REQUEST_TIMEOUT_MS],
    ['the permission to close by hand', NOT_PERFORMED_AFTER_MS + CLOSE_BY_HAND_AFTER_MS],
  ])('looks up 1.1 s after %s', (_, momentMs) => {
    const computeBefore = (ms: number) =>
      computeDelay(LAST_STEP, { estimatedServiceTime: FIRST_REQUEST_AT + momentMs - ms });
    expect(computeBefore(5 * SECOND)).toBe(6100);
    expect(computeBefore(-99)).toBe(1001);
    expect(computeBefore(-100)).toBe(60 * SECOND);
  });

  it.each([
    ['the timeout by the uptime', REQUEST_TIMEOUT_MS],
    ['certainty by the uptime', NOT_PERFORMED_AFTER_UPTIME_MS],
  ])('looks up 1.1 s after %s', (_, momentMs) => {
    const computeBefore = (ms: number) =>
      computeDelay(LAST_STEP, {
        quietSince: SENT_AT_UPTIME,
        uptime: SENT_AT_UPTIME + momentMs - ms,
      });
    expect(computeBefore(5 * SECOND)).toBe(6100);
    expect(computeBefore(-99)).toBe(1001);
  });

  it('ignores the time of a send that never left the till', () => {
    const sends = [createSend(0, { result: 'not-sent' })];
    const estimatedServiceTime = FIRST_REQUEST_AT + REQUEST_TIMEOUT_MS;
    expect(computeDelay(LAST_STEP, { estimatedServiceTime }, { sends })).toBe(60 * SECOND);
  });

  it.each<[string, Partial<PaymentRecord>]>([
    ['that is unclear', { outcome: createOutcome({ state: 'unclear' }) }],
    ['with evidence', { outcome: createOutcome({ evidence: 'R36' }) }],
    ['that is a cancel', { intent: createIntent({ kind: 'cancel' }) }],
    ['whose last look-up was unclear', { lastLookUp: { result: 'unclear' } as never }],
  ])('looks up a payment %s every five minutes, once time alone cannot resolve it', (_, record) => {
    const past = { quietSince: SENT_AT_UPTIME };
    expect(computeDelay(LAST_STEP + 1, past, record)).toBe(300 * SECOND);
    expect(computeDelay(LAST_STEP, past, record)).toBe(60 * SECOND);
    expect(computeDelay(LAST_STEP + 1, {}, record)).toBe(60 * SECOND);
    const early = { quietSince: SENT_AT_UPTIME, uptime: SENT_AT_UPTIME + 5 * 60 * SECOND };
    expect(computeDelay(LAST_STEP + 1, early, record)).toBe(60 * SECOND);
  });

  it('looks up a payment every minute that an empty look-up will resolve', () => {
    const empty = { lastLookUp: { result: 'empty' } as never };
    expect(computeDelay(LAST_STEP + 1, { quietSince: SENT_AT_UPTIME })).toBe(60 * SECOND);
    expect(computeDelay(LAST_STEP + 1, { quietSince: SENT_AT_UPTIME }, empty)).toBe(60 * SECOND);
  });
});
