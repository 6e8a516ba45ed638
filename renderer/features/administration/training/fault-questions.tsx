import { type ReactNode, useState } from 'react';
import {
  type TrainingOperation,
  trainingOperationSchema,
} from '../../../../shared/contract/index.ts';
import { ChoiceList, Screen, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { type FaultPreset, getFaultDurationSeconds } from './fault-presets.ts';

const OFF = 'off';

export function FaultOperationQuestion(props: {
  readonly preset: FaultPreset;
  readonly isFaultActive: boolean;
  readonly onChoose: (operation: TrainingOperation) => void;
  readonly onOff: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const { preset } = props;
  // The most instructive operation is listed first, so that Enter selects it.
  const operations = [
    preset.operation,
    ...trainingOperationSchema.options.filter((operation) => operation !== preset.operation),
  ];
  return (
    <Screen
      key="operation"
      title={text('training.operation')}
      hint={text(`fault.${preset.id}.description`, {
        seconds: getFaultDurationSeconds(preset.fault),
      })}
      actions={[{ label: text('training.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <ChoiceList<TrainingOperation | typeof OFF>
        label={text('training.operations')}
        isAutoFocused
        choices={[
          ...(props.isFaultActive ? [{ id: OFF, name: text('training.off') } as const] : []),
          ...operations.map((operation) => ({
            id: operation,
            name: text(`operation.${operation}`),
          })),
        ]}
        onChoose={(id) => (id === OFF ? props.onOff() : props.onChoose(id))}
      />
      {props.children}
    </Screen>
  );
}

export function FaultCountQuestion(props: {
  readonly preset: FaultPreset;
  readonly operation: TrainingOperation;
  readonly isBusy: boolean;
  readonly onSet: (times: number) => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const [timesText, setTimesText] = useState('1');
  const [isInvalid, setInvalid] = useState(false);
  const submit = () => {
    if (/^[1-9]\d{0,2}$/.test(timesText)) props.onSet(Number(timesText));
    else setInvalid(true);
  };
  return (
    <Screen
      key="times"
      title={text('training.times')}
      hint={`${text(`fault.${props.preset.id}`)} · ${text(`operation.${props.operation}`)}`}
      actions={[
        {
          label: text('training.switchOn'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: submit,
          isDisabled: props.isBusy,
        },
        { label: text('training.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      <TextField
        label={text('training.times.label')}
        value={timesText}
        onChange={(typedText) => {
          setTimesText(typedText.replace(/\D/g, '').slice(0, 3));
          setInvalid(false);
        }}
        description={text('training.times.hint')}
        error={isInvalid ? text('training.times.wrong') : null}
        isNumeric
        isLarge
        isAutoFocused
      />
      {props.children}
    </Screen>
  );
}
