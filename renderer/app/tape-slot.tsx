import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';

/** The frame's right side. A feature renders its tape there from any part of its form. */
export interface TapeSlotTarget {
  readonly element: HTMLElement | null;
  /**
   * Called while a feature's tape is shown, so that the frame hides its own. Returns the release
   * function.
   */
  readonly occupy: () => () => void;
}

export const TapeSlotContext = createContext<TapeSlotTarget | null>(null);

/** Renders its children on the tape's side; in place if there is no frame (in a test). */
export function TapeSlot(props: { readonly children: ReactNode }) {
  const side = useContext(TapeSlotContext);
  const occupy = side?.occupy;
  useEffect(() => occupy?.(), [occupy]);
  if (side === null) return <>{props.children}</>;
  return side.element === null ? null : createPortal(props.children, side.element);
}
