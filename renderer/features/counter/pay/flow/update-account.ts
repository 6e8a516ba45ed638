import { assertNever, type Problem } from '../../../../../shared/contract/index.ts';
import {
  formatAmount,
  isNegative,
  isZero,
  roundUpToPayableAmount,
} from '../../../../../shared/money/index.ts';
import { validateAccountNumber } from '../../../../../shared/rules/index.ts';
import type { PayFlow, PayFlowEvent, PayFlowSettings, PayFlowUpdate } from './flow.ts';
import { forgetRefusedCode, getActionAfterLookUp } from './refusal-action.ts';
import type {
  AccountStep,
  AmountDifferenceStep,
  BalanceStep,
  PaymentDraft,
  PayStep,
  RepeatNumberStep,
} from './steps.ts';
import {
  canConsult,
  continueAfterAccount,
  continueAfterOrder,
  createAccountStep,
  createAmountStep,
  createNameStepAfterRefusal,
  getFixedAmount,
  getNameOnAccount,
  getRefusalCode,
  goToStep,
  hasAmountDifference,
  hasCashFromFailedAttempt,
  isAmountDecided,
  isConsultRequired,
  isNothingOwed,
  prepareOrder,
  startConsult,
  stayOnStep,
  toAccountInput,
} from './transitions.ts';

/** The steps for account and balance. They only read from the service. */

export function updateAccountStep(
  flow: PayFlow,
  at: AccountStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  switch (event.type) {
    case 'typed': {
      if (at.pendingRequest !== null) return stayOnStep(flow);
      if (event.field === 'account') {
        return goToStep(flow, {
          ...at,
          draft: setAccount(at.draft, event.text, false, null),
          problem: null,
        });
      }
      if (event.field === 'name') {
        const draft = { ...at.draft, nameOnAccount: event.text, balance: null };
        return goToStep(flow, { ...at, draft, problem: null });
      }
      return stayOnStep(flow);
    }
    case 'scanned':
      if (at.pendingRequest !== null) return stayOnStep(flow);
      return goToStep(flow, {
        ...at,
        draft: setAccount(at.draft, event.text, true, event.bill ?? null),
        problem: null,
      });
    case 'focused':
      return goToStep(flow, { ...at, field: event.field });
    case 'checked': {
      if (at.pendingRequest !== event.requestNumber) return stayOnStep(flow);
      if (!event.result.ok) {
        const problem = event.result.problem;
        const isNameMissing =
          problem.kind === 'account-number' && problem.reason === 'name-required';
        return goToStep(flow, {
          ...at,
          pendingRequest: null,
          problem,
          field: isNameMissing ? 'name' : 'account',
        });
      }
      const draft = { ...at.draft, accountNumber: event.result.value.accountNumber };
      if (draft.kind === 'top-up' && !draft.isScanned && !draft.isReturningCustomer) {
        return goToStep(flow, { step: 'repeat-number', draft, text: '', isDifferent: false });
      }
      return continueAfterAccount(flow, draft, settings);
    }
    case 'key':
      if (event.key === 'back') {
        return at.field === 'name' && at.pendingRequest === null
          ? goToStep(flow, { ...at, field: 'account' })
          : goToStep(flow, { step: 'ended' });
      }
      if (event.key !== 'enter' || at.pendingRequest !== null) return stayOnStep(flow);
      return validateAccountStep(flow, at);
    default:
      return stayOnStep(flow);
  }
}

function setAccount(
  draft: PaymentDraft,
  accountNumber: string,
  isScanned: boolean,
  scannedBill: PaymentDraft['scannedBill'],
): PaymentDraft {
  // After a refusal the amount stays, because the customer already handed over the cash for it.
  const amountText = hasCashFromFailedAttempt(draft) ? draft.amountText : '';
  return {
    ...draft,
    accountNumber,
    isScanned,
    scannedBill,
    isReturningCustomer: false,
    balance: null,
    amountText,
  };
}

/** The second typed phone number must match the first digit by digit. */
export function updateRepeatNumberStep(
  flow: PayFlow,
  at: RepeatNumberStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  switch (event.type) {
    case 'typed':
      return event.field === 'repeat'
        ? goToStep(flow, { ...at, text: event.text, isDifferent: false })
        : stayOnStep(flow);
    case 'scanned':
      return goToStep(flow, { ...at, text: event.text, isDifferent: false });
    case 'key':
      if (event.key === 'back') return goToStep(flow, createAccountStep(at.draft));
      if (event.key !== 'enter') return stayOnStep(flow);
      return isRepeatMatching(at)
        ? continueAfterAccount(flow, at.draft, settings)
        : goToStep(flow, { ...at, text: '', isDifferent: true });
    default:
      return stayOnStep(flow);
  }
}

/** Compares the numbers without the literals of their mask. */
function isRepeatMatching({ text, draft }: RepeatNumberStep): boolean {
  const parsedNumber = validateAccountNumber(draft.biller, text);
  return parsedNumber.ok && parsedNumber.value.toUpperCase() === draft.accountNumber.toUpperCase();
}

function validateAccountStep(flow: PayFlow, at: AccountStep): PayFlowUpdate {
  const { biller, accountNumber } = at.draft;
  const showProblem = (problem: Problem, field: AccountStep['field'] = 'account') =>
    goToStep(flow, { ...at, field, problem });
  if (biller.currency === '' && !canConsult(at.draft)) {
    return showProblem({ kind: 'biller-unusable', reason: 'no-currency', billerKind: biller.kind });
  }
  const parsedNumber = validateAccountNumber(biller, accountNumber);
  if (!parsedNumber.ok && parsedNumber.problem.reason === 'empty')
    return showProblem(parsedNumber.problem);
  if (biller.requiresNameOnAccount && getNameOnAccount(at.draft) === null) {
    // The first Enter moves from the number to the name; only a second one is an error.
    if (at.field === 'account') return goToStep(flow, { ...at, field: 'name', problem: null });
    return showProblem({ kind: 'account-number', reason: 'name-required', expected: null }, 'name');
  }
  const requestNumber = flow.requestCount + 1;
  return {
    flow: {
      requestCount: requestNumber,
      at: { ...at, pendingRequest: requestNumber, problem: null },
    },
    effect: { kind: 'check', requestNumber, ...toAccountInput(at.draft) },
  };
}

