import type { ReactNode } from 'react';
import type { TrainingFault } from '../../../../shared/contract/index.ts';
import { TrainingAccountList } from '../../../app/index.ts';
import {
  ChoiceList,
  LoadingIndicator,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import {
  FAULT_PRESETS,
  type FaultPreset,
  type FaultPresetId,
  getFaultDurationSeconds,
  getFaultPresetId,
} from './fault-presets.ts';

export const MAX_TRAINING_WAIT_SECONDS = 10;

export function FaultList(props: {
  readonly activeFaults: readonly TrainingFault[];
  readonly isLoading: boolean;
  readonly onChoose: (preset: FaultPreset) => void;
  readonly onRemoveAll: () => void;
  readonly onRefund: () => void;
  readonly onHome: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const findActiveFault = (id: FaultPresetId) =>
    props.activeFaults.find((fault) => getFaultPresetId(fault.fault) === id);
  const actions: ScreenAction[] = [
    { label: text('training.home'), keyName: 'Escape', onAction: props.onHome },
    { label: text('training.refund'), keyName: 'Insert', onAction: props.onRefund },
  ];
  if (props.activeFaults.length > 0) {
    actions.push({
      label: text('training.allOff'),
      keyName: 'Delete',
      onAction: props.onRemoveAll,
    });
  }
  return (
    <Screen title={text('training.title')} hint={text('training.hint')} actions={actions} isDense>
      {props.isLoading ? (
        <LoadingIndicator label={text('training.reading')} maxSeconds={MAX_TRAINING_WAIT_SECONDS} />
      ) : (
        <ChoiceList
          label={text('training.list')}
          isAutoFocused
          choices={FAULT_PRESETS.map((preset) => {
            const activeFault = findActiveFault(preset.id);
            return {
              id: preset.id,
              name: text(`fault.${preset.id}`),
              detail: text(`fault.${preset.id}.description`, {
                seconds: getFaultDurationSeconds(preset.fault),
              }),
              ...(activeFault === undefined
                ? {}
                : {
                    trailingContent: text('training.on', {
                      operation: text(`operation.${activeFault.operation}`),
                      count: activeFault.times,
                    }),
                  }),
            };
          })}
          onChoose={(id) => {
            const preset = FAULT_PRESETS.find((preset) => preset.id === id);
            if (preset !== undefined) props.onChoose(preset);
          }}
        />
      )}
      {props.children}
      <h2>{text('practice.accounts')}</h2>
      <TrainingAccountList />
    </Screen>
  );
}
