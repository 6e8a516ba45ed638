import { useEffect, useRef } from 'react';
import { IGNORE_KEYS_MS } from '../flow/index.ts';

/**
 * Returns a function that runs an action, unless the displayed state changed less than
 * `IGNORE_KEYS_MS` ago: a key that was already pressed must not answer a question that nobody has
 * read. `stateKey` identifies the state; undefined until it is loaded.
 */
export function useIgnoreEarlyPress(stateKey: string | undefined): (action: () => void) => void {
  const changedAt = useRef(0);
  useEffect(() => {
    if (stateKey !== undefined) changedAt.current = performance.now();
  }, [stateKey]);
  return (action) => {
    if (performance.now() - changedAt.current >= IGNORE_KEYS_MS) action();
  };
}
