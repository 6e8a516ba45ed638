import type {
  Approval,
  CallOutput,
  CashCount,
  CountResult,
  Problem,
  Result,
} from '../../../shared/contract/index.ts';
import { createMoney, isZero } from '../../../shared/money/index.ts';

/**
 * Closing a shift as data: the steps, the events, and the rules. Pure; `use-shift-close.ts` sends the
 * effects to main. While a request runs, the cashier's events are ignored.
 */
export type ShiftCloseState =
  | { readonly step: 'loading' }
  | CountingStep
  | ResultStep
  | { readonly step: 'closed'; readonly report: ClosedShift };

type ClosedShift = CallOutput<'cash.close'>;

interface StepWithRequest {
  readonly isBusy: boolean;
  /** Why the last request failed. */
  readonly problem: Problem | null;
}

/** The blind count. */
export interface CountingStep extends StepWithRequest {
  readonly step: 'counting';
  /** The count whose result was shown; null for the first one. */
  readonly earlierResult: CountResult | null;
  /** A count that needs a supervisor's PIN. */
  readonly countsToApprove: readonly CashCount[] | null;
}

/** The difference, its explanation, and the end of the shift. */
export interface ResultStep extends StepWithRequest {
  readonly step: 'result';
  readonly result: CountResult;
  readonly explanation: string;
  /** The cashier tried to end the shift: a missing explanation is now an error. */
  readonly isExplanationChecked: boolean;
  /** The person who gets the drawer enters a PIN. */
  readonly isReceiverPinAsked: boolean;
}

export type ShiftCloseEvent =
  /** `earlierResult`: a stored count, with which the cashier continues. */
  | { readonly type: 'loaded'; readonly earlierResult: CountResult | null }
  | { readonly type: 'back' }
  | { readonly type: 'counted'; readonly counts: readonly CashCount[] }
  | { readonly type: 'count-again' }
  | { readonly type: 'explained'; readonly text: string }
  /** The cashier ends the shift. */
  | { readonly type: 'confirmed' }
  | { readonly type: 'pin-entered'; readonly approval: Approval }
  | { readonly type: 'pin-cancelled' }
  | { readonly type: 'count-answered'; readonly answer: Result<CountResult> }
  | { readonly type: 'close-answered'; readonly answer: Result<ClosedShift> };

export type ShiftCloseEffect =
  | {
      readonly kind: 'count';
      readonly counts: readonly CashCount[];
      readonly approval: Approval | null;
    }
  /** `receiver`: hands the drawer over to this person. */
  | {
      readonly kind: 'close';
      readonly countId: string;
      readonly explanation: string | null;
      readonly receiver: Approval | null;
    }
  | { readonly kind: 'leave' };

export interface ShiftCloseSettings {
  /** Close the shift, or hand the drawer over to another cashier. */
  readonly mode: 'close' | 'hand-over';
  /** The cashier may count again without a supervisor, knowing the expected sum. */
  readonly canCountAgain: boolean;
}

export interface ShiftCloseUpdate {
  readonly closeState: ShiftCloseState;
  readonly effect: ShiftCloseEffect | null;
}

const MIN_EXPLANATION_LENGTH = 3;

export function updateShiftClose(
  closeState: ShiftCloseState,
  event: ShiftCloseEvent,
  settings: ShiftCloseSettings,
): ShiftCloseUpdate {
  switch (closeState.step) {
    case 'loading':
      if (event.type !== 'loaded') return { closeState, effect: null };
      return event.earlierResult === null
        ? goTo(createCountingStep(null))
        : goTo(createResultStep(event.earlierResult));
    case 'counting':
      return updateCounting(closeState, event, settings);
    case 'result':
      return updateResult(closeState, event, settings);
    case 'closed':
      return { closeState, effect: null };
  }
}

