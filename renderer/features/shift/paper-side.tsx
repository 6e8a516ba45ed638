import { assertNever, type Tape as TapeValue } from '../../../shared/contract/index.ts';
import { type KeyName, TapeSlot, useKeys, useTillMutation, useTillQuery } from '../../app/index.ts';
import { Button, bindingsOf, Tape } from '../../components/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import styles from './shift.module.css';

interface PaperAction {
  readonly label: string;
  readonly keyName: KeyName;
  readonly onAction: () => void;
}

/** The paper of what was just done: its picture, how it is, and what can be done about it. */
export function PaperSide(props: { readonly jobId: string }) {
  const { jobId } = props;
  const text = useText();
  const job = useTillQuery('printing.job', { jobId }, { asksAnew: true });
  const retry = useTillMutation('printing.retry');
  const confirm = useTillMutation('printing.confirm');
  const tape = job.value;
  const isBusy = retry.isWaiting || confirm.isWaiting;
  const actions = tape === undefined || isBusy ? [] : actionsOf(tape);
  useKeys(bindingsOf(actions));

  function actionsOf({ state }: TapeValue): readonly PaperAction[] {
    switch (state) {
      case 'waiting':
      case 'printing':
      case 'printed':
      case 'skipped':
        return [];
      case 'refused':
      case 'failed':
        return [
          {
            label: text('shift.printAgain'),
            keyName: 'Control+P',
            onAction: () => void retry.run({ jobId, approval: null }).then(job.again),
          },
        ];
      case 'unconfirmed':
        return [
          {
            label: text('shift.paper.yes'),
            keyName: 'Control+Y',
            onAction: () => void confirm.run({ jobId, cameOut: true }).then(job.again),
          },
          {
            label: text('shift.paper.no'),
            keyName: 'Control+P',
            onAction: () => void confirm.run({ jobId, cameOut: false }).then(job.again),
          },
        ];
      default:
        return assertNever(state);
    }
  }

  if (tape === undefined) return null;
  return (
    <TapeSlot>
      <div className={styles.side}>
        <section className={styles.paper} aria-label={text('shift.paper')}>
          <p role="status">{wordsOf(tape, text)}</p>
          {actions.length === 0 ? null : (
            <div className={styles.buttons}>
              {actions.map((action) => (
                <Button
                  key={action.keyName}
                  variant="paper"
                  keyHint={action.keyName}
                  onPress={action.onAction}
                >
                  {action.label}
                </Button>
              ))}
            </div>
          )}
        </section>
        <Tape lines={tape.lines} columns={tape.columns} />
      </div>
    </TapeSlot>
  );
}

function wordsOf({ state }: TapeValue, text: Text): string {
  switch (state) {
    case 'waiting':
    case 'printing':
      return text('shift.paper.printing');
    case 'printed':
    case 'skipped':
      return text('shift.paper.printed');
    case 'refused':
    case 'failed':
      return text('shift.paper.failed');
    case 'unconfirmed':
      return text('shift.paper.question');
    default:
      return assertNever(state);
  }
}

/** True while the paper has a question or an offer of its own on the key that prints. */
export function usePaperAsks(jobId: string | null): boolean {
  const job = useTillQuery('printing.job', { jobId: jobId ?? '-' }, { isEnabled: jobId !== null });
  const state = jobId === null ? undefined : job.value?.state;
  return state === 'refused' || state === 'failed' || state === 'unconfirmed';
}
