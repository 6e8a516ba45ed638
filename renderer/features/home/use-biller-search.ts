import { useEffect, useEffectEvent, useState } from 'react';
import type { BillerKind, FoundBiller, Problem } from '../../../shared/contract/index.ts';
import { useTillQuery } from '../../app/index.ts';

const KINDS: readonly BillerKind[] = ['utility', 'partner', 'top-up', 'gift-card'];
const LIMIT = 8;
const LONGEST_TEXT = 80;

export interface BillerSearch {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly found: readonly FoundBiller[];
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
 * and presses Enter faster than the answer comes, and then the answer is waited for.
 */
export function useBillerSearch(
  onChoose: (billerId: number) => void,
  kinds: readonly BillerKind[] = KINDS,
): BillerSearch {
  const [typed, setTyped] = useState({ text: '', active: -1, isEntered: false });
  const text = typed.text.trim().slice(0, LONGEST_TEXT);
  const search = useTillQuery(
    'catalog.search',
    { text, kinds: [...kinds], limit: LIMIT },
    { keepsLast: true },
  );
  const found = search.value ?? [];
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
    isWaiting: search.isWaiting,
    problem: search.problem,
  };
}
