import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { CoveredContext } from '../../../components/index.ts';
import { IGNORE_KEYS_MS } from '../pay/flow/index.ts';

/**
 * What the cashier read and then left by a key of the frame counts as told; what nobody can have
 * read, or what another one found beneath the lock, does not. `isShown`: it is told now.
 */
export function useAcknowledgeOnLeave(isShown: boolean, tell: () => void): void {
  const isCovered = useContext(CoveredContext);
  const isLegible = isShown && !isCovered;
  const legibleFrom = useRef<number | null>(null);
  useEffect(() => {
    legibleFrom.current = isLegible ? performance.now() : null;
  }, [isLegible]);
  const onLeave = useEffectEvent(() => {
    const from = legibleFrom.current;
    if (from !== null && performance.now() - from >= IGNORE_KEYS_MS) tell();
  });
  useEffect(() => () => onLeave(), []);
}
