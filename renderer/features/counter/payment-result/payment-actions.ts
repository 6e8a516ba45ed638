import type { Payment } from '../../../../shared/contract/index.ts';
import { isTicketTextMissing } from '../../../../shared/rules/index.ts';
import { getOutcomeConfirmTask } from '../../../app/index.ts';
import type { ScreenAction } from '../../../components/index.ts';
import type { TextFunction } from '../../../i18n/index.ts';

/** The actions of a payment, with the same labels and keys on every screen. */

export function createLookUpAction(
  text: TextFunction,
  isRequestPending: boolean,
  onAction: () => void,
): ScreenAction {
  return {
    label: text(isRequestPending ? 'pay.unknown.lookingUp' : 'pay.unknown.lookUpNow'),
    keyName: 'F1',
    onAction,
    variant: 'primary',
  };
}

/** For a paid payment: reads whether the service has refunded it since. */
export function createRefundCheckAction(
  text: TextFunction,
  isRequestPending: boolean,
  onAction: () => void,
): ScreenAction {
  return {
    label: text(isRequestPending ? 'pay.unknown.lookingUp' : 'pay.paid.lookUpNow'),
    keyName: 'F1',
    onAction,
  };
}

export function createSendAgainAction(
  text: TextFunction,
  isRequestPending: boolean,
  onAction: () => void,
): ScreenAction {
  return {
    label: text(isRequestPending ? 'pay.unknown.sendingAgain' : 'pay.unknown.sendAgain'),
    keyName: 'Control+E',
    onAction,
  };
}

export function createHandedOverAction(
  text: TextFunction,
  { kind }: Pick<Payment, 'kind'>,
  onAction: () => void,
): ScreenAction {
  return {
    label: text(kind === 'cancel' ? 'pay.cancel.handedOver' : 'pay.cashOut.handedOver'),
    keyName: 'F11',
    onAction,
    variant: 'primary',
  };
}

/** An outcome that arrived after the payment was left: what the customer gets is given. */
export function createConfirmAction(
  text: TextFunction,
  payment: Payment,
  onAction: () => void,
): ScreenAction {
  return {
    label: text(`toConfirm.done.${getOutcomeConfirmTask(payment).action}`),
    keyName: 'F11',
    onAction,
    variant: 'primary',
  };
}

export function createReleaseCashAction(
  text: TextFunction,
  payment: Payment,
  onAction: () => void,
): ScreenAction {
  const label = text(
    isTicketTextMissing(payment) ? 'pay.cashOut.releaseText' : 'pay.cashOut.release',
  );
  return { label, keyName: 'Control+S', onAction };
}
