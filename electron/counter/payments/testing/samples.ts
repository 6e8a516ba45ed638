import type { Biller, Cashier } from '../../../../shared/contract/index.ts';

export const ANA: Cashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const LUIS_PIN = '2222';
export const LUIS: Cashier = { id: 'luis', name: 'Luis', role: 'supervisor' };

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
