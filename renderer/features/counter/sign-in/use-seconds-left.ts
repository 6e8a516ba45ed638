import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 250;

export interface Countdown {
  readonly left: number;
  readonly start: (seconds: number) => void;
}

/** Whole seconds until a moment, counted down by the clock, so that a busy page stays right. */
export function useSecondsLeft(): Countdown {
  const [endMs, setEndMs] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (endMs === 0) return;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) setEndMs(0);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [endMs]);
  const start = useCallback((seconds: number) => {
    setLeft(seconds);
    setEndMs(seconds === 0 ? 0 : Date.now() + seconds * 1000);
  }, []);
  return { left, start };
}
