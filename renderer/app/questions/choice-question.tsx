import type { ReactNode } from 'react';
import { type Choice, ChoiceList, Screen, type ScreenAction } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';

/** A question with a list of answers; choosing one continues immediately. */
export function ChoiceQuestion<Id extends string>(props: {
  readonly title: TextKey;
  readonly hint?: string;
  readonly listLabel?: TextKey;
  readonly choices: readonly Choice<Id>[];
  readonly selectedId: Id | null;
  readonly onChoose: (id: Id) => void;
  readonly onBack: () => void;
  readonly onHighlight?: (id: Id) => void;
  readonly actions?: readonly ScreenAction[];
  /**
   * The choices have a fixed order: each keeps its position, and the focus starts on the current
   * choice.
   */
  readonly hasFixedOrder?: boolean;
  readonly children?: ReactNode;
}) {
  const text = useText();
  // The current choice is first, so that Enter keeps it.
  const choices =
    props.hasFixedOrder === true
      ? props.choices
      : [...props.choices].sort(
          (a, b) => Number(b.id === props.selectedId) - Number(a.id === props.selectedId),
        );
  return (
    <Screen
      title={text(props.title)}
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      actions={[
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        ...(props.actions ?? []),
      ]}
    >
      <ChoiceList
        label={text(props.listLabel ?? props.title)}
        choices={choices}
        selectedId={props.selectedId}
        onChoose={props.onChoose}
        {...(props.onHighlight === undefined ? {} : { onHighlight: props.onHighlight })}
        isAutoFocused
      />
      {props.children}
    </Screen>
  );
}
