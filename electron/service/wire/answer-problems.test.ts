import { describe, expect, it } from 'vitest';
import {
  parseErrorInSuccessfulAnswer,
  parseRefusal,
  toNoAnswerProblem,
  toUnauthorizedProblem,
} from './answer-problems.ts';
import { JsonNumber, parseExactJson } from './exact-json.ts';

function parseWire(value: unknown): unknown {
  const parsed = parseExactJson(JSON.stringify(value));
  if (!parsed.ok) throw new Error('the test’s own JSON is wrong');
  return parsed.value;
}

describe('a refusal', () => {
  it.each([
    [{ code: 'R2', message: 'no' }, 'R2', 'no'],
    [{ code: ' R2\n', message: ' no ' }, 'R2', ' no '],
    [{ code: 24 }, '24', null],
    [{ code: ' ', message: 'no' }, null, 'no'],
    [{ code: true, message: 5 }, null, null],
    [{ code: 'x'.repeat(41) }, 'x'.repeat(40), null],
    [{}, null, null],
    [{ error: { code: 'R2', message: 'no' } }, 'R2', 'no'],
    [{ errors: [{ code: 'R2' }, { code: 'R3' }] }, 'R2', null],
    [{ errors: { code: 'R2' } }, 'R2', null],
    [{ error: null, errors: [{ code: 'R2' }] }, 'R2', null],
    [{ error: { code: 'R2' }, errors: [{ code: 'R3' }] }, 'R2', null],
    [{ message: ' ', error: { code: 'R2', message: 'no' } }, 'R2', 'no'],
    [{ message: ' ', error: { code: 'R2' } }, 'R2', ' '],
    [{ message: 'why', error: { code: 'R2', message: 'no' } }, 'R2', 'why'],
    [{ message: 'why', error: { message: 'no' } }, null, 'why'],
    [{ error: { message: 'no' } }, null, null],
    [{ error: 'R2', errors: [] }, null, null],
  ])('reads from %j the code %j and the message %j', (body, code, message) => {
    expect(parseRefusal(parseWire(body))).toEqual({ code, message });
  });

  it.each([[null], ['R2'], [[{ code: 'R2' }]], [5]])('reads nothing from %j', (body) => {
    expect(parseRefusal(parseWire(body))).toBeNull();
  });
});

describe('the error beside a successful answer', () => {
  it.each([
    [{}],
    [{ error_code: '', error: false, errors: [] }],
    [{ error_code: '0', error: {}, errors: null }],
    [{ error_code: ' R0 ' }],
    [{ error_code: 0 }],
    [[{ error_code: 'R2' }]],
    ['R2'],
    [null],
  ])('finds no error in the successful answer %j', (body) => {
    expect(parseErrorInSuccessfulAnswer(parseWire(body))).toBeNull();
  });

  it.each([
    [{ error_code: 'R9' }, 'R9'],
    [{ error_code: 9 }, '9'],
    [{ error_code: 'R0', error: 'declined' }, 'declined'],
    [{ error: { code: 'R24', message: 'no' } }, 'R24'],
    [{ error: { message: ' no ' } }, 'no'],
    [{ error: { detail: 1 } }, 'of an unknown kind'],
    [{ error: true }, 'of an unknown kind'],
    [{ errors: ['Invalid'] }, 'of an unknown kind'],
    [{ errors: { code: 'R2' } }, 'R2'],
    [{ error: { message: 'x'.repeat(41) } }, 'x'.repeat(40)],
  ])('finds in the successful answer %j the error %s', (body, error) => {
    expect(parseErrorInSuccessfulAnswer(parseWire(body))).toBe(error);
  });

  it('reads a number that was parsed as a float', () => {
    expect(parseErrorInSuccessfulAnswer({ error_code: 0 })).toBeNull();
    expect(parseErrorInSuccessfulAnswer({ error_code: new JsonNumber('0') })).toBeNull();
    expect(parseErrorInSuccessfulAnswer({ error_code: 9 })).toBe('9');
  });
});

describe('the problem of a request', () => {
  it.each([
    [
      { kind: 'not-sent', reason: 'refused' },
      { kind: 'service-unreachable', reason: 'refused' },
    ],
    [
      { kind: 'unknown', reason: 'timed-out', status: null },
      { kind: 'service-silent', seconds: 60 },
    ],
    [
      { kind: 'unknown', reason: 'connection-lost', status: null },
      { kind: 'service-unreachable', reason: 'other' },
    ],
    [
      { kind: 'unknown', reason: 'connection-lost', status: 201 },
      { kind: 'service-unreadable', httpStatus: 201 },
    ],
  ] as const)('names after %j the problem %j', (result, problem) => {
    expect(toNoAnswerProblem(result, 59_600)).toEqual(problem);
  });

  const MINUTE_MS = 60_000;

  it.each([
    [null, { kind: 'keys-refused' }],
    [0, { kind: 'keys-refused' }],
    [15 * MINUTE_MS, { kind: 'keys-refused' }],
    [-15 * MINUTE_MS, { kind: 'keys-refused' }],
    [15 * MINUTE_MS + 1, { kind: 'clock-off', minutes: 15 }],
    [-19.6 * MINUTE_MS, { kind: 'clock-off', minutes: -20 }],
  ])('names after a 401 with clocks that differ by %s ms the problem %j', (difference, problem) => {
    expect(toUnauthorizedProblem(difference)).toEqual(problem);
  });
});
