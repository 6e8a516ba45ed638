import { parseAmount } from '../../../shared/money/index.ts';
import {
  type AmountStep,
  type DecideStep,
  type Flow,
  type FlowEvent,
  type FlowSettings,
  openWarning,
  type Updated,
} from './flow.ts';
import { accountOf, accountStep, amountStep, consult, fixedAmount, go, stay } from './moves.ts';

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
      const order = event.result.value;
      if (order.warnings.length > 0) return go(flow, { step: 'decide', draft, order, decided: [] });
      return go(flow, { step: 'cash', draft, order, decided: [], text: '', fault: null });
    }
    case 'consult':
      return at.asking === null && draft.biller.canCheckBalance ? consult(flow, draft) : stay(flow);
    case 'key': {
      // A number of another account must never meet this one's balance.
      if (event.key === 'back') return go(flow, accountStep({ ...draft, balance: null }));
      if (event.key !== 'enter' || at.asking !== null) return stay(flow);
      const isUnasked = draft.balance === null && draft.biller.canCheckBalance;
      if (draft.amountText.trim() === '' && isUnasked && at.problem === null) {
        return consult(flow, draft);
      }
      const fixed = fixedAmount(draft);
      const currency = draft.balance?.amount?.currency ?? draft.biller.currency;
      const parsed = fixed
        ? ({ ok: true, value: fixed } as const)
        : parseAmount(draft.amountText, currency, settings.locale);
      if (!parsed.ok) return go(flow, { ...at, fault: parsed.fault, problem: null });
      const ask = flow.asks + 1;
      return {
        flow: { asks: ask, at: { ...at, asking: ask, fault: null, problem: null } },
        effect: {
          kind: 'prepare',
          ask,
          ...accountOf(draft),
          amount: parsed.value,
          balanceId: draft.balance?.id ?? null,
        },
      };
    }
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
    return go(flow, { step: 'cash', draft, order, decided, text: '', fault: null });
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
