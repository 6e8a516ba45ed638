import { useEffect, useEffectEvent, useState } from 'react';
import type {
  BillerKind,
  CallOutput,
  FoundBiller,
  Problem,
} from '../../../shared/contract/index.ts';
import { useTillQuery } from '../index.ts';

const KINDS: readonly BillerKind[] = ['utility', 'partner', 'top-up', 'gift-card'];
const LIMIT = 8;
const LONGEST_TEXT = 80;

export interface ListedBiller extends FoundBiller {
  readonly isFavourite: boolean;
}

export interface BillerSearch {
  readonly text: string;
  readonly type: (text: string) => void;
  /** What was found; while nothing is typed, what this till has at hand. */
  readonly found: readonly ListedBiller[];
  /** The row that Enter takes; -1 for none. */
  readonly active: number;
  /** Moves to the next or the previous row, around the ends. */
  readonly move: (by: 1 | -1) => void;
  /** Takes the active row, at once or as soon as the answer for what was typed is there. */
  readonly enter: () => void;
  readonly isWaiting: boolean;
  readonly problem: Problem | null;
}

/**
 * Searches as one types. Enter never takes a row that was found for another text: an expert types
 * and presses Enter faster than the answer comes, and then the answer is waited for. With a scanned
 * `code`, what is offered before anything is typed are the billers whose account it could be.
 */
export function useBillerSearch(
  onChoose: (billerId: number) => void,
  options: { readonly kinds?: readonly BillerKind[]; readonly code?: string | null } = {},
): BillerSearch {
  const { kinds = KINDS, code = null } = options;
  const [typed, setTyped] = useState({ text: '', active: -1, isEntered: false });
  const text = typed.text.trim().slice(0, LONGEST_TEXT);
  const search = useTillQuery(
    'catalog.search',
    { text, kinds: [...kinds], limit: LIMIT },
    { keepsLast: true },
  );
  const atHand = useTillQuery(
    'catalog.atHand',
    { kinds: [...kinds], limit: LIMIT },
    { asksAnew: true },
  );
  const byCode = useTillQuery(
    'catalog.byBarcode',
    { code: code ?? '', limit: LIMIT },
    { isEnabled: code !== null },
  );
  const found =
    code !== null && text === ''
      ? unmarked(byCode.value ?? [])
      : rowsOf(text, search.value ?? [], atHand.value ?? []);
  const active = Math.min(typed.active, found.length - 1);

  const choose = useEffectEvent(() => {
    const row = found[active];
    setTyped((now) => ({ ...now, isEntered: false }));
    if (row) onChoose(row.biller.id);
  });
  const isReady = typed.isEntered && !search.isAsking;
  useEffect(() => {
    if (isReady) choose();
  }, [isReady]);

  return {
    text: typed.text,
    // An empty field shows what is paid most: there a row must be chosen before Enter takes it.
    type: (next) => setTyped({ text: next, active: next.trim() === '' ? -1 : 0, isEntered: false }),
    found,
    active,
    move: (by) => {
      if (found.length === 0) return;
      const from = active === -1 && by === -1 ? 0 : active;
      const next = (from + by + found.length) % found.length;
      setTyped((now) => ({ ...now, active: next, isEntered: false }));
    },
    enter: () => {
      if (typed.active >= 0) setTyped((now) => ({ ...now, isEntered: true }));
    },
    isWaiting: search.isWaiting || (code !== null && byCode.isWaiting),
    problem: search.problem ?? (code === null ? null : byCode.problem),
  };
}

function unmarked(found: readonly FoundBiller[]): readonly ListedBiller[] {
  return found.map((one) => ({ ...one, isFavourite: false }));
}

/**
 * Favourites and recents come first where nothing is typed, and the rest of the list after them.
 */
function rowsOf(
  text: string,
  found: readonly FoundBiller[],
  atHand: CallOutput<'catalog.atHand'>,
): readonly ListedBiller[] {
  const favourites = new Set(atHand.filter((one) => one.isFavourite).map((one) => one.biller.id));
  const marked = found.map((one) => ({ ...one, isFavourite: favourites.has(one.biller.id) }));
  if (text !== '') return marked;
  const first = atHand.map((one) => ({ ...one, matches: [] }));
  const known = new Set(first.map((one) => one.biller.id));
  return [...first, ...marked.filter((one) => !known.has(one.biller.id))].slice(0, LIMIT);
}
