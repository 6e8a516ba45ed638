import type { TillBridge } from '../../shared/contract/index.ts';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly till: TillBridge;
  }
}
