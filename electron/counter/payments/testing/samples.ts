import type { Biller } from '../../../../shared/contract/index.ts';
import type { PaymentCashier } from '../types.ts';

export const ANA: PaymentCashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const LUIS_PIN = '2222';
export const LUIS: PaymentCashier = { id: 'luis', name: 'Luis', role: 'supervisor' };

export function createTestBiller(changes: Partial<Biller> = {}): Biller {
  return {
    id: 40,
    kind: 'utility',
    name: 'CFE',
    country: 'MX',
    currency: 'MXN',
    type: 'Electricity',
    billType: 'account_number',
    canCheckBalance: true,
    supportsPartialPayment: true,
    requiresNameOnAccount: false,
    hasExtraData: false,
    accountNumberDigits: '',
    mask: '',
    hoursToFulfill: 0,
    amounts: { kind: 'any' },
    ...changes,
  };
}
