import { type ReactNode, useState } from 'react';
import {
  type TrainingFault,
  type TrainingOperation,
  trainingOperation,
} from '../../../shared/contract/index.ts';
import { useNavigation, useProblemText, useTillMutation, useTillQuery } from '../../app/index.ts';
import {
  ChoiceList,
  Notice,
  Screen,
  type ScreenAction,
  TextField,
  Waiting,
} from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import {
  faultSeconds,
  PRESETS,
  type Preset,
  type PresetId,
  presetId,
  withFault,
  withoutFault,
} from './presets.ts';

type Step =
  | { readonly at: 'list' }
  | { readonly at: 'operation'; readonly preset: Preset }
  | { readonly at: 'times'; readonly preset: Preset; readonly operation: TrainingOperation };

const LONGEST_SECONDS = 10;
const OFF = 'off';

export function TrainingPanel() {
  const text = useText();
  const describe = useProblemText();
  const { goHome } = useNavigation();
  const state = useTillQuery('training.state', {}, { asksAnew: true });
  const setFaults = useTillMutation('training.setFaults');
  const [step, setStep] = useState<Step>({ at: 'list' });
  const active = (state.value?.faults ?? []).filter((one) => one.times > 0);

  const send = async (faults: TrainingFault[]): Promise<void> => {
    const answer = await setFaults.run({ faults });
    if (!answer.ok) return;
    state.again();
    setStep({ at: 'list' });
  };

  const problem = setFaults.problem ?? state.problem;
  const beneath = (
    <>
      {setFaults.isWaiting ? (
        <Waiting what={text('training.saving')} longestSeconds={LONGEST_SECONDS} />
      ) : null}
      {problem === null ? null : <Notice tone="refused" {...describe(problem)} />}
    </>
  );

  switch (step.at) {
    case 'list':
      return (
        <FaultList
          active={active}
          isReading={state.isWaiting}
          onChoose={(preset) => setStep({ at: 'operation', preset })}
          onAllOff={() => void send(active.map((one) => ({ ...one, times: 0 })))}
          onHome={goHome}
        >
          {beneath}
        </FaultList>
      );
    case 'operation':
      return (
        <OperationQuestion
          preset={step.preset}
          isOn={active.some((one) => presetId(one.fault) === step.preset.id)}
          onChoose={(operation) => setStep({ at: 'times', preset: step.preset, operation })}
          onOff={() => void send(withoutFault(active, step.preset.id))}
          onBack={() => setStep({ at: 'list' })}
        >
          {beneath}
        </OperationQuestion>
      );
    case 'times':
      return (
        <TimesQuestion
          preset={step.preset}
          operation={step.operation}
          isBusy={setFaults.isWaiting}
          onSet={(times) => void send(withFault(active, step.preset, step.operation, times))}
          onBack={() => setStep({ at: 'operation', preset: step.preset })}
        >
          {beneath}
        </TimesQuestion>
      );
  }
}

function FaultList(props: {
  readonly active: readonly TrainingFault[];
  readonly isReading: boolean;
  readonly onChoose: (preset: Preset) => void;
  readonly onAllOff: () => void;
  readonly onHome: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const activeOf = (id: PresetId) => props.active.find((one) => presetId(one.fault) === id);
  const actions: ScreenAction[] = [
    { label: text('training.home'), keyName: 'Escape', onAction: props.onHome },
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

function OperationQuestion(props: {
  readonly preset: Preset;
  readonly isOn: boolean;
  readonly onChoose: (operation: TrainingOperation) => void;
  readonly onOff: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const { preset } = props;
  // The operation in which the fault teaches the most comes first, under the cashier's Enter.
  const operations = [
    preset.operation,
    ...trainingOperation.options.filter((one) => one !== preset.operation),
  ];
  return (
    <Screen
      key="operation"
      title={text('training.where')}
      hint={text(`fault.${preset.id}.what`, { seconds: faultSeconds(preset.fault) })}
      actions={[{ label: text('training.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <ChoiceList<TrainingOperation | typeof OFF>
        label={text('training.operations')}
        isAutoFocused
        choices={[
          ...(props.isOn ? [{ id: OFF, name: text('training.off') } as const] : []),
          ...operations.map((one) => ({ id: one, name: text(`operation.${one}`) })),
        ]}
        onChoose={(id) => (id === OFF ? props.onOff() : props.onChoose(id))}
      />
      {props.children}
    </Screen>
  );
}

function TimesQuestion(props: {
  readonly preset: Preset;
  readonly operation: TrainingOperation;
  readonly isBusy: boolean;
  readonly onSet: (times: number) => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const [typed, setTyped] = useState('1');
  const [isWrong, setWrong] = useState(false);
  const goOn = () => {
    if (/^[1-9]\d{0,2}$/.test(typed)) props.onSet(Number(typed));
    else setWrong(true);
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
          onAction: goOn,
          isDisabled: props.isBusy,
        },
        { label: text('training.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      <TextField
        label={text('training.times.label')}
        value={typed}
        onChange={(next) => {
          setTyped(next.replace(/\D/g, '').slice(0, 3));
          setWrong(false);
        }}
        description={text('training.times.hint')}
        error={isWrong ? text('training.times.wrong') : null}
        isNumeric
        isLarge
        isAutoFocused
      />
      {props.children}
    </Screen>
  );
}
