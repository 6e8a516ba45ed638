import type { TopUpCheck } from '../../../../../shared/contract/index.ts';
import { type Money, parseAmount } from '../../../../../shared/money/index.ts';
import type { PayFlow, PayFlowEvent, PayFlowSettings, PayFlowUpdate } from './flow.ts';
import { getActionAfterLookUp } from './refusal-action.ts';
import {
  type AmountStep,
  findUndecidedWarning,
  isAcceptedByEnter,
  isPossibleDuplicate,
  type TopUpCheckStep,
  type WarningsStep,
} from './steps.ts';
import {
  canConsult,
  continueAfterOrder,
  createAccountStep,
  createAmountStep,
  createNameStepAfterRefusal,
  createStepBeforeOrder,
  createTenderStep,
  getFixedAmount,
  getPaymentCurrency,
  getRefusalCode,
  goToStep,
  hasCashFromFailedAttempt,
  prepareOrder,
  startConsult,
  stayOnStep,
  toAccountInput,
} from './transitions.ts';

/** The steps for the amount, the top-up check and main's warnings. Nothing is paid here. */

export function updateAmountStep(
  flow: PayFlow,
  at: AmountStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  const { draft } = at;
  switch (event.type) {
    case 'typed':
      if (event.field !== 'amount' || at.pendingRequest !== null || getFixedAmount(draft))
        return stayOnStep(flow);
      return goToStep(flow, {
        ...at,
        draft: { ...draft, amountText: event.text },
        invalidReason: null,
        problem: null,
      });
    case 'prepared': {
      if (at.pendingRequest !== event.requestNumber) return stayOnStep(flow);
      if (!event.result.ok) {
        const { problem } = event.result;
        return goToStep(
          flow,
          createNameStepAfterRefusal(draft, getRefusalCode(problem)) ?? {
            ...at,
            pendingRequest: null,
            problem,
          },
        );
      }
      return continueAfterOrder(flow, draft, event.result.value);
    }
    case 'consult':
      return at.pendingRequest === null && canConsult(draft)
        ? startConsult(flow, draft)
        : stayOnStep(flow);
    case 'amount-chosen':
      return at.pendingRequest === null
        ? continueWithAmount(flow, at, event.amount, settings)
        : stayOnStep(flow);
    case 'key': {
      // The old balance must never be used with a new account number.
      if (event.key === 'back') {
        if (draft.isSavedBill) return goToStep(flow, { step: 'ended' });
        return goToStep(flow, createAccountStep({ ...draft, balance: null }));
      }
      if (event.key !== 'enter' || at.pendingRequest !== null) return stayOnStep(flow);
      // An offered amount is chosen by its own row.
      if (draft.kind !== 'bill' && draft.biller.amounts.kind === 'list') return stayOnStep(flow);
      const isBalanceUnknown = draft.balance === null && canConsult(draft);
      if (draft.amountText.trim() === '' && isBalanceUnknown && at.problem === null) {
        return startConsult(flow, draft);
      }
      const fixedAmount = getFixedAmount(draft);
      const parsed = fixedAmount
        ? ({ ok: true, value: fixedAmount } as const)
        : parseAmount(draft.amountText, getPaymentCurrency(draft), settings.locale);
      if (!parsed.ok) return goToStep(flow, { ...at, invalidReason: parsed.reason, problem: null });
      return continueWithAmount(flow, at, parsed.value, settings);
    }
    default:
      return stayOnStep(flow);
  }
}

/**
 * Continues with the chosen amount. If the version reports what a top-up delivers, that is checked
 * first.
 */
function continueWithAmount(
  flow: PayFlow,
  at: AmountStep,
  amount: Money,
  settings: PayFlowSettings,
): PayFlowUpdate {
  const { topUpCheck: _, ...draft } = at.draft;
  if (draft.kind === 'top-up' && settings.hasTopUpCheck) {
    const requestNumber = flow.requestCount + 1;
    const step: TopUpCheckStep = {
      step: 'top-up-check',
      draft,
      amount,
      pendingRequest: requestNumber,
      check: null,
      problem: null,
    };
    return {
      flow: { requestCount: requestNumber, at: step },
      effect: { kind: 'check-top-up', requestNumber, ...toAccountInput(draft), amount },
    };
  }
  return prepareOrder(flow, draft, amount, (pendingRequest) => ({
    ...at,
    pendingRequest,
    invalidReason: null,
    problem: null,
  }));
}

