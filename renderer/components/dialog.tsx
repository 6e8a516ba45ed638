import { type ReactNode, useContext } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../i18n/index.ts';
import { ActionButtons, type ScreenAction } from './action-buttons.tsx';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { bindingsOf, Covered, InDialog, useKeys } from './use-keys.ts';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Esc, the close button, and a press beside the dialog. */
  readonly onClose: () => void;
  /** Beside "Cerrar", which every dialog has on Esc. */
  readonly actions?: readonly ScreenAction[];
  readonly closeLabel?: string;
}

/** Rendered while it is open. Holds the focus; the keys of the screen behind it rest. */
export function Dialog(props: DialogProps) {
  // Drawn above everything, it would be drawn above the lock.
  const isCovered = useContext(Covered);
  if (isCovered) return null;
  return (
    <ModalOverlay
      className={classes(styles.overlay)}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Modal className={classes(styles.modal)}>
        <InDialog value={true}>
          <Inside {...props} />
        </InDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Inside(props: DialogProps) {
  const text = useText();
  const actions = props.actions ?? [];
  useKeys(bindingsOf(actions.filter((action) => action.isDisabled !== true)));
  return (
    <AriaDialog className={classes(styles.dialog)}>
      <Heading slot="title" className={classes(styles.title)}>
        {props.title}
      </Heading>
      <div className={styles.body}>{props.children}</div>
      <footer className={styles.actions}>
        <Button keyHint="Escape" onPress={props.onClose} isAutoFocused={actions.length === 0}>
          {props.closeLabel ?? text('dialog.close')}
        </Button>
        <ActionButtons actions={actions} variant="primary" />
      </footer>
    </AriaDialog>
  );
}
