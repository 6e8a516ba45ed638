import type { Provisioning } from '../../../shared/contract/index.ts';

/** The shop of the tests. */
export const TRAINING_SHOP: Provisioning = {
  environment: 'training',
  version: 'v1.6',
  chainName: 'lupita',
  posNumber: '07',
  timeZone: 'America/Mexico_City',
  language: 'es-MX',
  shop: { name: 'Abarrotes Lupita', address: 'Av. Juárez 12', helpLine: '800 123 4567' },
  printer: { kind: 'screen', columns: 42 },
  currency: 'MXN',
  cashiers: [
    { id: 'ana', name: 'Ana', pin: '1234', role: 'owner' },
    { id: 'beto', name: 'Beto', pin: '2222', role: 'cashier' },
  ],
};

export const OWNER = { id: 'ana', name: 'Ana', pin: '1234' } as const;
