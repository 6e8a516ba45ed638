import { useEffect, useState } from 'react';
import { useText } from '../i18n/index.ts';
import styles from './waiting.module.css';

const SHOW_LABEL_DELAY_MS = 2_000;
const SHOW_MAX_WAIT_DELAY_MS = 10_000;

export interface LoadingIndicatorProps {
  /** What is pending, for example "Preguntando el saldo a CFE…". */
  readonly label: string;
  /** The maximum wait, in seconds. */
  readonly maxSeconds: number;
}

/**
 * Short waits show nothing. After 2 s it shows what is pending, after 10 s the maximum wait and
 * that waiting is safe. Its space is reserved from the start, so that nothing moves.
 */
export function LoadingIndicator(props: LoadingIndicatorProps) {
  const text = useText();
  const [phase, setPhase] = useState<'quiet' | 'what' | 'how-long'>('quiet');
  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('what'), SHOW_LABEL_DELAY_MS),
      setTimeout(() => setPhase('how-long'), SHOW_MAX_WAIT_DELAY_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div className={styles.waiting} role="status" aria-busy="true" data-phase={phase}>
      <p className={styles.label}>{phase === 'quiet' ? '' : props.label}</p>
      <p className={styles.maxWait}>
        {phase === 'how-long' ? text('waiting.maxTime', { seconds: props.maxSeconds }) : ''}
      </p>
    </div>
  );
}
