import type { TrainingFault, TrainingOperation } from '../../../shared/contract/index.ts';

type Fault = TrainingFault['fault'];

/** A fault as a cashier practises it, with the operation in which it teaches the most. */
export interface Preset {
  readonly id: PresetId;
  readonly fault: Fault;
  readonly operation: TrainingOperation;
}

export type PresetId = Exclude<Fault['kind'], 'status'> | `status-${429 | 500 | 503}`;

const LATE_MS = 20_000;
/** Past the request's time-out of 60 s: the till has given up by then. */
const TOO_LATE_MS = 75_000;

export const PRESETS: readonly Preset[] = [
  { id: 'commit-and-cut', fault: { kind: 'commit-and-cut' }, operation: 'pay' },
  { id: 'cut-before-commit', fault: { kind: 'cut-before-commit' }, operation: 'pay' },
  {
    id: 'answer-late',
    fault: { kind: 'answer-late', milliseconds: LATE_MS },
    operation: 'pay',
  },
  {
    id: 'commit-late',
    fault: { kind: 'commit-late', milliseconds: TOO_LATE_MS },
    operation: 'pay',
  },
  { id: 'look-up-empty', fault: { kind: 'look-up-empty' }, operation: 'transactions' },
  { id: 'filter-ignored', fault: { kind: 'filter-ignored' }, operation: 'transactions' },
  { id: 'status-500', fault: { kind: 'status', status: 500, retryAfter: null }, operation: 'pay' },
  { id: 'status-503', fault: { kind: 'status', status: 503, retryAfter: null }, operation: 'pay' },
  { id: 'status-429', fault: { kind: 'status', status: 429, retryAfter: 5 }, operation: 'pay' },
  { id: 'html', fault: { kind: 'html' }, operation: 'pay' },
  { id: 'half-json', fault: { kind: 'half-json' }, operation: 'pay' },
  { id: 'empty-body', fault: { kind: 'empty-body' }, operation: 'pay' },
];

export function presetId(fault: Fault): PresetId {
  return fault.kind === 'status' ? `status-${fault.status}` : fault.kind;
}

/** Seconds that a text about the fault names. */
export function faultSeconds(fault: Fault): number {
  return 'milliseconds' in fault ? Math.round(fault.milliseconds / 1000) : 0;
}

/** The list with one fault set as given; every other one of its kind is taken back. */
export function withFault(
  active: readonly TrainingFault[],
  preset: Preset,
  operation: TrainingOperation,
  times: number,
): TrainingFault[] {
  return [...withoutFault(active, preset.id), { operation, times, fault: preset.fault }];
}

/**
 * The list without a fault. It is named with zero times rather than left out, because that takes it
 * back whether the service replaces its list or adds to it.
 */
export function withoutFault(active: readonly TrainingFault[], id: PresetId): TrainingFault[] {
  return active.map((one) => (presetId(one.fault) === id ? { ...one, times: 0 } : one));
}
