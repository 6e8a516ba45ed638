import { describe, expect, it } from 'vitest';
import { type ClaimClocks, isClaimDue, toClaimTime } from './claim-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse('2026-03-14T18:00:00Z');
const ZONE = 'America/Mexico_City';

function createClocks(changes: Partial<ClaimClocks> = {}): ClaimClocks {
  return {
    computerTime: NOON,
    serviceTime: NOON + 1000,
    isServiceTimeDisputed: false,
    latestPaymentTime: NOON - HOUR_MS,
    ...changes,
  };
}

function isDue(followUpOn: string, clocks: ClaimClocks, openedAt = '2026-03-01T10:00:00Z') {
  return isClaimDue({ state: 'open', openedAt, followUpOn }, toClaimTime(clocks), ZONE);
}

describe('the day of a claim', () => {
  it('makes a claim due from its day on, by the calendar of the shop', () => {
    expect(isDue('2026-03-15', createClocks())).toBe(false);
    expect(isDue('2026-03-14', createClocks())).toBe(true);
    const beforeMidnight = Date.parse('2026-03-15T05:59:00Z');
    const clocks = { computerTime: beforeMidnight, serviceTime: beforeMidnight };
    expect(isDue('2026-03-15', createClocks(clocks))).toBe(false);
  });

  it('never makes a closed claim due', () => {
    const claim = {
      state: 'resolved',
      openedAt: '2026-03-01T10:00:00Z',
      followUpOn: '2026-03-02',
    } as const;
    expect(isClaimDue(claim, toClaimTime(createClocks()), ZONE)).toBe(false);
  });

  it.each([
    ['the computer is a year behind the service', { computerTime: NOON - 365 * DAY_MS }],
    ['the computer is a year ahead of the service', { computerTime: NOON + 365 * DAY_MS }],
    [
      'the computer is behind its own payments, and the service is silent',
      { computerTime: NOON - 365 * DAY_MS, serviceTime: null },
    ],
    ['the service contradicts itself', { isServiceTimeDisputed: true }],
  ])('makes every open claim due if %s', (_, changes) => {
    const clocks = createClocks(changes);
    expect(toClaimTime(clocks).isUncertain).toBe(true);
    expect(isDue('2027-12-31', clocks)).toBe(true);
  });

  it('makes a claim due that a fast clock opened in the future', () => {
    expect(isDue('2031-03-20', createClocks(), '2031-03-14T18:00:00Z')).toBe(true);
  });

  it('does not doubt the time for seconds, or before the first payment and the first answer', () => {
    expect(toClaimTime(createClocks()).isUncertain).toBe(false);
    const clocks = createClocks({ serviceTime: null, latestPaymentTime: null });
    expect(toClaimTime(clocks)).toEqual({ latest: NOON, isUncertain: false });
  });
});