function updateCounting(
  step: CountingStep,
  event: ShiftCloseEvent,
  settings: ShiftCloseSettings,
): ShiftCloseUpdate {
  const { earlierResult, countsToApprove } = step;
  if (event.type === 'count-answered') {
    if (!event.answer.ok) return goTo({ ...step, isBusy: false, problem: event.answer.problem });
    const next = createResultStep(event.answer.value);
    // Nothing is left to decide.
    const isOver =
      settings.mode === 'close' && earlierResult === null && isWithoutDifference(next.result);
    return isOver ? close(next, null) : goTo(next);
  }
  if (step.isBusy) return goTo(step);
  const count = (counts: readonly CashCount[], approval: Approval | null): ShiftCloseUpdate => ({
    closeState: { ...step, isBusy: true, problem: null },
    effect: { kind: 'count', counts, approval },
  });
  switch (event.type) {
    case 'back':
      return earlierResult === null
        ? { closeState: step, effect: { kind: 'leave' } }
        : goTo(createResultStep(earlierResult));
    case 'counted':
      // The expected sum was shown.
      return earlierResult !== null && !settings.canCountAgain
        ? goTo({ ...step, countsToApprove: event.counts, problem: null })
        : count(event.counts, null);
    case 'pin-entered':
      return countsToApprove === null ? goTo(step) : count(countsToApprove, event.approval);
    case 'pin-cancelled':
      return goTo({ ...step, countsToApprove: null, problem: null });
    default:
      return goTo(step);
  }
}

function updateResult(
  step: ResultStep,
  event: ShiftCloseEvent,
  settings: ShiftCloseSettings,
): ShiftCloseUpdate {
  if (event.type === 'close-answered') {
    return event.answer.ok
      ? goTo({ step: 'closed', report: event.answer.value })
      : goTo({ ...step, isBusy: false, problem: event.answer.problem });
  }
  if (step.isBusy) return goTo(step);
  switch (event.type) {
    case 'back':
      return { closeState: step, effect: { kind: 'leave' } };
    case 'count-again':
      return goTo(createCountingStep(step.result));
    case 'explained':
      return goTo({ ...step, explanation: event.text });
    case 'confirmed':
      if (isExplanationMissing(step)) return goTo({ ...step, isExplanationChecked: true });
      return settings.mode === 'close'
        ? close(step, null)
        : goTo({ ...step, isReceiverPinAsked: true, problem: null });
    case 'pin-entered':
      return step.isReceiverPinAsked ? close(step, event.approval) : goTo(step);
    case 'pin-cancelled':
      return goTo({ ...step, isReceiverPinAsked: false, problem: null });
    default:
      return goTo(step);
  }
}

/** Whether the difference needs an explanation that is not written yet. */
export function isExplanationMissing({ result, explanation }: ResultStep): boolean {
  return result.needsExplanation && explanation.trim().length < MIN_EXPLANATION_LENGTH;
}

function isWithoutDifference({ needsExplanation, money }: CountResult): boolean {
  return (
    !needsExplanation &&
    money.every(({ difference, currency }) => isZero(createMoney(difference, currency)))
  );
}

function close(step: ResultStep, receiver: Approval | null): ShiftCloseUpdate {
  const { countId, needsExplanation } = step.result;
  const explanation = needsExplanation ? step.explanation.trim() : null;
  return {
    closeState: { ...step, isBusy: true, problem: null },
    effect: { kind: 'close', countId, explanation, receiver },
  };
}

function createCountingStep(earlierResult: CountResult | null): CountingStep {
  return { step: 'counting', earlierResult, countsToApprove: null, isBusy: false, problem: null };
}

function createResultStep(result: CountResult): ResultStep {
  return {
    step: 'result',
    result,
    explanation: '',
    isExplanationChecked: false,
    isReceiverPinAsked: false,
    isBusy: false,
    problem: null,
  };
}

function goTo(closeState: ShiftCloseState): ShiftCloseUpdate {
  return { closeState, effect: null };
}
