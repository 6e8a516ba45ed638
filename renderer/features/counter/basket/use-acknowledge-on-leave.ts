import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { RESULT_KEY_DELAY_MS } from '../../../../shared/rules/index.ts';
import { CoveredContext } from '../../../components/index.ts';

/**
 * Calls `acknowledge` when the screen is left, if its result was visible (`isShown`, and not
 * covered by the lock) for at least `RESULT_KEY_DELAY_MS`. A result that nobody could have read, or that
 * another cashier found behind the lock, is not acknowledged.
 */
export function useAcknowledgeOnLeave(isShown: boolean, acknowledge: () => void): void {
  const isCovered = useContext(CoveredContext);
  const isReadable = isShown && !isCovered;
  const readableSince = useRef<number | null>(null);
  useEffect(() => {
    readableSince.current = isReadable ? performance.now() : null;
  }, [isReadable]);
  const onLeave = useEffectEvent(() => {
    const since = readableSince.current;
    if (since !== null && performance.now() - since >= RESULT_KEY_DELAY_MS) acknowledge();
  });
  useEffect(() => () => onLeave(), []);
}