export function updateTopUpCheckStep(
  flow: PayFlow,
  at: TopUpCheckStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  const { draft } = at;
  switch (event.type) {
    case 'top-up-checked':
      if (at.pendingRequest !== event.requestNumber) return stayOnStep(flow);
      if (!event.result.ok) {
        const { problem } = event.result;
        return goToStep(
          flow,
          createNameStepAfterRefusal(draft, getRefusalCode(problem)) ?? {
            ...at,
            pendingRequest: null,
            problem,
          },
        );
      }
      return continueAfterCheck(flow, at, event.result.value, settings);
    case 'prepared':
      if (at.pendingRequest !== event.requestNumber) return stayOnStep(flow);
      return event.result.ok
        ? continueAfterOrder(flow, draft, event.result.value)
        : goToStep(flow, { ...createAmountStep(draft), problem: event.result.problem });
    case 'key':
      if (event.key === 'back') return goToStep(flow, createAmountStep(draft));
      if (event.key !== 'enter' || at.pendingRequest !== null) return stayOnStep(flow);
      // The service would refuse the payment for the same reason.
      if (at.problem?.kind === 'service-refused') return continueAfterRefusedCheck(flow, at);
      return prepareOrder(flow, draft, at.amount, (pendingRequest) => ({ ...at, pendingRequest }));
    default:
      return stayOnStep(flow);
  }
}

/**
 * The result of the check is shown beside the cash field; if no cash is asked for, on a screen of
 * its own.
 */
function continueAfterCheck(
  flow: PayFlow,
  at: TopUpCheckStep,
  check: TopUpCheck,
  { hasBasket = false }: PayFlowSettings,
): PayFlowUpdate {
  const draft = { ...at.draft, topUpCheck: check };
  const checkedStep = { ...at, draft, check };
  if (hasBasket || hasCashFromFailedAttempt(draft))
    return goToStep(flow, { ...checkedStep, pendingRequest: null });
  return prepareOrder(flow, draft, at.amount, (pendingRequest) => ({
    ...checkedStep,
    pendingRequest,
  }));
}

function continueAfterRefusedCheck(
  flow: PayFlow,
  { draft, problem }: TopUpCheckStep,
): PayFlowUpdate {
  const refusalAction = getActionAfterLookUp(draft, problem);
  if (refusalAction.kind === 'next-customer') return goToStep(flow, { step: 'ended' });
  if (refusalAction.kind === 'correct' && refusalAction.field === 'account') {
    return goToStep(flow, { ...createAccountStep(draft), problem });
  }
  return goToStep(flow, { ...createAmountStep(draft), problem });
}

export function updateWarningsStep(
  flow: PayFlow,
  at: WarningsStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  const warning = findUndecidedWarning(at);
  if (warning === null) return stayOnStep(flow);
  const acceptWarning = (): PayFlowUpdate => {
    const decided = [...at.decidedWarnings, warning.kind];
    const nextStep: WarningsStep = { ...at, decidedWarnings: decided };
    if (findUndecidedWarning(nextStep)) return goToStep(flow, nextStep);
    const { draft, order } = at;
    return goToStep(flow, createTenderStep(draft, order, decided));
  };
  if (event.type === 'decided') {
    if (event.choice === 'go-on') return acceptWarning();
    return isPossibleDuplicate(warning)
      ? goToStep(flow, { step: 'ended' })
      : goToStep(flow, createAmountStep(at.draft));
  }
  if (event.type !== 'key') return stayOnStep(flow);
  if (event.key === 'back') return goToStep(flow, createStepBeforeOrder(at.draft, settings));
  // A stray Enter must never decide to pay the same account again.
  if (event.key === 'enter' && isAcceptedByEnter(warning)) return acceptWarning();
  return stayOnStep(flow);
}