export function updateBalanceStep(
  flow: PayFlow,
  at: BalanceStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  if (event.type === 'consulted') {
    if (at.pendingRequest !== event.requestNumber) return stayOnStep(flow);
    if (!event.result.ok) {
      const problem = event.result.problem;
      const nameStep = createNameStepAfterRefusal(at.draft, getRefusalCode(problem));
      if (nameStep) return goToStep(flow, nameStep);
      return isConsultRequired(at.draft)
        ? goToStep(flow, { ...at, pendingRequest: null, problem })
        : goToStep(flow, { ...createAmountStep(at.draft), problem });
    }
    const draft = { ...at.draft, balance: event.result.value };
    if (isNothingOwed(draft))
      return goToStep(flow, { ...at, draft, pendingRequest: null, problem: null });
    if (hasAmountDifference(draft))
      return goToStep(flow, { step: 'amount-difference', draft, pendingRequest: null });
    return continueWithBalance(flow, draft, settings, (pendingRequest) => ({
      ...at,
      draft,
      pendingRequest,
    }));
  }
  if (event.type === 'prepared') {
    if (at.pendingRequest !== event.requestNumber) return stayOnStep(flow);
    return event.result.ok
      ? continueAfterOrder(flow, at.draft, event.result.value)
      : goToStep(flow, { ...createAmountStep(at.draft), problem: event.result.problem });
  }
  if (event.type !== 'key') return stayOnStep(flow);
  if (event.key === 'back') {
    if (at.draft.isSavedBill) return goToStep(flow, { step: 'ended' });
    return isConsultRequired(at.draft)
      ? goToStep(flow, createAccountStep(at.draft))
      : goToStep(flow, createAmountStep(at.draft));
  }
  if (event.key !== 'enter' || at.pendingRequest !== null) return stayOnStep(flow);
  if (isNothingOwed(at.draft)) return goToStep(flow, { step: 'ended' });
  return continueAfterRefusedLookUp(flow, at) ?? startConsult(flow, at.draft);
}

/** Continues with the balance: with the order if nothing is left to decide, or with the amount. */
function continueWithBalance(
  flow: PayFlow,
  draft: PaymentDraft,
  settings: PayFlowSettings,
  toPendingStep: (pendingRequest: number) => PayStep,
): PayFlowUpdate {
  const fixedAmount = isAmountDecided(draft, settings) ? getFixedAmount(draft) : null;
  if (fixedAmount !== null) return prepareOrder(flow, draft, fixedAmount, toPendingStep);
  const isAmountTyped = hasCashFromFailedAttempt(draft) && draft.amountText.trim() !== '';
  const amountText = isAmountTyped
    ? draft.amountText
    : formatPrefilledAmount(draft, settings.locale);
  return goToStep(flow, createAmountStep({ ...draft, amountText }));
}

/** The cashier decides which of the two amounts is right. A plain Enter decides nothing. */
export function updateAmountDifferenceStep(
  flow: PayFlow,
  at: AmountDifferenceStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  const { draft } = at;
  if (event.type === 'prepared') {
    if (at.pendingRequest !== event.requestNumber) return stayOnStep(flow);
    return event.result.ok
      ? continueAfterOrder(flow, draft, event.result.value)
      : goToStep(flow, { ...createAmountStep(draft), problem: event.result.problem });
  }
  if (event.type === 'key' && event.key === 'back')
    return goToStep(flow, createAccountStep({ ...draft, balance: null }));
  if (event.type !== 'amount-decided' || at.pendingRequest !== null) return stayOnStep(flow);
  switch (event.choice) {
    case 'stop':
      return goToStep(flow, { step: 'ended' });
    case 'balance':
      return continueWithBalance(flow, draft, settings, (pendingRequest) => ({
        ...at,
        pendingRequest,
      }));
    case 'code': {
      const amount = draft.scannedBill?.amount ?? null;
      // The biller takes no other amount than the balance.
      if (amount === null || getFixedAmount(draft) !== null) return stayOnStep(flow);
      const amountText = formatAmount(amount, settings.locale);
      return goToStep(flow, createAmountStep({ ...draft, amountText }));
    }
    default:
      return assertNever(event);
  }
}

/** Continues after a refused look-up; null if a retry helps. */
function continueAfterRefusedLookUp(
  flow: PayFlow,
  { draft, problem }: BalanceStep,
): PayFlowUpdate | null {
  const refusalAction = getActionAfterLookUp(draft, problem);
  switch (refusalAction.kind) {
    case 'again':
      return null;
    case 'next-customer':
      return goToStep(flow, { step: 'ended' });
    case 'correct':
      if (refusalAction.field === 'biller') {
        return goToStep(flow, { step: 'ended', accountNumber: draft.accountNumber });
      }
      return goToStep(flow, { ...createAccountStep(forgetRefusedCode(draft, problem)), problem });
    default:
      return assertNever(refusalAction);
  }
}

export function formatPrefilledAmount(draft: PaymentDraft, locale: string): string {
  const balanceAmount = draft.balance?.amount ?? null;
  if (balanceAmount === null || isZero(balanceAmount) || isNegative(balanceAmount)) return '';
  return formatAmount(roundUpToPayableAmount(balanceAmount), locale);
}
