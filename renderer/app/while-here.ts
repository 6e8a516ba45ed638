import { useCallback, useEffect, useRef } from 'react';

/**
 * Does what an answer of main brings about on a screen only while that screen is there: an answer
 * that comes after the cashier has gone on moves her nowhere. What main did stays done.
 */
export function useWhileHere(): (act: () => void) => void {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback((act) => {
    if (isHere.current) act();
  }, []);
}
