import { useEffect, useEffectEvent } from 'react';

const TOUCHES = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;
const AGAIN_MS = 5_000;

/** Calls `lock` once nobody has touched the till for so long; 0 minutes: never. */
export function useAutoLock(minutes: number, isOn: boolean, lock: () => void): void {
  const onIdle = useEffectEvent(lock);
  const limitMs = minutes * 60_000;
  useEffect(() => {
    if (!isOn || limitMs === 0) return;
    let touchedAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      // A clock that was set back does not keep the till open for longer than it says.
      const left = Math.min(limitMs, touchedAt + limitMs - Date.now());
      if (left <= 0) onIdle();
      timer = setTimeout(look, left <= 0 ? AGAIN_MS : left);
    };
    const touched = (): void => {
      touchedAt = Date.now();
    };
    timer = setTimeout(look, limitMs);
    const ending = new AbortController();
    const options = { capture: true, passive: true, signal: ending.signal };
    for (const touch of TOUCHES) window.addEventListener(touch, touched, options);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [isOn, limitMs]);
}
