import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';

/**
 * The frame's right side. A feature puts its tape there, whatever part of the form it stands in.
 */
export interface TapeSide {
  readonly element: HTMLElement | null;
  /** Told while a feature's tape is shown: the frame then leaves out its own. */
  readonly occupy: () => () => void;
}

export const TapeSideContext = createContext<TapeSide | null>(null);

/** Draws its children on the tape's side. Without a frame around it (a test), where it stands. */
export function TapeSlot(props: { readonly children: ReactNode }) {
  const side = useContext(TapeSideContext);
  const occupy = side?.occupy;
  useEffect(() => occupy?.(), [occupy]);
  if (side === null) return <>{props.children}</>;
  return side.element === null ? null : createPortal(props.children, side.element);
}
