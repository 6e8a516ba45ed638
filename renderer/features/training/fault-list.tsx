import type { ReactNode } from 'react';
import type { TrainingFault } from '../../../shared/contract/index.ts';
import { ChoiceList, Screen, type ScreenAction, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { faultSeconds, PRESETS, type Preset, type PresetId, presetId } from './presets.ts';

export const LONGEST_SECONDS = 10;

export function FaultList(props: {
  readonly active: readonly TrainingFault[];
  readonly isReading: boolean;
  readonly onChoose: (preset: Preset) => void;
  readonly onAllOff: () => void;
  readonly onGiveBack: () => void;
  readonly onHome: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const activeOf = (id: PresetId) => props.active.find((one) => presetId(one.fault) === id);
  const actions: ScreenAction[] = [
    { label: text('training.home'), keyName: 'Escape', onAction: props.onHome },
    { label: text('training.giveBack'), keyName: 'Insert', onAction: props.onGiveBack },
  ];
  if (props.active.length > 0) {
    actions.push({ label: text('training.allOff'), keyName: 'Delete', onAction: props.onAllOff });
  }
  return (
    <Screen title={text('training.title')} hint={text('training.hint')} actions={actions}>
      {props.isReading ? (
        <Waiting what={text('training.reading')} longestSeconds={LONGEST_SECONDS} />
      ) : (
        <ChoiceList
          label={text('training.list')}
          isAutoFocused
          choices={PRESETS.map((preset) => {
            const on = activeOf(preset.id);
            return {
              id: preset.id,
              name: text(`fault.${preset.id}`),
              detail: text(`fault.${preset.id}.what`, { seconds: faultSeconds(preset.fault) }),
              ...(on === undefined
                ? {}
                : {
                    aside: text('training.on', {
                      operation: text(`operation.${on.operation}`),
                      count: on.times,
                    }),
                  }),
            };
          })}
          onChoose={(id) => {
            const preset = PRESETS.find((one) => one.id === id);
            if (preset !== undefined) props.onChoose(preset);
          }}
        />
      )}
      {props.children}
    </Screen>
  );
}
