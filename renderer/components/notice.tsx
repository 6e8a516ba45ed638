import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { removeKeyNames, useIsTouchInput, useText } from '../i18n/index.ts';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';
import { HasScreenRenderedContext } from './screen-shown-context.ts';
import { type NoticeTone, ToneIcon } from './tone-label.tsx';

export interface NoticeProps {
  readonly tone: NoticeTone;
  /** Replaces the tone's default word ("Pagado", "Rechazado"…). */
  readonly toneText?: string;
  /** What happened; omitted if the screen's title says it. */
  readonly title?: string;
  /** Whether money moved. */
  readonly impact?: string;
  /** What to do now. */
  readonly action?: string;
  /** For example R2 or HTTP 503; small, for the help line. */
  readonly code?: string | null;
  readonly children?: ReactNode;
}

/**
 * A message in three parts, always in the same order. Colour is never the only distinction: each
 * tone has its icon and word. Only `unknown` is amber and has the plate with cut corners.
 */
export function Notice(props: NoticeProps) {
  const text = useText();
  const { tone } = props;
  // The texts of problems come from the part that main shares, which knows no touch.
  const isTouch = useIsTouchInput();
  const format = (words: string): string => (isTouch ? removeKeyNames(words) : words);
  const code = props.code ?? null;
  const notice = useRef<HTMLDivElement>(null);
  const screen = useContext(HasScreenRenderedContext);
  const isUrgent = tone !== 'paid' && tone !== 'info';
  // Scroll to a notice that appears later, because it may be below the visible part of a long form.
  // A screen that opens with a notice is read from the top, unless the notice reports a problem.
  useEffect(() => {
    if (screen?.current === false && !isUrgent) return;
    // Newer browsers return a promise, which must not become the effect's clean-up.
    notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [screen, isUrgent]);
  return (
    <div ref={notice} className={classNames(styles.notice, styles[tone])} role={getAriaRole(tone)}>
      <div className={styles.plate}>
        <p className={styles.toneLabel}>
          <ToneIcon tone={tone} />
          <span>{props.toneText ?? text(`notice.${tone}`)}</span>
        </p>
        {props.title === undefined ? null : <p className={styles.title}>{format(props.title)}</p>}
        {props.impact === undefined ? null : (
          <p className={styles.impact}>{format(props.impact)}</p>
        )}
        {props.action === undefined ? null : (
          <p className={styles.action}>{format(props.action)}</p>
        )}
        {props.children === undefined ? null : (
          <div className={styles.details}>{props.children}</div>
        )}
        {code === null ? null : <p className={styles.code}>{text('notice.code', { code })}</p>}
      </div>
    </div>
  );
}

function getAriaRole(tone: NoticeTone): 'alert' | 'status' {
  return tone === 'refused' || tone === 'unknown' ? 'alert' : 'status';
}
