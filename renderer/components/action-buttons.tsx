import { Button, type ButtonVariant } from './button.tsx';
import type { KeyName } from './use-keys.ts';

/** What the cashier can do on a screen or in a dialog, with the key that does it. */
export interface ScreenAction {
  readonly label: string;
  readonly keyName: KeyName;
  readonly onAction: () => void;
  readonly variant?: ButtonVariant;
  readonly isDisabled?: boolean;
}

/** One button an action, with its key; the keys are bound by whoever shows them. */
export function ActionButtons(props: {
  readonly actions: readonly ScreenAction[];
  /** Of an action that names none. */
  readonly variant: ButtonVariant;
}) {
  return props.actions.map((action) => (
    <Button
      key={action.keyName}
      variant={action.variant ?? props.variant}
      keyHint={action.keyName}
      onPress={action.onAction}
      isDisabled={action.isDisabled ?? false}
    >
      {action.label}
    </Button>
  ));
}
