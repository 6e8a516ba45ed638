import type { TopUpCheck } from '../../../../shared/contract/index.ts';
import { type Money, parseAmount } from '../../../../shared/money/index.ts';
import type { Flow, FlowEvent, FlowSettings, Updated } from './flow.ts';
import { helpAfterLookUp } from './help.ts';
import {
  accountOf,
  accountStep,
  afterPrepared,
  amountStep,
  codeOf,
  consult,
  currencyOf,
  fixedAmount,
  go,
  mayConsult,
  nameStep,
  prepare,
  stay,
  tenderStep,
} from './moves.ts';
import {
  type AmountStep,
  type CheckStep,
  type DecideStep,
  isOfEarlier,
  openWarning,
} from './steps.ts';

/** The amount and main's warnings: main prepares the order, and nothing is sent. */

export function updateAmount(
  flow: Flow,
  at: AmountStep,
  event: FlowEvent,
  settings: FlowSettings,
): Updated {
  const { draft } = at;
  switch (event.type) {
    case 'typed':
      if (event.field !== 'amount' || at.asking !== null || fixedAmount(draft)) return stay(flow);
      return go(flow, {
        ...at,
        draft: { ...draft, amountText: event.text },
        fault: null,
        problem: null,
      });
    case 'prepared': {
      if (at.asking !== event.ask) return stay(flow);
      if (!event.result.ok) {
        const { problem } = event.result;
        return go(flow, nameStep(draft, codeOf(problem)) ?? { ...at, asking: null, problem });
      }
      return afterPrepared(flow, draft, event.result.value);
    }
    case 'consult':
      return at.asking === null && mayConsult(draft) ? consult(flow, draft) : stay(flow);
    case 'amount-chosen':
      return at.asking === null ? withAmount(flow, at, event.amount, settings) : stay(flow);
    case 'key': {
      // A new account number must never be used with the old balance.
      if (event.key === 'back') {
        if (draft.isKept) return go(flow, { step: 'ended' });
        return go(flow, accountStep({ ...draft, balance: null }));
      }
      if (event.key !== 'enter' || at.asking !== null) return stay(flow);
      // An amount in a list is chosen by its own row.
      if (draft.kind !== 'bill' && draft.biller.amounts.kind === 'list') return stay(flow);
      const isUnasked = draft.balance === null && mayConsult(draft);
      if (draft.amountText.trim() === '' && isUnasked && at.problem === null) {
        return consult(flow, draft);
      }
      const fixed = fixedAmount(draft);
      const parsed = fixed
        ? ({ ok: true, value: fixed } as const)
        : parseAmount(draft.amountText, currencyOf(draft), settings.locale);
      if (!parsed.ok) return go(flow, { ...at, fault: parsed.fault, problem: null });
      return withAmount(flow, at, parsed.value, settings);
    }
    default:
      return stay(flow);
  }
}

/** Once the amount is chosen: if the version reports what a top-up brings, that comes first. */
function withAmount(flow: Flow, at: AmountStep, amount: Money, settings: FlowSettings): Updated {
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
      effect: { kind: 'check-top-up', ask, ...accountOf(draft), amount },
    };
  }
  return prepare(flow, draft, amount, (asking) => ({ ...at, asking, fault: null, problem: null }));
}

export function updateCheck(
  flow: Flow,
  at: CheckStep,
  event: FlowEvent,
  settings: FlowSettings,
): Updated {
  const { draft } = at;
  switch (event.type) {
    case 'top-up-checked':
      if (at.asking !== event.ask) return stay(flow);
      if (!event.result.ok) {
        const { problem } = event.result;
        return go(flow, nameStep(draft, codeOf(problem)) ?? { ...at, asking: null, problem });
      }
      return afterCheck(flow, at, event.result.value, settings);
    case 'prepared':
      if (at.asking !== event.ask) return stay(flow);
      return event.result.ok
        ? afterPrepared(flow, draft, event.result.value)
        : go(flow, { ...amountStep(draft), problem: event.result.problem });
    case 'key':
      if (event.key === 'back') return go(flow, amountStep(draft));
      if (event.key !== 'enter' || at.asking !== null) return stay(flow);
      // What the service refuses now, it would also refuse when it is paid.
      if (at.problem?.kind === 'service-refused') return afterRefusedCheck(flow, at);
      return prepare(flow, draft, at.amount, (asking) => ({ ...at, asking }));
    default:
      return stay(flow);
  }
}

/** What it brings is read beside the cash; where no cash is asked for, on a screen of its own. */
function afterCheck(
  flow: Flow,
  at: CheckStep,
  check: TopUpCheck,
  { hasBasket = false }: FlowSettings,
): Updated {
  const draft = { ...at.draft, brings: check };
  const told = { ...at, draft, check };
  if (hasBasket || draft.tender !== undefined) return go(flow, { ...told, asking: null });
  return prepare(flow, draft, at.amount, (asking) => ({ ...told, asking }));
}

function afterRefusedCheck(flow: Flow, { draft, problem }: CheckStep): Updated {
  const help = helpAfterLookUp(draft, problem);
  if (help.helps === 'next-customer') return go(flow, { step: 'ended' });
  if (help.helps === 'correct' && help.field === 'account') {
    return go(flow, { ...accountStep(draft), problem });
  }
  return go(flow, { ...amountStep(draft), problem });
}

export function updateDecide(flow: Flow, at: DecideStep, event: FlowEvent): Updated {
  const warning = openWarning(at);
  if (warning === null) return stay(flow);
  const goOn = (): Updated => {
    const decided = [...at.decided, warning.kind];
    const next: DecideStep = { ...at, decided };
    if (openWarning(next)) return go(flow, next);
    const { draft, order } = at;
    return go(flow, tenderStep(draft, order, decided));
  };
  if (event.type === 'decided') {
    if (event.choice === 'go-on') return goOn();
    return isOfEarlier(warning) ? go(flow, { step: 'ended' }) : go(flow, amountStep(at.draft));
  }
  if (event.type !== 'key') return stay(flow);
  if (event.key === 'back') return go(flow, amountStep(at.draft));
  // An Enter meant for something else must never decide to pay the same account again.
  if (event.key === 'enter' && !isOfEarlier(warning)) return goOn();
  return stay(flow);
}
