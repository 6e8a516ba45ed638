import type { OpenShiftView } from '../../../shared/contract/index.ts';
import type { MoveKind } from './move-cash.tsx';

/** What is being done in the room. */
export type ShiftView =
  | { readonly name: 'home' }
  | { readonly name: 'open' }
  | { readonly name: 'move'; readonly kind: MoveKind }
  | { readonly name: 'x' }
  | { readonly name: 'z' }
  /** Kept as it was when it was begun: what closes it takes it from the state. */
  | {
      readonly name: 'close';
      readonly shift: OpenShiftView;
      readonly way: 'close' | 'hand-over';
    };
