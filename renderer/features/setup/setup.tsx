import { useRef, useState } from 'react';
import { DEFAULT_COLUMNS } from '../../../shared/rules/index.ts';
import {
  Counter,
  PlainPage,
  useKeepTillState,
  useProblemText,
  useTillMutation,
} from '../../app/index.ts';
import { ChoiceList, DraftTape, Notice, Screen, Waiting } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { FromFile } from './file.tsx';
import { RestoreBackup } from './restore.tsx';
import { Wizard } from './wizard.tsx';

type Way = 'training' | 'steps' | 'file' | 'restore';

const WAYS: readonly Way[] = ['training', 'steps', 'file', 'restore'];
const LONGEST_START_SECONDS = 30;

/** The first screen: training is the first choice, one Enter away. */
export function Setup() {
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const keep = useKeepTillState();
  const startTraining = useTillMutation('setup.startTraining');
  const [way, setWay] = useState<Way | null>(null);
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
  if (way === 'file') return <FromFile onLeave={() => setWay(null)} />;
  return (
    <PlainPage where={text('setup.where')}>
      <Counter
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
            choices={WAYS.map((id) => ({
              id,
              name: text(`setup.start.${id}`),
              detail: text(`setup.start.${id}.what`),
            }))}
            onChoose={(id) => (id === 'training' ? void start() : setWay(id))}
            isAutoFocused
          />
          {startTraining.isWaiting ? (
            <Waiting what={text('setup.starting')} longestSeconds={LONGEST_START_SECONDS} />
          ) : null}
          {startTraining.problem === null ? null : (
            <Notice tone="refused" {...describe(startTraining.problem)} />
          )}
        </Screen>
      </Counter>
    </PlainPage>
  );
}
