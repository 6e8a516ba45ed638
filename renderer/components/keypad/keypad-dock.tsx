import { useState } from 'react';
import { Keypad } from './keypad.tsx';
import { getPad, useShownField } from './keypad-store.ts';

/** What holds fields and a dock of its own; a dialog within the page has another. */
export const KEYPAD_HOST_ATTRIBUTE = { 'data-keypad-host': 'yes' } as const;

/**
 * The place of the keypad for the fields of the surrounding host: the nearest element that
 * `KEYPAD_HOST_ATTRIBUTE` was given to. It takes room from its neighbours while it is there.
 */
export function KeypadDock(props: { readonly className?: string | undefined }) {
  const [dock, setDock] = useState<HTMLDivElement | null>(null);
  const field = useShownField();
  const isOurs = dock !== null && findKeypadHost(field?.element) === findKeypadHost(dock);
  return (
    <div
      ref={setDock}
      className={props.className}
      {...(isOurs && field !== null ? { 'data-keypad': getPad(field.kind) } : {})}
    >
      {isOurs && field !== null ? <Keypad key={field.kind} field={field} /> : null}
    </div>
  );
}

function findKeypadHost(element: Element | undefined): Element | null {
  return element?.closest('[data-keypad-host]') ?? null;
}
