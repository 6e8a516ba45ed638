import type { TopUpCheck } from '../../../../../shared/contract/index.ts';
import { type Money, parseAmount } from '../../../../../shared/money/index.ts';
import type { Flow, FlowEvent, FlowSettings, FlowUpdate } from './flow.ts';
import { getHelpAfterLookUp } from './refusal-help.ts';
import {
  type AmountStep,
  type CheckStep,
  type DecideStep,
  findUndecidedWarning,
  isPossibleDuplicate,
} from './steps.ts';
import {
  canConsult,
  continueAfterOrder,
  createAccountStep,
  createAmountStep,
  createNameStepAfterRefusal,
  createTenderStep,
  getAccount,
  getFixedAmount,
  getPaymentCurrency,
  getRefusalCode,
  goToStep,
  prepareOrder,
  startConsult,
  stayOnStep,
} from './transitions.ts';

/** The amount and main's warnings: main prepares the order, and nothing is sent. */

export function updateAmount(
  flow: Flow,
  at: AmountStep,
  event: FlowEvent,
  settings: FlowSettings,
): FlowUpdate {
  const { draft } = at;
  switch (event.type) {
    case 'typed':
      if (event.field !== 'amount' || at.asking !== null || getFixedAmount(draft))
        return stayOnStep(flow);
      return goToStep(flow, {
        ...at,
        draft: { ...draft, amountText: event.text },
        fault: null,
        problem: null,
      });
    case 'prepared': {
      if (at.asking !== event.ask) return stayOnStep(flow);
      if (!event.result.ok) {
        const { problem } = event.result;
        return goToStep(
          flow,
          createNameStepAfterRefusal(draft, getRefusalCode(problem)) ?? {
            ...at,
            asking: null,
            problem,
          },
        );
      }
      return continueAfterOrder(flow, draft, event.result.value);
    }
    case 'consult':
      return at.asking === null && canConsult(draft) ? startConsult(flow, draft) : stayOnStep(flow);
    case 'amount-chosen':
      return at.asking === null
        ? continueWithAmount(flow, at, event.amount, settings)
        : stayOnStep(flow);
    case 'key': {
      // A new account number must never be used with the old balance.
      if (event.key === 'back') {
        if (draft.isSavedBill) return goToStep(flow, { step: 'ended' });
        return goToStep(flow, createAccountStep({ ...draft, balance: null }));
      }
      if (event.key !== 'enter' || at.asking !== null) return stayOnStep(flow);
      // An amount in a list is chosen by its own row.
      if (draft.kind !== 'bill' && draft.biller.amounts.kind === 'list') return stayOnStep(flow);
      const isUnasked = draft.balance === null && canConsult(draft);
      if (draft.amountText.trim() === '' && isUnasked && at.problem === null) {
        return startConsult(flow, draft);
      }
      const fixed = getFixedAmount(draft);
      const parsed = fixed
        ? ({ ok: true, value: fixed } as const)
        : parseAmount(draft.amountText, getPaymentCurrency(draft), settings.locale);
      if (!parsed.ok) return goToStep(flow, { ...at, fault: parsed.fault, problem: null });
      return continueWithAmount(flow, at, parsed.value, settings);
    }
    default:
      return stayOnStep(flow);
  }
}

/** Once the amount is chosen: if the version reports what a top-up brings, that comes first. */
function continueWithAmount(
  flow: Flow,
  at: AmountStep,
  amount: Money,
  settings: FlowSettings,
): FlowUpdate {
  const { brings: _, ...draft } = at.draft;
  if (draft.kind === 'top-up' && settings.checksTopUps) {
    const ask = flow.asks + 1;
    const step: CheckStep = {
      step: 'check',
      draft,
      amount,
      asking: ask,
      check: null,
      problem: null,
    };
    return {
      flow: { asks: ask, at: step },
      effect: { kind: 'check-top-up', ask, ...getAccount(draft), amount },
    };
  }
  return prepareOrder(flow, draft, amount, (asking) => ({
    ...at,
    asking,
    fault: null,
    problem: null,
  }));
}

export function updateCheck(
  flow: Flow,
  at: CheckStep,
  event: FlowEvent,
  settings: FlowSettings,
): FlowUpdate {
  const { draft } = at;
  switch (event.type) {
    case 'top-up-checked':
      if (at.asking !== event.ask) return stayOnStep(flow);
      if (!event.result.ok) {
        const { problem } = event.result;
        return goToStep(
          flow,
          createNameStepAfterRefusal(draft, getRefusalCode(problem)) ?? {
            ...at,
            asking: null,
            problem,
          },
        );
      }
      return continueAfterCheck(flow, at, event.result.value, settings);
    case 'prepared':
      if (at.asking !== event.ask) return stayOnStep(flow);
      return event.result.ok
        ? continueAfterOrder(flow, draft, event.result.value)
        : goToStep(flow, { ...createAmountStep(draft), problem: event.result.problem });
    case 'key':
      if (event.key === 'back') return goToStep(flow, createAmountStep(draft));
      if (event.key !== 'enter' || at.asking !== null) return stayOnStep(flow);
      // What the service refuses now, it would also refuse when it is paid.
      if (at.problem?.kind === 'service-refused') return continueAfterRefusedCheck(flow, at);
      return prepareOrder(flow, draft, at.amount, (asking) => ({ ...at, asking }));
    default:
      return stayOnStep(flow);
  }
}

/** What it brings is read beside the cash; where no cash is asked for, on a screen of its own. */
function continueAfterCheck(
  flow: Flow,
  at: CheckStep,
  check: TopUpCheck,
  { hasBasket = false }: FlowSettings,
): FlowUpdate {
  const draft = { ...at.draft, brings: check };
  const told = { ...at, draft, check };
  if (hasBasket || draft.tender !== undefined) return goToStep(flow, { ...told, asking: null });
  return prepareOrder(flow, draft, at.amount, (asking) => ({ ...told, asking }));
}

function continueAfterRefusedCheck(flow: Flow, { draft, problem }: CheckStep): FlowUpdate {
  const help = getHelpAfterLookUp(draft, problem);
  if (help.helps === 'next-customer') return goToStep(flow, { step: 'ended' });
  if (help.helps === 'correct' && help.field === 'account') {
    return goToStep(flow, { ...createAccountStep(draft), problem });
  }
  return goToStep(flow, { ...createAmountStep(draft), problem });
}

export function updateDecide(flow: Flow, at: DecideStep, event: FlowEvent): FlowUpdate {
  const warning = findUndecidedWarning(at);
  if (warning === null) return stayOnStep(flow);
  const goOn = (): FlowUpdate => {
    const decided = [...at.decided, warning.kind];
    const next: DecideStep = { ...at, decided };
    if (findUndecidedWarning(next)) return goToStep(flow, next);
    const { draft, order } = at;
    return goToStep(flow, createTenderStep(draft, order, decided));
  };
  if (event.type === 'decided') {
    if (event.choice === 'go-on') return goOn();
    return isPossibleDuplicate(warning)
      ? goToStep(flow, { step: 'ended' })
      : goToStep(flow, createAmountStep(at.draft));
  }
  if (event.type !== 'key') return stayOnStep(flow);
  if (event.key === 'back') return goToStep(flow, createAmountStep(at.draft));
  // An Enter meant for something else must never decide to pay the same account again.
  if (event.key === 'enter' && !isPossibleDuplicate(warning)) return goOn();
  return stayOnStep(flow);
}
