import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { type KeyName, toKeyBindings, useKeyBindings } from '../use-keys.ts';
import styles from './paper-action-bar.module.css';

export interface PaperAction {
  readonly label: string;
  readonly keyName: KeyName;
  readonly onAction: () => void;
}

/**
 * Stays visible above a scrolled paper: its print status and its actions. Binds the keys of its
 * actions.
 */
export function PaperActionBar(props: {
  readonly label: string;
  readonly actions: readonly PaperAction[];
  readonly children: ReactNode;
}) {
  const { label, actions } = props;
  useKeyBindings(toKeyBindings(actions));
  return (
    <section className={styles.bar} aria-label={label}>
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
