import type { ReactNode } from 'react';
import type { TrainingFault } from '../../../../shared/contract/index.ts';
import { PracticeAccounts } from '../../../app/index.ts';
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
  getFaultPresetId,
  getFaultSeconds,
} from './fault-presets.ts';

export const MAX_TRAINING_WAIT_SECONDS = 10;

export function FaultList(props: {
  readonly active: readonly TrainingFault[];
  readonly isReading: boolean;
  readonly onChoose: (preset: FaultPreset) => void;
  readonly onAllOff: () => void;
  readonly onGiveBack: () => void;
  readonly onHome: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const findActiveFault = (id: FaultPresetId) =>
    props.active.find((fault) => getFaultPresetId(fault.fault) === id);
  const actions: ScreenAction[] = [
    { label: text('training.home'), keyName: 'Escape', onAction: props.onHome },
    { label: text('training.refund'), keyName: 'Insert', onAction: props.onGiveBack },
  ];
  if (props.active.length > 0) {
    actions.push({ label: text('training.allOff'), keyName: 'Delete', onAction: props.onAllOff });
  }
  return (
    <Screen title={text('training.title')} hint={text('training.hint')} actions={actions} isDense>
      {props.isReading ? (
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
                seconds: getFaultSeconds(preset.fault),
              }),
              ...(activeFault === undefined
                ? {}
                : {
                    aside: text('training.on', {
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
      <PracticeAccounts />
    </Screen>
  );
}
