import { useRef, useState } from 'react';
import { DEFAULT_PAPER_COLUMNS } from '../../../../shared/rules/index.ts';
import {
  CounterLayout,
  SignedOutLayout,
  useProblemText,
  useSetTillState,
  useTillMutation,
} from '../../../app/index.ts';
import {
  ChoiceList,
  DraftTape,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { RestoreBackup } from './restore-backup.tsx';
import { SetupFromFile } from './setup-from-file.tsx';
import { SetupWizard } from './wizard.tsx';

type SetupMethod = 'training' | 'steps' | 'file' | 'restore';

const SETUP_METHODS: readonly SetupMethod[] = ['training', 'steps', 'file', 'restore'];
const MAX_START_SECONDS = 30;

/** The first screen. Training is the first choice, so that one Enter starts it. */
export function SetupPage() {
  const text = useText();
  const language = useLanguage();
  const describeProblem = useProblemText();
  const setTillState = useSetTillState();
  const startTraining = useTillMutation('setup.startTraining');
  const [method, setMethod] = useState<SetupMethod | null>(null);
  const isStarting = useRef(false);

  const startTrainingTill = async (): Promise<void> => {
    if (isStarting.current) return;
    isStarting.current = true;
    const answer = await startTraining.run({ language });
    isStarting.current = false;
    if (answer.ok) setTillState(answer.value);
  };

  if (method === 'steps') return <SetupWizard onLeave={() => setMethod(null)} />;
  if (method === 'restore') return <RestoreBackup onLeave={() => setMethod(null)} />;
  if (method === 'file') return <SetupFromFile onLeave={() => setMethod(null)} />;
  return (
    <SignedOutLayout shopAndPos={text('setup.heading')}>
      <CounterLayout
        idleTape={
          <DraftTape
            headerLines={[text('app.title')]}
            rows={[]}
            columns={DEFAULT_PAPER_COLUMNS}
            environment={null}
          />
        }
      >
        <Screen title={text('setup.start')}>
          <ChoiceList
            label={text('setup.start')}
            choices={SETUP_METHODS.map((id) => ({
              id,
              name: text(`setup.start.${id}`),
              detail: text(`setup.start.${id}.description`),
            }))}
            onChoose={(id) => (id === 'training' ? void startTrainingTill() : setMethod(id))}
            isAutoFocused
          />
          {startTraining.isPending ? (
            <LoadingIndicator label={text('setup.starting')} maxSeconds={MAX_START_SECONDS} />
          ) : null}
          {startTraining.problem === null ? null : (
            <Notice tone="refused" {...describeProblem(startTraining.problem)} />
          )}
        </Screen>
      </CounterLayout>
    </SignedOutLayout>
  );
}
