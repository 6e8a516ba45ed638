import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs a callback only while the component is mounted: a late response of
 * main does not navigate the cashier. What main did remains done.
 */
export function useRunIfMounted(): (callback: () => void) => void {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback((callback) => {
    if (isMounted.current) callback();
  }, []);
}
