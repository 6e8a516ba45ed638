import type { TillBridge } from '../../shared/contract/index.ts';

declare global {
  interface Window {
    /** Set by the preload. */
    readonly till: TillBridge;
  }
}
