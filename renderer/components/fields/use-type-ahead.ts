import { type RefObject, useEffect, useEffectEvent } from 'react';
import { toSearchText } from '../../../shared/text/index.ts';

/** After a pause of this length, the typed text is reset. */
const RESET_DELAY_MS = 1000;

interface NamedRow {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds the row for a typed text: without accents, first by the beginning of its name, then by the
 * beginnings of any of its words, `mexico` for `Ciudad de México`. Searches from the focused row
 * on, then from the top. Pure.
 */
export function findTypeAheadRow(
  rows: readonly NamedRow[],
  typedText: string,
  currentId: string | null,
): NamedRow | null {
  const startIndex = Math.max(
    0,
    rows.findIndex((row) => row.id === currentId),
  );
  const rotatedRows = [...rows.slice(startIndex), ...rows.slice(0, startIndex)];
  const searchText = toSearchText(typedText);
  return (
    rotatedRows.find((row) => toSearchText(row.name).startsWith(searchText)) ??
    rotatedRows.find((row) => hasMatchingWords(toSearchText(row.name), searchText)) ??
    null
  );
}

/** Whether each typed word begins a word of the name. */
function hasMatchingWords(name: string, searchText: string): boolean {
  const words = splitWords(name);
  const parts = splitWords(searchText);
  return parts.length > 0 && parts.every((part) => words.some((word) => word.startsWith(part)));
}

const splitWords = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Handles typing on a list before react-aria does, which matches only the first letters of a row.
 */
export function useTypeAhead(
  list: RefObject<HTMLElement | null>,
  rows: readonly (NamedRow & { readonly isDisabled?: boolean })[],
): void {
  const focusRow = useEffectEvent((typedText: string): boolean => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const focusedId =
      options.find((optionElement) => optionElement === document.activeElement)?.dataset.key ??
      null;
    const enabledRows = rows.filter((row) => row.isDisabled !== true);
    const matchedRow = findTypeAheadRow(enabledRows, typedText, focusedId);
    const option = options.find(
      (optionElement) => matchedRow !== null && optionElement.dataset.key === matchedRow.id,
    );
    option?.focus();
    return option !== undefined;
  });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    let typedText = '';
    let resetTimer: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      // A space alone presses the row.
      if ([...key].length !== 1 || (typedText === '' && key === ' ')) return;
      event.preventDefault();
      event.stopPropagation();
      // A text without a match is reset, as at the sign-in.
      typedText = [typedText + key, key].find(focusRow) ?? '';
      clearTimeout(resetTimer);
      resetTimer = setTimeout(() => {
        typedText = '';
      }, RESET_DELAY_MS);
    };
    element.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearTimeout(resetTimer);
      element.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [list]);
}
