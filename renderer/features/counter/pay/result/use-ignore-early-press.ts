import { useEffect, useRef } from 'react';
import { IGNORE_KEYS_MS } from '../flow/index.ts';

/**
 * Ignores presses for a moment after what is shown has changed (`stands` names it; undefined until it
 * was read): a key already on its way would answer a question that nobody has read.
 */
export function useIgnoreEarlyPress(stands: string | undefined): (act: () => void) => void {
  const changedAt = useRef(0);
  useEffect(() => {
    if (stands !== undefined) changedAt.current = performance.now();
  }, [stands]);
  return (act) => {
    if (performance.now() - changedAt.current >= IGNORE_KEYS_MS) act();
  };
}
