import { useState } from 'react';
import type { TrainingFault, TrainingOperation } from '../../../../shared/contract/index.ts';
import {
  useNavigation,
  useProblemText,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import { LoadingIndicator, Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { FaultList, MAX_TRAINING_WAIT_SECONDS } from './fault-list.tsx';
import { type FaultPreset, getFaultPresetId, removeFault, setFault } from './fault-presets.ts';
import { FaultCountQuestion, FaultOperationQuestion } from './fault-questions.tsx';

type Step =
  | { readonly at: 'list' }
  | { readonly at: 'operation'; readonly preset: FaultPreset }
  | { readonly at: 'times'; readonly preset: FaultPreset; readonly operation: TrainingOperation };

export function TrainingPanel() {
  const text = useText();
  const describeProblem = useProblemText();
  const { goHome } = useNavigation();
  const state = useTillQuery('training.state', {}, { refetchOnMount: 'always' });
  const setFaults = useTillMutation('training.setFaults');
  const giveBack = useTillMutation('training.refund');
  const [step, setStep] = useState<Step>({ at: 'list' });
  const active = (state.value?.faults ?? []).filter((fault) => fault.times > 0);

  const saveFaults = async (faults: TrainingFault[]): Promise<void> => {
    const answer = await setFaults.run({ faults });
    if (!answer.ok) return;
    state.refetch();
    setStep({ at: 'list' });
  };

  const problem = setFaults.problem ?? giveBack.problem ?? state.problem;
  const notices = (
    <>
      {setFaults.isPending ? (
        <LoadingIndicator label={text('training.saving')} maxSeconds={MAX_TRAINING_WAIT_SECONDS} />
      ) : null}
      {giveBack.value === undefined ? null : (
        <Notice
          tone="info"
          title={text(giveBack.value.isDone ? 'training.refunded' : 'training.nothingToRefund')}
        />
      )}
      {problem === null ? null : <Notice tone="refused" {...describeProblem(problem)} />}
    </>
  );

  switch (step.at) {
    case 'list':
      return (
        <FaultList
          activeFaults={active}
          isLoading={state.isPending}
          onChoose={(preset) => setStep({ at: 'operation', preset })}
          onRemoveAll={() => void saveFaults(active.map((fault) => ({ ...fault, times: 0 })))}
          onHome={goHome}
          onRefund={() => void giveBack.run({})}
        >
          {notices}
        </FaultList>
      );
    case 'operation':
      return (
        <FaultOperationQuestion
          preset={step.preset}
          isFaultActive={active.some((fault) => getFaultPresetId(fault.fault) === step.preset.id)}
          onChoose={(operation) => setStep({ at: 'times', preset: step.preset, operation })}
          onOff={() => void saveFaults(removeFault(active, step.preset.id))}
          onBack={() => setStep({ at: 'list' })}
        >
          {notices}
        </FaultOperationQuestion>
      );
    case 'times':
      return (
        <FaultCountQuestion
          preset={step.preset}
          operation={step.operation}
          isBusy={setFaults.isPending}
          onSet={(times) => void saveFaults(setFault(active, step.preset, step.operation, times))}
          onBack={() => setStep({ at: 'operation', preset: step.preset })}
        >
          {notices}
        </FaultCountQuestion>
      );
  }
}
