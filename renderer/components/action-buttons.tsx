import { Button, type ButtonVariant } from './button.tsx';
import type { KeyName } from './use-keys.ts';

/** An action on a screen or in a dialog, with its key. */
export interface ScreenAction {
  readonly label: string;
  readonly keyName: KeyName;
  readonly onAction: () => void;
  readonly variant?: ButtonVariant;
  readonly isDisabled?: boolean;
  /** Disabled for this time from now on; the button shows that it is not active yet. */
  readonly enabledAfterMs?: number;
}

export function isActionEnabled({ isDisabled, enabledAfterMs }: ScreenAction): boolean {
  return isDisabled !== true && enabledAfterMs === undefined;
}

/** One button for each action, labelled with its key. The caller binds the keys. */
export function ActionButtons(props: {
  readonly actions: readonly ScreenAction[];
  /** For actions without a variant. */
  readonly variant: ButtonVariant;
}) {
  return props.actions.map((action) => (
    <Button
      key={action.keyName}
      variant={action.variant ?? props.variant}
      keyHint={action.keyName}
      onPress={action.onAction}
      isDisabled={!isActionEnabled(action)}
      {...(action.enabledAfterMs === undefined ? {} : { enabledAfterMs: action.enabledAfterMs })}
    >
      {action.label}
    </Button>
  ));
}
