import type { TrainingFault } from '../../../shared/contract/index.ts';
import type { Random } from '../../support/random.ts';
import type { Denial, NetworkFault } from './fake-network.ts';
import type { PrinterBehaviour } from './fake-printer.ts';

/** Random faults. */

const MINUTE_MS = 60_000;
const OPEN_CODES = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R299'];
/** Codes of duplicate guards, which the service's own performed payment may have triggered. */
const GUARD_CODES = ['R8', 'R12', 'R36', 'R50'];
const HTML = '<!DOCTYPE html><html><body><h1>Bad gateway</h1></body></html>';

/** `leavesStatusOut`: look-ups of this episode may not show the status of a payment. */
export function drawMoneyFault(random: Random, leavesStatusOut: boolean): NetworkFault {
  const delayMs = random.between(100, 14 * MINUTE_MS);
  const code = random.pick([...OPEN_CODES, ...GUARD_CODES]);
  return random.pick<NetworkFault>([
    { kind: 'refused' },
    { kind: 'request-lost', how: 'reset' },
    { kind: 'request-lost', how: 'silence' },
    { kind: 'answer-lost', how: 'reset' },
    { kind: 'answer-lost', how: 'silence' },
    { kind: 'request-late', milliseconds: delayMs },
    { kind: 'answer-late', milliseconds: random.between(1000, 3 * MINUTE_MS) },
    { kind: 'twice', milliseconds: delayMs },
    { kind: 'answered-second', milliseconds: random.between(100, 50_000) },
    { kind: 'half-answer' },
    { kind: 'keyless' },
    { kind: 'answers', status: 200, body: HTML, isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 502, body: HTML, isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 500, body: '{"message":"oops"}', isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 503, body: '', isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 429, body: '{"message":"slow down"}', isDone: false },
    { kind: 'answers', status: 201, body: '', isDone: true },
    { kind: 'answers', status: 422, body: '{"code":"R2"}', isDone: false },
    drawDenialFault(random, leavesStatusOut),
    drawDenialFault(random, leavesStatusOut),
    {
      kind: 'answers',
      status: 422,
      body: JSON.stringify({ code, message: `message of ${code}` }),
      // A guard's refusal of a second send without a performed payment needs a person's decision;
      // so it is answered only if the payment was performed.
      isDone: GUARD_CODES.includes(code) || random.isLikely(0.5),
      onlyIfDone: GUARD_CODES.includes(code),
    },
  ]);
}

const DENYING_STATUSES = [
  'failed',
  'rejected',
  'error',
  'cancelled',
  'pending',
  'timeout',
  'nunca',
];

/** If no look-up shows that a payment crashed, only a person could decide; it is done then. */
export function drawDenialFault(random: Random, leavesStatusOut: boolean): NetworkFault {
  const isDone = leavesStatusOut || random.isLikely(0.5);
  return { kind: 'denies', how: drawDenial(random), isDone };
}

function drawDenial(random: Random): Denial {
  return random.pick<Denial>([
    { kind: 'status', status: random.pick(DENYING_STATUSES) },
    { kind: 'status', status: random.pick(DENYING_STATUSES) },
    { kind: 'error-code', code: 'R24' },
    { kind: 'other-id' },
    { kind: 'code', code: 'R200' },
  ]);
}

/**
 * Whether the answer is from a duplicate guard; the single look-up after it must then be correct.
 */
export function isGuardAnswer(fault: NetworkFault): boolean {
  return fault.kind === 'answers' && GUARD_CODES.some((code) => fault.body.includes(`"${code}"`));
}

export function drawReadFault(random: Random): NetworkFault {
  return random.pick<NetworkFault>([
    { kind: 'refused' },
    { kind: 'request-lost', how: 'reset' },
    { kind: 'answer-lost', how: 'silence' },
    { kind: 'half-answer' },
    { kind: 'page-repeats' },
    { kind: 'not-listed-yet' },
    { kind: 'not-listed-yet' },
    { kind: 'answers', status: 200, body: HTML, isDone: false },
    { kind: 'answers', status: 500, body: '{"message":"oops"}', isDone: false },
    { kind: 'answers', status: 429, body: '{"message":"slow down"}', isDone: false },
    { kind: 'answers', status: 503, body: HTML, isDone: false },
  ]);
}

/** v1.6 guarantees no status: the outcome of a cancel is known only by sending it again. */
export const STATUS_LEFT_OUT: TrainingFault = {
  operation: 'transactions',
  times: 1000,
  fault: { kind: 'status-left-out' },
};

/** Returns a fault of the service's own look-ups. */
export function drawLookUpFault(random: Random, leavesStatusOut: boolean): TrainingFault {
  if (leavesStatusOut && random.isLikely(0.5)) return STATUS_LEFT_OUT;
  return {
    operation: 'transactions',
    times: random.between(1, 5),
    fault: { kind: random.pick(['filter-ignored', 'filter-ignored', 'external-id-left-out']) },
  };
}

/**
 * Returns the Date offsets of the next answers: most are 0, some are those of a machine with
 * another clock.
 */
export function drawDates(random: Random): number[] {
  const offsetMs = random.pick([20, -20, 25, 2, -40]) * MINUTE_MS;
  return Array.from({ length: random.between(1, 12) }, () => (random.isLikely(0.4) ? offsetMs : 0));
}

export function drawPrinterBehaviour(random: Random): PrinterBehaviour {
  return random.pick<PrinterBehaviour>(['refuses', 'prints-in-silence', 'swallows', 'unreachable']);
}
