import type { Language, Provisioning } from '../../shared/contract/index.ts';
import { DEFAULT_PAPER_COLUMNS, TIME_ZONE_BY_COUNTRY } from '../../shared/rules/index.ts';

/**
 * The till that training mode sets up with one press: a sample shop, its own service, three
 * cashiers whose PINs the sign-in screen displays, and the screen as its printer.
 */
export function createTrainingProvisioning(language: Language): Provisioning {
  const isColombian = language === 'es-CO';
  return {
    environment: 'training',
    version: isColombian ? 'v3.co' : 'v3.mx',
    chainName: 'mostrador',
    posNumber: '07',
    timeZone: TIME_ZONE_BY_COUNTRY[isColombian ? 'CO' : 'MX'],
    language,
    shop: {
      name: 'Abarrotes Lupita',
      address: 'Av. Hidalgo 123, Centro',
      helpLine: '800 000 0000',
    },
    printer: { kind: 'screen', columns: DEFAULT_PAPER_COLUMNS },
    cashiers: [
      { id: 'ana', name: 'Ana', pin: '1111', role: 'cashier' },
      { id: 'luis', name: 'Luis', pin: '2222', role: 'supervisor' },
      { id: 'carmen', name: 'Carmen', pin: '3333', role: 'owner' },
    ],
    // The partner billers of the training service.
    cashOutBillers: isColombian ? [20003] : [20001, 20002],
    customerFee: { kind: 'service' },
    lowBalance: isColombian ? '200000.00' : '1000.00',
    country: isColombian ? 'CO' : 'MX',
  };
}
