import { type Money, parseAmount } from '../../../../shared/money/index.ts';
import type { Flow, FlowEvent, FlowSettings, Updated } from './flow.ts';
import {
  accountOf,
  accountStep,
  afterPrepared,
  amountStep,
  consult,
  fixedAmount,
  go,
  mayConsult,
  prepare,
  stay,
  tenderStep,
} from './moves.ts';
import { type AmountStep, type CheckStep, type DecideStep, openWarning } from './steps.ts';

/** How much is paid, and what main warns of: main works the order out, nothing is sent. */

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
        return go(flow, { ...at, asking: null, problem: event.result.problem });
      }
      return afterPrepared(flow, draft, event.result.value);
    }
    case 'consult':
      return at.asking === null && mayConsult(draft) ? consult(flow, draft) : stay(flow);
    case 'amount-chosen':
      return at.asking === null ? withAmount(flow, at, event.amount, settings) : stay(flow);
    case 'key': {
      // A number of another account must never meet this one's balance.
      if (event.key === 'back') {
        if (draft.isKept) return go(flow, { step: 'ended' });
        return go(flow, accountStep({ ...draft, balance: null }));
      }
      if (event.key !== 'enter' || at.asking !== null) return stay(flow);
      // An amount that is chosen from a list is chosen by its own row.
      if (draft.kind !== 'bill' && draft.biller.amounts.kind === 'list') return stay(flow);
      const isUnasked = draft.balance === null && mayConsult(draft);
      if (draft.amountText.trim() === '' && isUnasked && at.problem === null) {
        return consult(flow, draft);
      }
      const fixed = fixedAmount(draft);
      const currency = draft.balance?.amount?.currency ?? draft.biller.currency;
      const parsed = fixed
        ? ({ ok: true, value: fixed } as const)
        : parseAmount(draft.amountText, currency, settings.locale);
      if (!parsed.ok) return go(flow, { ...at, fault: parsed.fault, problem: null });
      return withAmount(flow, at, parsed.value, settings);
    }
    default:
      return stay(flow);
  }
}

/** The amount is chosen: where the version tells what a top-up brings, that comes first. */
function withAmount(flow: Flow, at: AmountStep, amount: Money, settings: FlowSettings): Updated {
  const { draft } = at;
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

export function updateCheck(flow: Flow, at: CheckStep, event: FlowEvent): Updated {
  const { draft } = at;
  switch (event.type) {
    case 'top-up-checked':
      if (at.asking !== event.ask) return stay(flow);
      return go(
        flow,
        event.result.ok
          ? { ...at, asking: null, check: event.result.value }
          : { ...at, asking: null, problem: event.result.problem },
      );
    case 'prepared':
      if (at.asking !== event.ask) return stay(flow);
      return event.result.ok
        ? afterPrepared(flow, draft, event.result.value)
        : go(flow, { ...amountStep(draft), problem: event.result.problem });
    case 'key':
      if (event.key === 'back') return go(flow, amountStep(draft));
      if (event.key !== 'enter' || at.asking !== null) return stay(flow);
      // What the service refuses now it would refuse when it is paid.
      if (at.problem?.kind === 'service-refused') return go(flow, amountStep(draft));
      return prepare(flow, draft, at.amount, (asking) => ({ ...at, asking }));
    default:
      return stay(flow);
  }
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
    return warning.kind === 'looks-like-earlier'
      ? go(flow, { step: 'ended' })
      : go(flow, amountStep(at.draft));
  }
  if (event.type !== 'key') return stay(flow);
  if (event.key === 'back') return go(flow, amountStep(at.draft));
  // Paying the same account again is never decided by an Enter that was meant for something else.
  if (event.key === 'enter' && warning.kind !== 'looks-like-earlier') return goOn();
  return stay(flow);
}
