import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { type KeyName, toKeyBindings, useKeys } from '../use-keys.ts';
import styles from './paper-note.module.css';

export interface PaperAction {
  readonly label: string;
  readonly keyName: KeyName;
  readonly onAction: () => void;
}

/**
 * Stays in sight above a paper that is scrolled: its print status, and what can be done about it.
 * Binds the keys of its actions.
 */
export function PaperNote(props: {
  readonly label: string;
  readonly actions: readonly PaperAction[];
  readonly children: ReactNode;
}) {
  const { label, actions } = props;
  useKeys(toKeyBindings(actions));
  return (
    <section className={styles.note} aria-label={label}>
      {props.children}
      {actions.length === 0 ? null : (
        <div className={styles.buttons}>
          {actions.map((action) => (
            <Button
              key={action.keyName}
              variant="paper"
              keyHint={action.keyName}
              onPress={action.onAction}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
