import { type RefObject, useEffect, useEffectEvent } from 'react';
import { toSearchText } from '../../../shared/text/index.ts';

/** Who types no further for so long begins anew. */
const RESET_DELAY_MS = 1000;

interface NamedRow {
  readonly id: string;
  readonly name: string;
}

/**
 * The row that is meant, as people type: without accents, by how its name begins, else by any words
 * of it, `mexico` for `Ciudad de México`. From the row where one is on, and then from the top. Pure.
 */
export function findRow(
  rows: readonly NamedRow[],
  typed: string,
  from: string | null,
): NamedRow | null {
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === from),
  );
  const inTurn = [...rows.slice(at), ...rows.slice(0, at)];
  const sought = toSearchText(typed);
  return (
    inTurn.find((row) => toSearchText(row.name).startsWith(sought)) ??
    inTurn.find((row) => hasMatchingWords(toSearchText(row.name), sought)) ??
    null
  );
}

/** Each word that was typed begins one of the name. */
function hasMatchingWords(name: string, sought: string): boolean {
  const words = splitWords(name);
  const parts = splitWords(sought);
  return parts.length > 0 && parts.every((part) => words.some((word) => word.startsWith(part)));
}

const splitWords = (said: string): readonly string[] => said.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Takes what is typed on a list before react-aria does, which knows a row by its first letters alone. */
export function useTypeAhead(
  list: RefObject<HTMLElement | null>,
  rows: readonly (NamedRow & { readonly isDisabled?: boolean })[],
): void {
  const goTo = useEffectEvent((typed: string): boolean => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const here = options.find((one) => one === document.activeElement)?.dataset.key ?? null;
    const open = rows.filter((row) => row.isDisabled !== true);
    const meant = findRow(open, typed, here);
    const option = options.find((one) => meant !== null && one.dataset.key === meant.id);
    option?.focus();
    return option !== undefined;
  });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    let typed = '';
    let forget: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      // A blank alone presses the row.
      if ([...key].length !== 1 || (typed === '' && key === ' ')) return;
      event.preventDefault();
      event.stopPropagation();
      // What leads nowhere begins anew, as at the sign-in.
      typed = [typed + key, key].find(goTo) ?? '';
      clearTimeout(forget);
      forget = setTimeout(() => {
        typed = '';
      }, RESET_DELAY_MS);
    };
    element.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearTimeout(forget);
      element.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [list]);
}
