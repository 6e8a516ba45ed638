import { useRef, useState } from 'react';
import { DEFAULT_COLUMNS } from '../../../../shared/rules/index.ts';
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
import { Wizard } from './wizard.tsx';

type SetupMethod = 'training' | 'steps' | 'file' | 'restore';

const SETUP_METHODS: readonly SetupMethod[] = ['training', 'steps', 'file', 'restore'];
const MAX_START_SECONDS = 30;

/** The first screen: training is the first choice, one Enter away. */
export function Setup() {
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const keep = useSetTillState();
  const startTraining = useTillMutation('setup.startTraining');
  const [way, setWay] = useState<SetupMethod | null>(null);
  const isStarting = useRef(false);

  const start = async (): Promise<void> => {
    if (isStarting.current) return;
    isStarting.current = true;
    const answer = await startTraining.run({ language });
    isStarting.current = false;
    if (answer.ok) keep(answer.value);
  };

  if (way === 'steps') return <Wizard onLeave={() => setWay(null)} />;
  if (way === 'restore') return <RestoreBackup onLeave={() => setWay(null)} />;
  if (way === 'file') return <SetupFromFile onLeave={() => setWay(null)} />;
  return (
    <SignedOutLayout where={text('setup.where')}>
      <CounterLayout
        idleTape={
          <DraftTape
            head={[text('app.title')]}
            rows={[]}
            columns={DEFAULT_COLUMNS}
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
              detail: text(`setup.start.${id}.what`),
            }))}
            onChoose={(id) => (id === 'training' ? void start() : setWay(id))}
            isAutoFocused
          />
          {startTraining.isWaiting ? (
            <LoadingIndicator label={text('setup.starting')} maxSeconds={MAX_START_SECONDS} />
          ) : null}
          {startTraining.problem === null ? null : (
            <Notice tone="refused" {...describe(startTraining.problem)} />
          )}
        </Screen>
      </CounterLayout>
    </SignedOutLayout>
  );
}
