import type { Capabilities, ServiceVersion } from '../../shared/contract/index.ts';

/** What each version of the interface has. Known before anything was asked. */
export function capabilitiesOf(version: ServiceVersion): Capabilities {
  const isFirstGeneration = version === 'v1.6';
  return {
    topUpCheck: isFirstGeneration,
    cancel: isFirstGeneration,
    drp: isFirstGeneration,
    linkedBills: !isFirstGeneration,
    singleOperations: version === 'v3.mx' || version === 'v3.co',
  };
}
