import { assertNever, type Tape as TapeValue } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import {
  PrintApprovalDialog,
  TapeSlot,
  usePaperPrinting,
  useProblemText,
  useTill,
  useTillQuery,
} from '../../app/index.ts';
import {
  Notice,
  type PaperAction,
  PaperActionBar,
  PrintProgress,
  Tape,
} from '../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../i18n/index.ts';
import styles from './shift.module.css';

/** The paper of the last action: its image, its print status, and the available actions. */
export function PaperPreviewPanel(props: { readonly jobId: string }) {
  const { jobId } = props;
  const text = useText();
  const language = useLanguage();
  const { environment } = useTill();
  const describeProblem = useProblemText();
  const job = useTillQuery('printing.job', { jobId }, { refetchOnMount: 'always' });
  const printing = usePaperPrinting();
  const { problem, isApprovalNeeded } = printing;
  const tape = job.value;
  const actions = tape === undefined || printing.isBusy ? [] : createActions(tape);

  function createActions({ state }: TapeValue): readonly PaperAction[] {
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
            onAction: () => printing.print({ kind: 'job', jobId }, job.refetch),
          },
        ];
      case 'unconfirmed':
        return [
          {
            label: text('shift.paper.yes'),
            keyName: 'Control+Y',
            onAction: () => void printing.confirmPrintResult(jobId, true, job.refetch),
          },
          {
            label: text('shift.paper.no'),
            keyName: 'Control+P',
            onAction: () => void printing.confirmPrintResult(jobId, false, job.refetch),
          },
        ];
      default:
        return assertNever(state);
    }
  }

  if (tape === undefined) return null;
  return (
    <TapeSlot>
      <div className={styles.paperSide}>
        <PaperActionBar label={text('shift.paper')} actions={actions}>
          <div role="status">
            <p>{formatPaperStatus(tape, text)}</p>
            <PrintProgress sentFraction={tape.sentShare} />
            {tape.isDrawerKept ? <p>{getReceiptTexts(language).drawerNotOpened}</p> : null}
          </div>
          {problem === null || isApprovalNeeded ? null : (
            <Notice tone="warning" {...describeProblem(problem)} />
          )}
        </PaperActionBar>
        {tape.isWithheld ? (
          <p>{text('shift.paper.withheld')}</p>
        ) : (
          <Tape lines={tape.lines} columns={tape.columns} environment={environment} />
        )}
      </div>
      {isApprovalNeeded ? (
        <PrintApprovalDialog
          printing={printing}
          title={text('shift.printAgain')}
          explanation={text('shift.approvePaper')}
          permission="x-report"
        />
      ) : null}
    </TapeSlot>
  );
}

function formatPaperStatus({ state, isOnScreen }: TapeValue, text: TextFunction): string {
  if (isOnScreen) return text('shift.paper.onScreen');
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

/** Whether the print key is already used by the paper's own actions. */
export function useIsPrintKeyTaken(jobId: string | null): boolean {
  const job = useTillQuery('printing.job', { jobId: jobId ?? '-' }, { enabled: jobId !== null });
  const state = jobId === null ? undefined : job.value?.state;
  return state === 'refused' || state === 'failed' || state === 'unconfirmed';
}
