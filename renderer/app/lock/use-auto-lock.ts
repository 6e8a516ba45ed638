import { useEffect, useEffectEvent } from 'react';

const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;
const RETRY_DELAY_MS = 5_000;

/** Main counts too, from what it is told here. */
const ACTIVITY_REPORT_INTERVAL_MS = 10_000;

/** Calls `lock` once nobody has touched the till for this many minutes; 0: never. */
export function useAutoLock(
  minutes: number,
  isOn: boolean,
  on: { readonly lock: () => void; readonly touched: () => void },
): void {
  const onIdle = useEffectEvent(on.lock);
  const tell = useEffectEvent(on.touched);
  const limitMs = minutes * 60_000;
  useEffect(() => {
    if (!isOn || limitMs === 0) return;
    let touchedAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      // A clock that was set back must not keep the till open for longer.
      const left = Math.min(limitMs, touchedAt + limitMs - Date.now());
      if (left <= 0) onIdle();
      timer = setTimeout(look, left <= 0 ? RETRY_DELAY_MS : left);
    };
    let toldAt = 0;
    const touched = (): void => {
      touchedAt = Date.now();
      if (Math.abs(touchedAt - toldAt) < ACTIVITY_REPORT_INTERVAL_MS) return;
      toldAt = touchedAt;
      tell();
    };
    timer = setTimeout(look, limitMs);
    const ending = new AbortController();
    const options = { capture: true, passive: true, signal: ending.signal };
    for (const touch of ACTIVITY_EVENTS) window.addEventListener(touch, touched, options);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [isOn, limitMs]);
}
