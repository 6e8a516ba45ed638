import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { Covered } from '../../components/index.ts';
import { UNREAD_MS } from '../pay/flow/index.ts';

/**
 * What the cashier read and then left by a key of the frame counts as told; what nobody can have
 * read, or what another one found beneath the lock, does not. `isShown`: it is told now.
 */
export function useToldWhenLeft(isShown: boolean, tell: () => void): void {
  const isCovered = useContext(Covered);
  const isLegible = isShown && !isCovered;
  const legibleFrom = useRef<number | null>(null);
  useEffect(() => {
    legibleFrom.current = isLegible ? performance.now() : null;
  }, [isLegible]);
  const onLeave = useEffectEvent(() => {
    const from = legibleFrom.current;
    if (from !== null && performance.now() - from >= UNREAD_MS) tell();
  });
  useEffect(() => () => onLeave(), []);
}
