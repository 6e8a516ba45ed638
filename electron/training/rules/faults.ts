import { z } from 'zod';
import {
  type TrainingFault,
  type TrainingOperation,
  trainingFaultSchema,
} from '../../../shared/contract/index.ts';

export type FaultKind = TrainingFault['fault'];

/** The faults that are set, in the order in which they apply to requests. */
export interface Faults {
  /** The faults still set, with their remaining counts. */
  list(): TrainingFault[];
  /**
   * Sets these. Each replaces those with its operation and kind (several of them in one list apply
   * one after the other); 0 times takes it back; an empty list takes all back.
   */
  set(faults: readonly TrainingFault[]): TrainingFault[];
  /** The fault for this request, which is then counted; null for none. */
  take(operation: TrainingOperation): FaultKind | null;
}

/** These only apply to the transactions list, whatever operation they name. */
const LISTING_FAULTS: readonly FaultKind['kind'][] = [
  'filter-ignored',
  'look-up-empty',
  'status-left-out',
];

export function createFaults(): Faults {
  let waiting: TrainingFault[] = [];
  const nameOf = (one: TrainingFault): string => `${one.operation} ${one.fault.kind}`;
  const meets = (one: TrainingFault, operation: TrainingOperation): boolean =>
    (one.operation === 'any' || one.operation === operation) &&
    (operation === 'transactions' || !LISTING_FAULTS.includes(one.fault.kind));

  return {
    list: () => [...waiting],
    set: (faults) => {
      const replaced = new Set(faults.map(nameOf));
      const kept = faults.length === 0 ? [] : waiting.filter((one) => !replaced.has(nameOf(one)));
      waiting = [...kept, ...faults.filter((one) => one.times > 0)];
      return [...waiting];
    },
    take: (operation) => {
      const met = waiting.find((one) => meets(one, operation));
      if (!met) return null;
      waiting = waiting
        .map((one) => (one === met ? { ...one, times: one.times - 1 } : one))
        .filter((one) => one.times > 0);
      return met.fault;
    },
  };
}

export type ParsedFaults =
  | { readonly ok: true; readonly faults: readonly TrainingFault[] }
  | { readonly ok: false; readonly message: string };

/** Reads the body of the control address; the message names the invalid field. */
export function parseFaults(text: string): ParsedFaults {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { ok: false, message: 'The body is not JSON: send a list of faults' };
  }
  const read = z.array(trainingFaultSchema).max(50).safeParse(parsed);
  if (read.success) return { ok: true, faults: read.data };
  const reasons = read.error.issues.map((issue) => {
    const field = issue.path.map(String).join('.');
    return field === '' ? issue.message : `${field}: ${issue.message}`;
  });
  return { ok: false, message: reasons.join('; ') };
}
