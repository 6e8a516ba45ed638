import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 250;

export interface Countdown {
  readonly secondsLeft: number;
  readonly start: (seconds: number) => void;
}

/**
 * A countdown in whole seconds, computed from the clock, so that it stays correct on a busy page.
 */
export function useSecondsLeft(): Countdown {
  const [endMs, setEndMs] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (endMs === 0) return;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setSecondsLeft(remaining);
      if (remaining === 0) setEndMs(0);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [endMs]);
  const start = useCallback((seconds: number) => {
    setSecondsLeft(seconds);
    setEndMs(seconds === 0 ? 0 : Date.now() + seconds * 1000);
  }, []);
  return { secondsLeft, start };
}
