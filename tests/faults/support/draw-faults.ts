import type { TrainingFault } from '../../../shared/contract/index.ts';
import type { Random } from '../../support/random.ts';
import type { NetworkFault } from './fake-network.ts';
import type { PrinterBehaviour } from './fake-printer.ts';

/** Faults drawn by chance. */

const MINUTE_MS = 60_000;
const OPEN_CODES = ['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R299'];
/** Guards against doing something twice, that may have met what the service has just done. */
const GUARD_CODES = ['R8', 'R12', 'R36', 'R50'];
const HTML = '<!DOCTYPE html><html><body><h1>Bad gateway</h1></body></html>';

export function drawMoneyFault(random: Random): NetworkFault {
  const later = random.between(100, 14 * MINUTE_MS);
  const code = random.pick([...OPEN_CODES, ...GUARD_CODES]);
  return random.pick<NetworkFault>([
    { kind: 'refused' },
    { kind: 'request-lost', how: 'reset' },
    { kind: 'request-lost', how: 'silence' },
    { kind: 'answer-lost', how: 'reset' },
    { kind: 'answer-lost', how: 'silence' },
    { kind: 'request-late', milliseconds: later },
    { kind: 'answer-late', milliseconds: random.between(1000, 3 * MINUTE_MS) },
    { kind: 'twice', milliseconds: later },
    { kind: 'answered-second', milliseconds: random.between(100, 50_000) },
    { kind: 'half-answer' },
    { kind: 'keyless' },
    { kind: 'answers', status: 200, body: HTML, isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 502, body: HTML, isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 500, body: '{"message":"oops"}', isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 503, body: '', isDone: random.isLikely(0.5) },
    { kind: 'answers', status: 429, body: '{"message":"slow down"}', isDone: false },
    { kind: 'answers', status: 201, body: '', isDone: true },
    {
      kind: 'answers',
      status: 422,
      body: JSON.stringify({ code, message: `message of ${code}` }),
      // Done by nobody, a guard's no to a second send is for a person to decide; so it is said only
      // where it was done.
      isDone: GUARD_CODES.includes(code) || random.isLikely(0.5),
      onlyIfDone: GUARD_CODES.includes(code),
    },
  ]);
}

/** After it the one look-up that is asked for has to be true. */
export function isGuardAnswer(weather: NetworkFault): boolean {
  return (
    weather.kind === 'answers' && GUARD_CODES.some((code) => weather.body.includes(`"${code}"`))
  );
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

/** v1.6 promises no status: what became of a cancel is known only by sending it again. */
export const STATUS_LEFT_OUT: TrainingFault = {
  operation: 'transactions',
  times: 1000,
  fault: { kind: 'status-left-out' },
};

/** What the service itself does to look-ups. */
export function drawLookUpFault(random: Random): TrainingFault {
  if (random.isLikely(0.5)) return STATUS_LEFT_OUT;
  return {
    operation: 'transactions',
    times: random.between(1, 5),
    fault: { kind: 'filter-ignored' },
  };
}

/** Dates of the next answers: most are right, some are those of a machine with another clock. */
export function drawDates(random: Random): number[] {
  const wrongBy = random.pick([20, -20, 25, 2, -40]) * MINUTE_MS;
  return Array.from({ length: random.between(1, 12) }, () => (random.isLikely(0.4) ? wrongBy : 0));
}

export function drawPrinterBehaviour(random: Random): PrinterBehaviour {
  return random.pick<PrinterBehaviour>(['refuses', 'prints-in-silence', 'swallows', 'unreachable']);
}
