import { expect, it } from 'vitest';
import { getServiceVersionInfo, SERVICE_VERSIONS, TIME_ZONE_BY_COUNTRY } from './index.ts';

/** The interface's "Versions", by version: what the till may ask of it. */
it('knows what each version of the interface supports', () => {
  const first = {
    hasTopUpCheck: true,
    hasCancel: true,
    hasLinkedBills: false,
    hasDrp: true,
    hasTransactionStatus: false,
  };
  const third = {
    hasTopUpCheck: false,
    hasCancel: false,
    hasLinkedBills: true,
    hasDrp: false,
    hasTransactionStatus: true,
  };
  expect(SERVICE_VERSIONS.map((version) => [version, getServiceVersionInfo(version)])).toEqual([
    [
      'v1.6',
      {
        generation: 1,
        number: '1.6',
        country: null,
        currency: 'MXN',
        paysOnlyBills: false,
        capabilities: first,
      },
    ],
    [
      'v3.3',
      {
        generation: 3,
        number: '3.3',
        country: null,
        currency: 'MXN',
        paysOnlyBills: true,
        capabilities: third,
      },
    ],
    [
      'v3.mx',
      {
        generation: 3,
        number: '3',
        country: 'MX',
        currency: 'MXN',
        paysOnlyBills: false,
        capabilities: third,
      },
    ],
    [
      'v3.co',
      {
        generation: 3,
        number: '3',
        country: 'CO',
        currency: 'COP',
        paysOnlyBills: false,
        capabilities: third,
      },
    ],
  ]);
});

it('knows the time zone of each country with a version of its own', () => {
  for (const version of SERVICE_VERSIONS) {
    const { country } = getServiceVersionInfo(version);
    if (country === null) continue;
    const zone = new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE_BY_COUNTRY[country] });
    expect(zone.resolvedOptions().timeZone).toMatch(/^America\//);
  }
});
