import { useCallback, useEffect, useRef } from 'react';

/**
 * Lets an answer of main act on a screen only while that screen is open: an answer that comes after
 * the cashier has moved on takes her nowhere. What main did remains done.
 */
export function useIfMounted(): (act: () => void) => void {
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
