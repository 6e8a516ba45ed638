import type { CustomerScreenBridge } from '../../shared/contract/index.ts';

declare global {
  interface Window {
    /** Set only by the preload of this page. */
    readonly customerScreen: CustomerScreenBridge;
  }
}
