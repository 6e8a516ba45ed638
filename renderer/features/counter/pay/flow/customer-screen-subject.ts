import { assertNever, type CustomerScreenSubject } from '../../../../../shared/contract/index.ts';
import { parseAmount } from '../../../../../shared/money/index.ts';
import type { Step } from './steps.ts';

/**
 * Returns what the customer screen shows for a step: an order once there is one, with the cash as
 * it is typed.
 */
export function getCustomerScreenSubject(step: Step, locale: string): CustomerScreenSubject {
  switch (step.step) {
    case 'account':
    case 'repeat':
    case 'check':
    case 'balance':
    case 'amount':
      return { what: 'begun' };
    case 'decide':
      return { what: 'order', orderId: step.order.id, cash: null };
    case 'cash': {
      const parsed = parseAmount(step.text, step.order.due.currency, locale);
      return { what: 'order', orderId: step.order.id, cash: parsed.ok ? parsed.value : null };
    }
    case 'confirm':
      return { what: 'order', orderId: step.order.id, cash: step.cash };
    case 'paying':
      return { what: 'order', orderId: step.from.order.id, cash: step.from.cash };
    case 'payment':
      return { what: 'payment', paymentId: step.payment.id };
    case 'ended':
      return { what: 'nothing' };
    default:
      return assertNever(step);
  }
}
