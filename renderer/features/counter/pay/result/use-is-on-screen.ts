import type { Payment } from '../../../../../shared/contract/index.ts';
import { useTillQuery } from '../../../../app/index.ts';

/** The shop has no printer: nobody is told to hand over this payment's paper. */
export function useIsOnScreen({ id }: Pick<Payment, 'id'>): boolean {
  return useTillQuery('printing.tape', { paymentId: id }).value?.isOnScreen === true;
}
