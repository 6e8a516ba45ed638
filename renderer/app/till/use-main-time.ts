import { useEffect, useMemo, useState } from 'react';
import { useTillQuery } from './use-till-query.ts';

const TICK_MS = 1_000;

/** Main's time, continued by the page between two status events. ISO 8601, UTC, whole seconds. */
export function useMainProcessTimeIso(mainProcessNow: string): string {
  return new Date(useTickingClock(mainProcessNow)).toISOString();
}

/**
 * Main's time in milliseconds since the epoch: the service's time, regardless of this computer's
 * clock.
 */
export function useMainProcessTimeMs(): number {
  const status = useTillQuery('till.status', {});
  return useTickingClock(status.value?.now ?? null);
}

function useTickingClock(mainNow: string | null): number {
  const aheadMs = useMemo(
    () => (mainNow === null ? 0 : Date.parse(mainNow) - Date.now()),
    [mainNow],
  );
  const [pageMs, setPageMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setPageMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return pageMs + aheadMs;
}
