import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { KEYPAD_HOST_ATTRIBUTE, KeypadDock, useTrackScreenFocus } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { TapeSlotContext, type TapeSlotTarget } from '../tape-slot.tsx';
import styles from './counter.module.css';
import { useKeepFieldInView } from './use-keep-field-in-view.ts';

/**
 * The counter: the form on the left, the paper on the right. The paper grows upwards from its slot,
 * so that the newest line is always in the same place.
 */
export function CounterLayout(props: {
  readonly children: ReactNode;
  /** Shown on the right while no feature shows a tape there. */
  readonly idleTape: ReactNode;
  /** Always shown above the tape. */
  readonly aboveTape?: ReactNode;
}) {
  const text = useText();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const form = useRef<HTMLElement>(null);
  useTrackScreenFocus(form);
  useKeepFieldInView(form);
  const [tapes, setTapes] = useState(0);
  const occupy = useCallback(() => {
    setTapes((count) => count + 1);
    return () => setTapes((count) => count - 1);
  }, []);
  const side = useMemo<TapeSlotTarget>(() => ({ element, occupy }), [element, occupy]);
  return (
    <TapeSlotContext value={side}>
      <div
        className={styles.counter}
        {...KEYPAD_HOST_ATTRIBUTE}
        {...(tapes === 0 ? { 'data-tape': 'idle' } : {})}
      >
        <main className={styles.form} ref={form}>
          {props.children}
        </main>
        <aside className={styles.tapeSide} aria-label={text('frame.tape')}>
          <div className={styles.aboveTape}>{props.aboveTape}</div>
          {/* A long receipt is scrolled with the arrow keys. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
          <div className={styles.tapeScroller} tabIndex={0} data-scrolls="back">
            <div className={styles.paper}>
              <div ref={setElement} className={styles.tapes} />
              {tapes === 0 ? props.idleTape : null}
            </div>
          </div>
          <div className={styles.paperSlot} aria-hidden="true" />
        </aside>
        <KeypadDock className={styles.keypad} />
      </div>
    </TapeSlotContext>
  );
}
