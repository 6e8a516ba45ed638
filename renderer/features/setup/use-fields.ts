import { type RefObject, useRef, useState } from 'react';
import { fits, type SetupDraft, type TextFieldName } from './draft.ts';

export interface Fields {
  /** Fields that the person wanted to leave although something is wrong with them. */
  readonly complains: (name: TextFieldName) => boolean;
  /** Enter: to the first field that still needs something, or on. */
  readonly goOn: () => void;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/**
 * Enter walks through a screen of several fields: an empty one that is needed just gets the focus,
 * and is complained about only when the person wants to pass it.
 */
export function useFields(
  draft: SetupDraft,
  names: readonly TextFieldName[],
  onDone: () => void,
): Fields {
  const ref = useRef<HTMLDivElement>(null);
  const [complaints, setComplaints] = useState<ReadonlySet<TextFieldName>>(new Set());

  const goOn = (): void => {
    const wrong = names.find((name) => !fits(name, draft[name]));
    if (wrong === undefined) {
      onDone();
      return;
    }
    const input = ref.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`);
    const isHere = input === document.activeElement;
    if (isHere || draft[wrong] !== '') setComplaints(new Set([...complaints, wrong]));
    input?.focus();
  };

  return {
    complains: (name) => complaints.has(name) && !fits(name, draft[name]),
    goOn,
    ref,
  };
}
