import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { type TapeSide, TapeSideContext } from '../tape-slot.tsx';
import styles from './counter.module.css';

/**
 * The counter: the form on the left, the paper on the right. The paper comes up out of its slot, so
 * that the newest line always stands in the same place.
 */
export function Counter(props: {
  readonly children: ReactNode;
  /** Shown on the tape's side while no feature has a tape there. */
  readonly idleTape: ReactNode;
}) {
  const text = useText();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [tapes, setTapes] = useState(0);
  const occupy = useCallback(() => {
    setTapes((count) => count + 1);
    return () => setTapes((count) => count - 1);
  }, []);
  const side = useMemo<TapeSide>(() => ({ element, occupy }), [element, occupy]);
  return (
    <TapeSideContext value={side}>
      <div className={styles.counter}>
        <main className={styles.form}>{props.children}</main>
        <aside className={styles.side} aria-label={text('frame.tape')}>
          {/* A long receipt is scrolled with the arrows. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
          <div className={styles.reel} tabIndex={0}>
            <div className={styles.paper}>
              <div ref={setElement} className={styles.tapes} />
              {tapes === 0 ? props.idleTape : null}
            </div>
          </div>
          <div className={styles.slot} aria-hidden="true" />
        </aside>
      </div>
    </TapeSideContext>
  );
}
