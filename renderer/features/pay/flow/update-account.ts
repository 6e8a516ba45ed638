import { assertNever, type Problem } from '../../../../shared/contract/index.ts';
import { formatAmount, isNegative, isZero } from '../../../../shared/money/index.ts';
import { checkNumber } from '../../../../shared/rules/index.ts';
import type { Flow, FlowEvent, FlowSettings, Updated } from './flow.ts';
import { helpAfterLookUp } from './help.ts';
import {
  accountOf,
  accountStep,
  afterAccount,
  amountStep,
  codeOf,
  consult,
  fixedAmount,
  go,
  mayConsult,
  mustConsult,
  nameOf,
  nameStep,
  owesNothing,
  prepare,
  stay,
} from './moves.ts';
import type { AccountStep, BalanceStep, Draft, RepeatStep } from './steps.ts';

/** The account and its balance: only reads. */

export function updateAccount(flow: Flow, at: AccountStep, event: FlowEvent): Updated {
  switch (event.type) {
    case 'typed': {
      if (at.asking !== null) return stay(flow);
      if (event.field === 'account') {
        return go(flow, { ...at, draft: withAccount(at.draft, event.text, false), problem: null });
      }
      if (event.field === 'name') {
        const draft = { ...at.draft, nameOnAccount: event.text, balance: null };
        return go(flow, { ...at, draft, problem: null });
      }
      return stay(flow);
    }
    case 'scanned':
      if (at.asking !== null) return stay(flow);
      return go(flow, { ...at, draft: withAccount(at.draft, event.text, true), problem: null });
    case 'focused':
      return go(flow, { ...at, field: event.field });
    case 'checked': {
      if (at.asking !== event.ask) return stay(flow);
      if (!event.result.ok) {
        const problem = event.result.problem;
        const isName = problem.kind === 'account-number' && problem.reason === 'name-required';
        return go(flow, { ...at, asking: null, problem, field: isName ? 'name' : 'account' });
      }
      const draft = { ...at.draft, accountNumber: event.result.value.accountNumber };
      if (draft.kind === 'top-up' && !draft.isScanned && !draft.isKnown) {
        return go(flow, { step: 'repeat', draft, text: '', isDifferent: false });
      }
      return afterAccount(flow, draft);
    }
    case 'key':
      if (event.key === 'back') {
        return at.field === 'name' && at.asking === null
          ? go(flow, { ...at, field: 'account' })
          : go(flow, { step: 'ended' });
      }
      if (event.key !== 'enter' || at.asking !== null) return stay(flow);
      return checkAccount(flow, at);
    default:
      return stay(flow);
  }
}

function withAccount(draft: Draft, accountNumber: string, isScanned: boolean): Draft {
  // After a refusal the sum is the one that the customer has paid, whatever the number.
  const amountText = draft.tender ? draft.amountText : '';
  return { ...draft, accountNumber, isScanned, isKnown: false, balance: null, amountText };
}

/** The second typing of a phone number must match the first digit by digit. */
export function updateRepeat(flow: Flow, at: RepeatStep, event: FlowEvent): Updated {
  switch (event.type) {
    case 'typed':
      return event.field === 'repeat'
        ? go(flow, { ...at, text: event.text, isDifferent: false })
        : stay(flow);
    case 'scanned':
      return go(flow, { ...at, text: event.text, isDifferent: false });
    case 'key':
      if (event.key === 'back') return go(flow, accountStep(at.draft));
      if (event.key !== 'enter') return stay(flow);
      return isRepeated(at)
        ? afterAccount(flow, at.draft)
        : go(flow, { ...at, text: '', isDifferent: true });
    default:
      return stay(flow);
  }
}

/** A number is the same with or without the literals of its mask. */
function isRepeated({ text, draft }: RepeatStep): boolean {
  const typed = checkNumber(draft.biller, text);
  return typed.ok && typed.value.toUpperCase() === draft.accountNumber.toUpperCase();
}

function checkAccount(flow: Flow, at: AccountStep): Updated {
  const { biller, accountNumber } = at.draft;
  const refuse = (problem: Problem, field: AccountStep['field'] = 'account') =>
    go(flow, { ...at, field, problem });
  if (biller.currency === '' && !mayConsult(at.draft)) {
    return refuse({ kind: 'biller-unusable', reason: 'no-currency', billerKind: biller.kind });
  }
  const number = checkNumber(biller, accountNumber);
  if (!number.ok && number.problem.reason === 'empty') return refuse(number.problem);
  if (biller.requiresNameOnAccount && nameOf(at.draft) === null) {
    // The first Enter moves from the number to the name; only a second one is a mistake.
    if (at.field === 'account') return go(flow, { ...at, field: 'name', problem: null });
    return refuse({ kind: 'account-number', reason: 'name-required', expected: null }, 'name');
  }
  const ask = flow.asks + 1;
  return {
    flow: { asks: ask, at: { ...at, asking: ask, problem: null } },
    effect: { kind: 'check', ask, ...accountOf(at.draft) },
  };
}

export function updateBalance(
  flow: Flow,
  at: BalanceStep,
  event: FlowEvent,
  settings: FlowSettings,
): Updated {
  if (event.type === 'consulted') {
    if (at.asking !== event.ask) return stay(flow);
    if (!event.result.ok) {
      const problem = event.result.problem;
      const naming = nameStep(at.draft, codeOf(problem));
      if (naming) return go(flow, naming);
      return mustConsult(at.draft)
        ? go(flow, { ...at, asking: null, problem })
        : go(flow, { ...amountStep(at.draft), problem });
    }
    const draft = { ...at.draft, balance: event.result.value };
    if (owesNothing(draft)) return go(flow, { ...at, draft, asking: null, problem: null });
    // Nothing is left to decide: the next screen shows the sum, with the cash that it takes.
    const whole = draft.isKnown ? fixedAmount(draft) : null;
    if (whole !== null) {
      return prepare(flow, draft, whole, (asking) => ({ ...amountStep(draft), asking }));
    }
    const isTyped = draft.tender !== undefined && draft.amountText.trim() !== '';
    const amountText = isTyped ? draft.amountText : prefilled(draft, settings.locale);
    return go(flow, amountStep({ ...draft, amountText }));
  }
  if (event.type !== 'key') return stay(flow);
  if (event.key === 'back') {
    if (at.draft.isKept) return go(flow, { step: 'ended' });
    return mustConsult(at.draft) ? go(flow, accountStep(at.draft)) : go(flow, amountStep(at.draft));
  }
  if (event.key !== 'enter' || at.asking !== null) return stay(flow);
  if (owesNothing(at.draft)) return go(flow, { step: 'ended' });
  return afterRefusedLookUp(flow, at) ?? consult(flow, at.draft);
}

/** What helps after a refused look-up; null if that is to ask once more. */
function afterRefusedLookUp(flow: Flow, { draft, problem }: BalanceStep): Updated | null {
  const help = helpAfterLookUp(draft, problem);
  switch (help.helps) {
    case 'again':
      return null;
    case 'next-customer':
      return go(flow, { step: 'ended' });
    case 'correct':
      if (help.field === 'biller') {
        return go(flow, { step: 'ended', accountNumber: draft.accountNumber });
      }
      return go(flow, { ...accountStep(draft), problem });
    default:
      return assertNever(help);
  }
}

export function prefilled(draft: Draft, locale: string): string {
  const owed = draft.balance?.amount ?? null;
  if (owed === null || isZero(owed) || isNegative(owed)) return '';
  return formatAmount(owed, locale);
}
