import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import {
  type Problem,
  type Provisioning,
  provisioningSchema,
} from '../../../../shared/contract/index.ts';
import {
  CounterLayout,
  SignedOutLayout,
  useProblemText,
  useTillMutation,
} from '../../../app/index.ts';
import { readFileAsText } from '../../../app/questions/index.ts';
import { Button, LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { type TextKey, useText } from '../../../i18n/index.ts';
import { SetupReview } from './setup-review.tsx';
import { SummaryTape, toFileSummary } from './summary-tape.tsx';

const MAX_FILE_CHARACTERS = 2_000_000;
const MAX_READ_SECONDS = 10;

type FileProblem =
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'text'; readonly key: TextKey };

/**
 * Set-up by a provisioning file: read in the page, checked by main, reviewed, and only then kept.
 */
export function SetupFromFile(props: { readonly onLeave: () => void }) {
  const text = useText();
  const [read, setRead] = useState<Provisioning | null>(null);

  if (read !== null) {
    return (
      <SignedOutLayout where={text('setup.where')}>
        <CounterLayout idleTape={<SummaryTape summary={toFileSummary(read)} />}>
          <SetupReview provisioning={read} onBack={() => setRead(null)} />
        </CounterLayout>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout where={text('setup.where')}>
      <main>
        <FileQuestion onRead={setRead} onBack={props.onLeave} />
      </main>
    </SignedOutLayout>
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
  const [trouble, setTrouble] = useState<FileProblem | null>(null);

  const take = async (file: File): Promise<void> => {
    setTrouble(null);
    if (file.size > MAX_FILE_CHARACTERS) {
      setTrouble({ kind: 'text', key: 'setup.file.large' });
      return;
    }
    const content = await readFileAsText(file);
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
          <Button variant="primary" keyHint="Enter" onPress={noop} isAutoFocused>
            {text('setup.file.choose')}
          </Button>
        </FileTrigger>
      </div>
      {checkFile.isWaiting ? (
        <LoadingIndicator label={text('setup.file.reading')} maxSeconds={MAX_READ_SECONDS} />
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
function noop(): void {}
