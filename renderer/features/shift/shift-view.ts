import type { OpenShiftView } from '../../../shared/contract/index.ts';
import type { CashMovementKind } from './move-cash.tsx';

/** The open view of the shift page. */
export type ShiftView =
  | { readonly name: 'home' }
  | { readonly name: 'open' }
  | { readonly name: 'move'; readonly kind: CashMovementKind }
  | { readonly name: 'x' }
  | { readonly name: 'z' }
  /** The shift when closing started. Closing removes it from the state. */
  | {
      readonly name: 'close';
      readonly shift: OpenShiftView;
      readonly mode: 'close' | 'hand-over';
    };
