import { assertNever } from '../../../../../shared/contract/index.ts';
import type { Flow, FlowEvent, FlowSettings, FlowUpdate } from './flow.ts';
import type { Step } from './steps.ts';
import { updateAccount, updateBalance, updateRepeatNumber } from './update-account.ts';
import { updateAfterTakeOver } from './update-after-take-over.ts';
import { updateAmount, updateTopUpCheck, updateWarnings } from './update-amount.ts';
import { updateCash, updateConfirm } from './update-cash.ts';
import { updatePayment } from './update-payment.ts';

/**
 * The rules of the payment flow. Pure. Invariants for any sequence of key presses:
 * - the effect `pay` results only from F12 on the confirm step, and a key that repeats while it is
 *   held down is ignored;
 * - from F12 on the flow never returns to an earlier step while main may hold the payment;
 * - a payment that is being sent cannot be left; an unknown one can, and main keeps resolving it.
 */
export function updateFlow(flow: Flow, event: FlowEvent, settings: FlowSettings): FlowUpdate {
  if (event.type === 'key' && event.isRepeat) return { flow, effect: null };
  if (event.type === 'listed') return { flow: setListed(flow, event.isListed), effect: null };
  if (event.type === 'taken-over') return updateAfterTakeOver(flow);
  const { at } = flow;
  switch (at.step) {
    case 'account':
      return updateAccount(flow, at, event);
    case 'repeat-number':
      return updateRepeatNumber(flow, at, event);
    case 'top-up-check':
      return updateTopUpCheck(flow, at, event, settings);
    case 'balance':
      return updateBalance(flow, at, event, settings);
    case 'amount':
      return updateAmount(flow, at, event, settings);
    case 'warnings':
      return updateWarnings(flow, at, event, settings);
    case 'cash':
      return updateCash(flow, at, event, settings);
    case 'confirm':
      return updateConfirm(flow, at, event, settings);
    case 'recording-intent':
    case 'sent-payment':
      return updatePayment(flow, at, event);
    case 'ended':
      return { flow, effect: null };
    default:
      return assertNever(at);
  }
}

function setListed(flow: Flow, isListed: boolean): Flow {
  const { at } = flow;
  if (!('draft' in at) || at.draft === null || at.draft.isListed === isListed) return flow;
  const step: Step = { ...at, draft: { ...at.draft, isListed } };
  return { ...flow, at: step };
}
