import { useEffect, useState } from 'react';

/** The delay is counted in steps of this length. */
const TICK_MS = 100;

/**
 * Whether a displayed state accepts keys: it does not for `delayMs` after it appeared, because a key
 * that was already pressed must not answer a question, or remove a result, that nobody has read.
 * `stateKey` identifies the state; undefined until it is loaded.
 */
export function useAreKeysAccepted(stateKey: string | undefined, delayMs: number): boolean {
  const [shown, setShown] = useState(() => ({ stateKey, at: performance.now() }));
  if (shown.stateKey !== stateKey) setShown({ stateKey, at: performance.now() });
  return useHasElapsed(shown.at, delayMs) && shown.stateKey === stateKey;
}

/** Whether `delayMs` have passed since a moment of `performance.now()`. */
export function useHasElapsed(sinceMs: number, delayMs: number): boolean {
  const [now, setNow] = useState(() => performance.now());
  const hasElapsed = now - sinceMs >= delayMs;
  useEffect(() => {
    if (hasElapsed) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [hasElapsed]);
  return hasElapsed;
}
