import type { TrainingFault, TrainingOperation } from '../../../../shared/contract/index.ts';

type Fault = TrainingFault['fault'];

/** A fault to practise with, and the operation for which it is most instructive. */
export interface FaultPreset {
  readonly id: FaultPresetId;
  readonly fault: Fault;
  readonly operation: TrainingOperation;
}

export type FaultPresetId = Exclude<Fault['kind'], 'status'> | `status-${429 | 500 | 503}`;

const LATE_ANSWER_DELAY_MS = 20_000;
/** Longer than the request's timeout of 60 s. */
const TOO_LATE_ANSWER_DELAY_MS = 75_000;

export const FAULT_PRESETS: readonly FaultPreset[] = [
  { id: 'commit-and-cut', fault: { kind: 'commit-and-cut' }, operation: 'pay' },
  { id: 'cut-before-commit', fault: { kind: 'cut-before-commit' }, operation: 'pay' },
  {
    id: 'answer-late',
    fault: { kind: 'answer-late', milliseconds: LATE_ANSWER_DELAY_MS },
    operation: 'pay',
  },
  {
    id: 'commit-late',
    fault: { kind: 'commit-late', milliseconds: TOO_LATE_ANSWER_DELAY_MS },
    operation: 'pay',
  },
  {
    id: 'refuse-then-commit',
    fault: { kind: 'refuse-then-commit', milliseconds: LATE_ANSWER_DELAY_MS },
    operation: 'pay',
  },
  { id: 'look-up-empty', fault: { kind: 'look-up-empty' }, operation: 'transactions' },
  { id: 'status-left-out', fault: { kind: 'status-left-out' }, operation: 'transactions' },
  {
    id: 'external-id-left-out',
    fault: { kind: 'external-id-left-out' },
    operation: 'transactions',
  },
  { id: 'unknown-status', fault: { kind: 'unknown-status' }, operation: 'pay' },
  { id: 'failed-status', fault: { kind: 'failed-status' }, operation: 'pay' },
  { id: 'filter-ignored', fault: { kind: 'filter-ignored' }, operation: 'transactions' },
  { id: 'status-500', fault: { kind: 'status', status: 500, retryAfter: null }, operation: 'pay' },
  { id: 'status-503', fault: { kind: 'status', status: 503, retryAfter: null }, operation: 'pay' },
  { id: 'status-429', fault: { kind: 'status', status: 429, retryAfter: 5 }, operation: 'pay' },
  { id: 'html', fault: { kind: 'html' }, operation: 'pay' },
  { id: 'half-json', fault: { kind: 'half-json' }, operation: 'pay' },
  { id: 'empty-body', fault: { kind: 'empty-body' }, operation: 'pay' },
];

export function getFaultPresetId(fault: Fault): FaultPresetId {
  return fault.kind === 'status' ? `status-${fault.status}` : fault.kind;
}

/** Returns the duration of the fault in seconds, for its text; 0 if it has none. */
export function getFaultDurationSeconds(fault: Fault): number {
  return 'milliseconds' in fault ? Math.round(fault.milliseconds / 1000) : 0;
}

/** Returns the list with this fault set. Any other fault of the same preset is removed. */
export function setFault(
  active: readonly TrainingFault[],
  preset: FaultPreset,
  operation: TrainingOperation,
  times: number,
): TrainingFault[] {
  return [...removeFault(active, preset.id), { operation, times, fault: preset.fault }];
}

/**
 * Returns the list without this fault. The fault is listed with zero times, which removes it
 * whether the service replaces its list or merges into it.
 */
export function removeFault(active: readonly TrainingFault[], id: FaultPresetId): TrainingFault[] {
  return active.map((fault) =>
    getFaultPresetId(fault.fault) === id ? { ...fault, times: 0 } : fault,
  );
}
