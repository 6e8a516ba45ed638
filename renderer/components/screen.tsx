import { type ReactNode, useEffect, useRef } from 'react';
import { ActionButtons, isActionEnabled, type ScreenAction } from './action-buttons.tsx';
import styles from './screen.module.css';
import { HasScreenRenderedContext } from './screen-shown-context.ts';
import { useActionBarRef } from './use-action-bar-ref.ts';
import { toKeyBindings, useKeyBindings } from './use-keys.ts';

export interface ScreenProps {
  /** The screen's question. */
  readonly title: string;
  /** A line beneath the question, if it needs one. */
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
  /** Always visible above the actions. */
  readonly footer?: ReactNode;
  /** Rendered in this order at the bottom; the screen binds their keys. */
  readonly actions?: readonly ScreenAction[];
  /** Reduces the spacing on a low screen, for a screen with much content. */
  readonly isDense?: boolean;
  /** Uses the place of the paper as well, on a wide window and while there is no paper. */
  readonly isWide?: boolean;
}

/**
 * Asks one question. If no element on it takes the focus, the title does, so that screen readers
 * start there and keys reach the screen.
 */
export function Screen(props: ScreenProps) {
  const { actions = [] } = props;
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const bar = useActionBarRef();

  useKeyBindings(toKeyBindings(actions.filter(isActionEnabled)));

  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    const hasFocus = section.current?.contains(document.activeElement) === true;
    if (!hasFocus) heading.current?.focus({ preventScroll: true });
  }, []);
  const question = props.title.replace(/\d+/g, '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question begins at its top.
  useEffect(() => {
    scrollToTop(section.current?.closest('main') ?? null);
  }, [question]);
  // Another question on the same screen: the field that was removed had the focus.
  const previousTitle = useRef(props.title);
  useEffect(() => {
    if (previousTitle.current === props.title) return;
    previousTitle.current = props.title;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });

  return (
    <section
      className={styles.screen}
      ref={section}
      aria-label={props.title}
      {...(props.isDense === true ? { 'data-dense': 'yes' } : {})}
      {...(props.isWide === true ? { 'data-wide': 'yes' } : {})}
    >
      <header className={styles.header}>
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.hint === undefined ? null : <p className={styles.hint}>{props.hint}</p>}
      </header>
      <div className={styles.body}>
        <HasScreenRenderedContext value={isShown}>{props.children}</HasScreenRenderedContext>
      </div>
      <footer
        className={styles.actions}
        ref={bar}
        {...(actions.length === 0 && props.footer === undefined ? { 'data-bare': 'yes' } : {})}
      >
        <div className={styles.scrollFade} data-goes-on="yes" aria-hidden="true" />
        {props.footer === undefined ? null : <div className={styles.footer}>{props.footer}</div>}
        <ActionButtons actions={sortBackFirst(actions)} variant="quiet" />
      </footer>
    </section>
  );
}

/** The previous screen may have been scrolled; the focused element of this one stays visible. */
function scrollToTop(form: HTMLElement | null): void {
  if (form === null || form.scrollTop === 0) return;
  form.scrollTop = 0;
  const focused = document.activeElement;
  if (form.contains(focused)) focused?.scrollIntoView?.({ block: 'nearest' });
}

/** The back action is always on the left. */
function sortBackFirst(actions: readonly ScreenAction[]): readonly ScreenAction[] {
  return [...actions].sort(
    (a, b) => Number(b.keyName === 'Escape') - Number(a.keyName === 'Escape'),
  );
}
