import type { CustomerScreenBridge } from '../../shared/contract/index.ts';

declare global {
  interface Window {
    /** Set by the preload of this page alone. */
    readonly customerScreen: CustomerScreenBridge;
  }
}
