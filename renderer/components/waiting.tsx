import { useEffect, useState } from 'react';
import { useText } from '../i18n/index.ts';
import styles from './waiting.module.css';

const SAYS_WHAT_MS = 2_000;
const SAYS_HOW_LONG_MS = 10_000;

export interface WaitingProps {
  /** What is awaited, for example "Preguntando el saldo a CFE…". */
  readonly what: string;
  /** The longest wait, in seconds. */
  readonly longestSeconds: number;
}

/**
 * Short waits show nothing. After 2 s it says what is awaited, after 10 s how long at most and that
 * waiting is safe. Its space is reserved from the start, so that nothing moves.
 */
export function Waiting(props: WaitingProps) {
  const text = useText();
  const [phase, setPhase] = useState<'quiet' | 'what' | 'how-long'>('quiet');
  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('what'), SAYS_WHAT_MS),
      setTimeout(() => setPhase('how-long'), SAYS_HOW_LONG_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div className={styles.waiting} role="status" aria-busy="true" data-phase={phase}>
      <p className={styles.what}>{phase === 'quiet' ? '' : props.what}</p>
      <p className={styles.longest}>
        {phase === 'how-long' ? text('waiting.longest', { seconds: props.longestSeconds }) : ''}
      </p>
    </div>
  );
}
