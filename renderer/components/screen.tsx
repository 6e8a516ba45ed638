import { type ReactNode, useEffect, useRef } from 'react';
import { ActionButtons, type ScreenAction } from './action-buttons.tsx';
import styles from './screen.module.css';
import { ScreenShown } from './screen-shown.ts';
import { bindingsOf, useKeys } from './use-keys.ts';

export interface ScreenProps {
  /** The one question. */
  readonly title: string;
  /** A line beneath it, where the question needs one. */
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
  /** What must be in sight however far the rest is scrolled: it stands above the actions. */
  readonly foot?: ReactNode;
  /** Drawn in this order at the foot; the keys are bound by the screen. */
  readonly actions?: readonly ScreenAction[];
}

/**
 * One question at a time. Where nothing on it takes the focus, the title does, so that a screen
 * reader begins there and keys reach the screen.
 */
export function Screen(props: ScreenProps) {
  const { actions = [] } = props;
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useKeys(bindingsOf(actions.filter((action) => action.isDisabled !== true)));

  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    const holdsFocus = section.current?.contains(document.activeElement) === true;
    if (!holdsFocus) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section className={styles.screen} ref={section} aria-label={props.title}>
      <header className={styles.head}>
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.hint === undefined ? null : <p className={styles.hint}>{props.hint}</p>}
      </header>
      <div className={styles.body}>
        <ScreenShown value={isShown}>{props.children}</ScreenShown>
      </div>
      {actions.length === 0 && props.foot === undefined ? null : (
        <footer className={styles.actions}>
          {props.foot === undefined ? null : <div className={styles.foot}>{props.foot}</div>}
          <ActionButtons actions={backFirst(actions)} variant="quiet" />
        </footer>
      )}
    </section>
  );
}

/** The way back always stands on the left, whatever else a screen offers. */
function backFirst(actions: readonly ScreenAction[]): readonly ScreenAction[] {
  return [...actions].sort(
    (a, b) => Number(b.keyName === 'Escape') - Number(a.keyName === 'Escape'),
  );
}
