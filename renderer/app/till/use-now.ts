import { useEffect, useMemo, useState } from 'react';
import { useTillQuery } from './use-till-query.ts';

const TICK_MS = 1_000;

/** Main's clock, continued by the page between two statuses. ISO 8601, UTC, whole seconds. */
export function useNow(mainsNow: string): string {
  return new Date(useTickingClock(mainsNow)).toISOString();
}

/** Main's clock in milliseconds: the service's time, whatever this computer's clock shows. */
export function useMainNow(): number {
  const status = useTillQuery('till.status', {});
  return useTickingClock(status.value?.now ?? null);
}

function useTickingClock(mainsNow: string | null): number {
  const aheadMs = useMemo(
    () => (mainsNow === null ? 0 : Date.parse(mainsNow) - Date.now()),
    [mainsNow],
  );
  const [pageMs, setPageMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setPageMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return pageMs + aheadMs;
}
