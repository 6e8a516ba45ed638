import { z } from 'zod';
import {
  type TrainingFault,
  type TrainingOperation,
  trainingFaultSchema,
} from '../../../shared/contract/index.ts';

export type TrainingFaultKind = TrainingFault['fault'];

/** The current faults, in the order in which they apply to requests. */
export interface TrainingFaults {
  /** The remaining faults with their remaining counts. */
  list(): TrainingFault[];
  /**
   * Sets faults. Each replaces earlier faults with the same operation and kind (several of them in
   * one list apply one after the other); `times: 0` removes it; an empty list removes all.
   */
  set(faults: readonly TrainingFault[]): TrainingFault[];
  /** Returns the fault for this request and decreases its count; null for none. */
  takeFaultForOperation(operation: TrainingOperation): TrainingFaultKind | null;
}

/** These apply only to the transactions list, for any operation. */
const LISTING_FAULTS: readonly TrainingFaultKind['kind'][] = [
  'filter-ignored',
  'look-up-empty',
  'status-left-out',
  'external-id-left-out',
];

export function createTrainingFaults(): TrainingFaults {
  let faults: TrainingFault[] = [];
  const getFaultKey = (entry: TrainingFault): string => `${entry.operation} ${entry.fault.kind}`;
  const appliesTo = (entry: TrainingFault, operation: TrainingOperation): boolean =>
    (entry.operation === 'any' || entry.operation === operation) &&
    (operation === 'transactions' || !LISTING_FAULTS.includes(entry.fault.kind));

  return {
    list: () => [...faults],
    set: (newFaults) => {
      const replacedKeys = new Set(newFaults.map(getFaultKey));
      const unchanged =
        newFaults.length === 0
          ? []
          : faults.filter((entry) => !replacedKeys.has(getFaultKey(entry)));
      faults = [...unchanged, ...newFaults.filter((entry) => entry.times > 0)];
      return [...faults];
    },
    takeFaultForOperation: (operation) => {
      const match = faults.find((entry) => appliesTo(entry, operation));
      if (!match) return null;
      faults = faults
        .map((entry) => (entry === match ? { ...entry, times: entry.times - 1 } : entry))
        .filter((entry) => entry.times > 0);
      return match.fault;
    },
  };
}

export type ParsedFaults =
  | { readonly ok: true; readonly faults: readonly TrainingFault[] }
  | { readonly ok: false; readonly message: string };

/** Parses the body of the control request; the message contains the invalid field. */
export function parseTrainingFaults(text: string): ParsedFaults {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { ok: false, message: 'The body is not JSON: send a list of faults' };
  }
  const result = z.array(trainingFaultSchema).max(50).safeParse(parsed);
  if (result.success) return { ok: true, faults: result.data };
  const reasons = result.error.issues.map((issue) => {
    const field = issue.path.map(String).join('.');
    return field === '' ? issue.message : `${field}: ${issue.message}`;
  });
  return { ok: false, message: reasons.join('; ') };
}
