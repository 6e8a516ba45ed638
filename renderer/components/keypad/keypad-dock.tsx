import { useState } from 'react';
import { Keypad } from './keypad.tsx';
import { getKeypadLayout, useKeypadField } from './keypad-store.ts';

/** Marks an element with fields and its own dock, such as a dialog within the page. */
export const KEYPAD_HOST_ATTRIBUTE = { 'data-keypad-host': 'yes' } as const;

/**
 * The place of the keypad for the fields of the surrounding host: the nearest element with
 * `KEYPAD_HOST_ATTRIBUTE`. It takes space from its neighbours while it is shown.
 */
export function KeypadDock(props: { readonly className?: string | undefined }) {
  const [dock, setDock] = useState<HTMLDivElement | null>(null);
  const field = useKeypadField();
  const isOwnField = dock !== null && findKeypadHost(field?.element) === findKeypadHost(dock);
  return (
    <div
      ref={setDock}
      className={props.className}
      {...(isOwnField && field !== null ? { 'data-keypad': getKeypadLayout(field.kind) } : {})}
    >
      {isOwnField && field !== null ? <Keypad key={field.kind} field={field} /> : null}
    </div>
  );
}

function findKeypadHost(element: Element | undefined): Element | null {
  return element?.closest('[data-keypad-host]') ?? null;
}
