import { type ReactNode, useContext, useEffect } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../i18n/index.ts';
import { ActionButtons, isActionEnabled, type ScreenAction } from './action-buttons.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { KEYPAD_HOST_ATTRIBUTE, KeypadDock } from './keypad/index.ts';
import { scheduleScreenFocusRestore } from './screen-focus.ts';
import { useActionBarRef } from './use-action-bar-ref.ts';
import { InDialogContext, IsPageLockedContext, toKeyBindings, useKeyBindings } from './use-keys.ts';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Called by Esc, the close button and a press outside the dialog. */
  readonly onClose: () => void;
  /** In addition to "Cerrar", which every dialog has on Esc. */
  readonly actions?: readonly ScreenAction[];
  readonly closeLabel?: string;
  /** `tape`: in the tape's place, as tall as the window. */
  readonly placement?: 'tape';
}

/**
 * Render it while it is open. It traps the focus, returns it to the screen when it closes, and
 * disables the keys of the screen behind it.
 */
export function Dialog(props: DialogProps) {
  // Dialogs are rendered above everything, so this one would also be above the lock.
  const isLocked = useContext(IsPageLockedContext);
  if (isLocked) return null;
  return (
    <ModalOverlay
      className={classNames(styles.overlay, props.placement === 'tape' && styles.overlayAtTape)}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Modal
        className={classNames(styles.modal, props.placement === 'tape' && styles.dialogAtTape)}
      >
        <InDialogContext value={true}>
          <DialogContent {...props} />
        </InDialogContext>
      </Modal>
    </ModalOverlay>
  );
}

function DialogContent(props: DialogProps) {
  const text = useText();
  const actions = props.actions ?? [];
  const bar = useActionBarRef();
  const closeLabel = props.closeLabel ?? text('dialog.close');
  useKeyBindings({
    ...toKeyBindings(actions.filter(isActionEnabled)),
    // Listed only: the overlay itself handles Escape.
    Escape: { label: closeLabel },
  });
  useEffect(() => scheduleScreenFocusRestore, []);
  return (
    <AriaDialog className={classNames(styles.dialog)} {...KEYPAD_HOST_ATTRIBUTE}>
      <Heading slot="title" className={classNames(styles.title)}>
        {props.title}
      </Heading>
      <div className={styles.body}>{props.children}</div>
      <footer className={styles.actions} ref={bar}>
        <div className={styles.scrollFade} data-goes-on="yes" aria-hidden="true" />
        <KeypadDock className={styles.keypad} />
        <Button keyHint="Escape" onPress={props.onClose} isAutoFocused={actions.length === 0}>
          {closeLabel}
        </Button>
        <ActionButtons actions={actions} variant="primary" />
      </footer>
    </AriaDialog>
  );
}
