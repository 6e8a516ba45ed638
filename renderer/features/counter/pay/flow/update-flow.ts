import { assertNever } from '../../../../../shared/contract/index.ts';
import type { PayFlow, PayFlowEvent, PayFlowSettings, PayFlowUpdate } from './flow.ts';
import type { PayStep } from './steps.ts';
import {
  updateAccountStep,
  updateAmountDifferenceStep,
  updateBalanceStep,
  updateRepeatNumberStep,
} from './update-account.ts';
import { updateAfterTakeOver } from './update-after-take-over.ts';
import { updateAmountStep, updateTopUpCheckStep, updateWarningsStep } from './update-amount.ts';
import { updateCashStep, updateConfirmStep } from './update-cash.ts';
import { updatePaymentStep } from './update-payment.ts';

/**
 * The rules of the payment flow. Pure. Invariants for any sequence of key presses:
 * - the effect `pay` results only from F12 on the confirm step, and a key that repeats while it is
 *   held down is ignored;
 * - from F12 on the flow never returns to an earlier step while main may hold the payment;
 * - a payment that is being sent cannot be left; an unknown one can, and main keeps resolving it.
 */
export function updatePayFlow(
  flow: PayFlow,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  if (event.type === 'key' && event.isRepeat) return { flow, effect: null };
  if (event.type === 'listed') return { flow: setListed(flow, event.isListed), effect: null };
  if (event.type === 'taken-over') return updateAfterTakeOver(flow);
  const { at } = flow;
  switch (at.step) {
    case 'account':
      return updateAccountStep(flow, at, event, settings);
    case 'repeat-number':
      return updateRepeatNumberStep(flow, at, event, settings);
    case 'top-up-check':
      return updateTopUpCheckStep(flow, at, event, settings);
    case 'balance':
      return updateBalanceStep(flow, at, event, settings);
    case 'amount-difference':
      return updateAmountDifferenceStep(flow, at, event, settings);
    case 'amount':
      return updateAmountStep(flow, at, event, settings);
    case 'warnings':
      return updateWarningsStep(flow, at, event, settings);
    case 'cash':
      return updateCashStep(flow, at, event, settings);
    case 'confirm':
      return updateConfirmStep(flow, at, event, settings);
    case 'recording-intent':
    case 'sent-payment':
      return updatePaymentStep(flow, at, event);
    case 'ended':
      return { flow, effect: null };
    default:
      return assertNever(at);
  }
}

function setListed(flow: PayFlow, isListed: boolean): PayFlow {
  const { at } = flow;
  if (!('draft' in at) || at.draft === null || at.draft.isListed === isListed) return flow;
  const step: PayStep = { ...at, draft: { ...at.draft, isListed } };
  return { ...flow, at: step };
}
