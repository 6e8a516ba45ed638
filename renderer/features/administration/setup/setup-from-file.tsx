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
import { SetupSummaryTape, toProvisioningFileSummary } from './summary-tape.tsx';

const MAX_FILE_CHARACTERS = 2_000_000;
const MAX_READ_SECONDS = 10;

type FileProblem =
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'text'; readonly key: TextKey };

/**
 * Set-up by a provisioning file. The page reads it, main validates it, the user reviews it, and
 * only then it is saved.
 */
export function SetupFromFile(props: { readonly onLeave: () => void }) {
  const text = useText();
  const [provisioning, setProvisioning] = useState<Provisioning | null>(null);

  if (provisioning !== null) {
    return (
      <SignedOutLayout shopAndPos={text('setup.heading')}>
        <CounterLayout
          idleTape={<SetupSummaryTape summary={toProvisioningFileSummary(provisioning)} />}
        >
          <SetupReview provisioning={provisioning} onBack={() => setProvisioning(null)} />
        </CounterLayout>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout shopAndPos={text('setup.heading')}>
      <main>
        <ProvisioningFileQuestion onRead={setProvisioning} onBack={props.onLeave} />
      </main>
    </SignedOutLayout>
  );
}

/** Asks for the file. Main validates it before `onRead` is called; nothing is saved. */
export function ProvisioningFileQuestion(props: {
  readonly hint?: TextKey;
  readonly onRead: (provisioning: Provisioning) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  const checkFile = useTillMutation('setup.checkFile');
  const [problem, setProblem] = useState<FileProblem | null>(null);

  const readFile = async (file: File): Promise<void> => {
    setProblem(null);
    if (file.size > MAX_FILE_CHARACTERS) {
      setProblem({ kind: 'text', key: 'setup.file.large' });
      return;
    }
    const content = await readFileAsText(file);
    if (content === null) {
      setProblem({ kind: 'text', key: 'setup.file.unreadable' });
      return;
    }
    const answer = await checkFile.run({ text: content });
    if (!answer.ok) {
      setProblem({ kind: 'problem', problem: answer.problem });
      return;
    }
    props.onRead(parseValidated(content));
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
            if (file !== null && file !== undefined) void readFile(file);
          }}
        >
          <Button variant="primary" keyHint="Enter" onPress={noop} isAutoFocused>
            {text('setup.file.choose')}
          </Button>
        </FileTrigger>
      </div>
      {checkFile.isPending ? (
        <LoadingIndicator label={text('setup.file.reading')} maxSeconds={MAX_READ_SECONDS} />
      ) : null}
      {problem === null ? null : problem.kind === 'problem' ? (
        <Notice tone="refused" {...describeProblem(problem.problem)} />
      ) : (
        <Notice tone="refused" title={text(problem.key)} />
      )}
    </Screen>
  );
}

/**
 * Parses a file that main has validated. Main and page use the same schema, so the parse does not
 * fail.
 */
function parseValidated(content: string): Provisioning {
  return provisioningSchema.parse(JSON.parse(content));
}

/** The button needs a handler, but `FileTrigger` opens the file picker. */
function noop(): void {}
