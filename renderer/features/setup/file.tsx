import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import {
  type Problem,
  type Provisioning,
  provisioningSchema,
} from '../../../shared/contract/index.ts';
import { Counter, PlainPage, useProblemText, useTillMutation } from '../../app/index.ts';
import { readText } from '../../app/questions/index.ts';
import { Button, Notice, Screen, Waiting } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import { Review } from './review.tsx';
import { SummaryTape, summaryOfFile } from './summary.tsx';

const MOST_CHARACTERS = 2_000_000;
const LONGEST_READ_SECONDS = 10;

type Trouble =
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'text'; readonly key: TextKey };

/**
 * Set-up by a provisioning file: read in the page, checked by main, reviewed, and only then kept.
 */
export function FromFile(props: { readonly onLeave: () => void }) {
  const text = useText();
  const [read, setRead] = useState<Provisioning | null>(null);

  if (read !== null) {
    return (
      <PlainPage where={text('setup.where')}>
        <Counter idleTape={<SummaryTape summary={summaryOfFile(read)} />}>
          <Review provisioning={read} onBack={() => setRead(null)} />
        </Counter>
      </PlainPage>
    );
  }
  return (
    <PlainPage where={text('setup.where')}>
      <main>
        <FileQuestion onRead={setRead} onBack={props.onLeave} />
      </main>
    </PlainPage>
  );
}

/** Asks for the file. Main checks it before it is passed on; nothing is kept. */
export function FileQuestion(props: {
  readonly hint?: TextKey;
  readonly onRead: (provisioning: Provisioning) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describe = useProblemText();
  const checkFile = useTillMutation('setup.checkFile');
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const take = async (file: File): Promise<void> => {
    setTrouble(null);
    if (file.size > MOST_CHARACTERS) {
      setTrouble({ kind: 'text', key: 'setup.file.large' });
      return;
    }
    const content = await readText(file);
    if (content === null) {
      setTrouble({ kind: 'text', key: 'setup.file.unreadable' });
      return;
    }
    const answer = await checkFile.run({ text: content });
    if (!answer.ok) {
      setTrouble({ kind: 'problem', problem: answer.problem });
      return;
    }
    props.onRead(parseChecked(content));
  };

  return (
    <Screen
      title={text('setup.file')}
      hint={text(props.hint ?? 'setup.file.hint')}
      actions={[{ label: text('setup.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <div>
        <FileTrigger
          acceptedFileTypes={['.json', 'application/json']}
          onSelect={(files) => {
            const file = files?.item(0);
            if (file !== null && file !== undefined) void take(file);
          }}
        >
          <Button variant="primary" keyHint="Enter" onPress={nothing} isAutoFocused>
            {text('setup.file.choose')}
          </Button>
        </FileTrigger>
      </div>
      {checkFile.isWaiting ? (
        <Waiting what={text('setup.file.reading')} longestSeconds={LONGEST_READ_SECONDS} />
      ) : null}
      {trouble === null ? null : trouble.kind === 'problem' ? (
        <Notice tone="refused" {...describe(trouble.problem)} />
      ) : (
        <Notice tone="refused" happened={text(trouble.key)} />
      )}
    </Screen>
  );
}

/** Main has checked this very text against this schema. */
function parseChecked(content: string): Provisioning {
  return provisioningSchema.parse(JSON.parse(content));
}

/** `FileTrigger` opens the file picker. */
function nothing(): void {}
