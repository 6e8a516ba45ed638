import { useEffect, useEffectEvent } from 'react';

const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;
const RETRY_DELAY_MS = 5_000;

/** Main counts idle time too, from these reports. */
const ACTIVITY_REPORT_INTERVAL_MS = 10_000;

/** Calls `lock` after this many minutes without input; 0: never. */
export function useAutoLock(
  idleMinutes: number,
  isEnabled: boolean,
  callbacks: { readonly onIdle: () => void; readonly onActivity: () => void },
): void {
  const onIdle = useEffectEvent(callbacks.onIdle);
  const reportActivity = useEffectEvent(callbacks.onActivity);
  const limitMs = idleMinutes * 60_000;
  useEffect(() => {
    if (!isEnabled || limitMs === 0) return;
    let activityAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const checkIdle = (): void => {
      // A clock that was set back must not extend the time.
      const remainingMs = Math.min(limitMs, activityAt + limitMs - Date.now());
      if (remainingMs <= 0) onIdle();
      timer = setTimeout(checkIdle, remainingMs <= 0 ? RETRY_DELAY_MS : remainingMs);
    };
    let reportedAt = 0;
    const handleActivity = (): void => {
      activityAt = Date.now();
      if (Math.abs(activityAt - reportedAt) < ACTIVITY_REPORT_INTERVAL_MS) return;
      reportedAt = activityAt;
      reportActivity();
    };
    timer = setTimeout(checkIdle, limitMs);
    const abortController = new AbortController();
    const options = { capture: true, passive: true, signal: abortController.signal };
    for (const eventName of ACTIVITY_EVENTS)
      window.addEventListener(eventName, handleActivity, options);
    return () => {
      abortController.abort();
      clearTimeout(timer);
    };
  }, [isEnabled, limitMs]);
}
