import type { Payment } from '../../../../../shared/contract/index.ts';
import { useTillQuery } from '../../../../app/index.ts';

/**
 * Whether the payment's paper exists only on the screen, because the shop has no printer. The texts
 * then do not ask to hand it over.
 */
export function useIsOnScreen({ id }: Pick<Payment, 'id'>): boolean {
  return useTillQuery('printing.tape', { paymentId: id }).value?.isOnScreen === true;
}
