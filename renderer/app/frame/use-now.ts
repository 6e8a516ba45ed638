import { useEffect, useMemo, useState } from 'react';

const TICK_MS = 1_000;

/** Main's clock, carried on by the page between two statuses. ISO 8601, UTC, whole seconds. */
export function useNow(mainsNow: string): string {
  const aheadMs = useMemo(() => Date.parse(mainsNow) - Date.now(), [mainsNow]);
  const [pageMs, setPageMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setPageMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date(pageMs + aheadMs).toISOString();
}
