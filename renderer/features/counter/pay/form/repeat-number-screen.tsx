import { Screen, TextField } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';

/** Asks for the phone number again, without showing the first one. */
export function RepeatNumberScreen(props: StepProps<'repeat-number'>) {
  const { step, dispatch, press } = props;
  const text = useText();
  return (
    <Screen
      title={text('pay.repeat.title')}
      hint={text('pay.repeat.hint')}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text('pay.continue'),
          keyName: 'Enter',
          onAction: () => press('enter'),
          variant: 'primary',
        },
      ]}
    >
      <TextField
        label={text('pay.repeat.label')}
        value={step.text}
        onChange={(typed) => dispatch({ type: 'typed', field: 'repeat', text: typed })}
        error={step.isDifferent ? text('pay.repeat.different') : null}
        isNumeric
        isLarge
        isAutoFocused
        maxLength={64}
      />
    </Screen>
  );
}
