import { assertNever, type CustomerScreenSubject } from '../../../../../shared/contract/index.ts';
import { parseAmount } from '../../../../../shared/money/index.ts';
import type { PayStep } from './steps.ts';

/**
 * Returns what the customer screen shows for a step: an order once there is one, with the cash as
 * it is typed.
 */
export function getCustomerScreenSubject(step: PayStep, locale: string): CustomerScreenSubject {
  switch (step.step) {
    case 'account':
    case 'repeat-number':
    case 'top-up-check':
    case 'balance':
    case 'amount-difference':
    case 'amount':
      return { what: 'begun' };
    case 'warnings':
      return { what: 'order', orderId: step.order.id, cash: null };
    case 'cash': {
      const parsed = parseAmount(step.cashText, step.order.due.currency, locale);
      return { what: 'order', orderId: step.order.id, cash: parsed.ok ? parsed.value : null };
    }
    case 'confirm':
      return { what: 'order', orderId: step.order.id, cash: step.cash };
    case 'recording-intent':
      return { what: 'order', orderId: step.confirmStep.order.id, cash: step.confirmStep.cash };
    case 'sent-payment':
      return { what: 'payment', paymentId: step.payment.id };
    case 'ended':
      return { what: 'nothing' };
    default:
      return assertNever(step);
  }
}
