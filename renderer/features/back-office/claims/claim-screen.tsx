import { useState } from 'react';
import type { Approval, ClaimDetails, ClaimEntry } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useNavigation,
  usePermission,
  useRunIfMounted,
  useSaveFile,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import {
  type Choice,
  ChoiceList,
  Facts,
  formatDay,
  formatMoneyInSentence,
  LoadingIndicator,
  patterns,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { PaperPreviewPanel } from '../../shift/index.ts';
import { ClaimStateLabel, UncertainTimeNotice } from './claim-list.tsx';
import { ClaimEntryQuestions, ClaimNoteQuestion } from './claim-questions.tsx';
import styles from './claims.module.css';

type Step = 'claim' | 'note' | 'resolved' | 'rejected';
type ClaimAction = 'print' | 'save' | 'note' | 'resolve' | 'reject' | 'openPayment';

/** One claim: its payment, what has happened, and what can be done. */
export function ClaimScreen(props: { readonly claimId: string; readonly onBack: () => void }) {
  const { claimId } = props;
  const text = useText();
  const claim = useTillQuery('claims.get', { claimId }, { refetchOnMount: 'always' });
  const [step, setStep] = useState<Step>('claim');
  const openClaim = (): void => {
    claim.refetch();
    setStep('claim');
  };
  if (claim.value === undefined) {
    return (
      <Screen
        title={text('claims.title')}
        actions={[{ label: text('claims.back'), keyName: 'Escape', onAction: props.onBack }]}
      >
        {claim.problem === null ? (
          <LoadingIndicator label={text('claims.waiting')} maxSeconds={5} />
        ) : (
          <ProblemNotice problem={claim.problem} />
        )}
      </Screen>
    );
  }
  switch (step) {
    case 'claim':
      return <ClaimOverview claim={claim.value} onStep={setStep} onBack={props.onBack} />;
    case 'note':
      return <ClaimEntryQuestions claimId={claimId} onSaved={openClaim} onBack={openClaim} />;
    case 'resolved':
    case 'rejected':
      return (
        <CloseClaim claim={claim.value} state={step} onClosed={openClaim} onBack={openClaim} />
      );
  }
}

function ClaimOverview(props: {
  readonly claim: ClaimDetails;
  readonly onStep: (step: Step) => void;
  readonly onBack: () => void;
}) {
  const { claim, onStep } = props;
  const { open } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  const closePermission = usePermission('close-claim');
  const sheet = useClaimSheet(claim.id);

  const actionsById: Readonly<Record<ClaimAction, () => void>> = {
    print: () => void sheet.print(),
    save: () => void sheet.save(),
    note: () => onStep('note'),
    resolve: () => onStep('resolved'),
    reject: () => onStep('rejected'),
    openPayment: () => open({ name: 'history', paymentId: claim.paymentId }),
  };
  const toChoice = (id: ClaimAction): Choice<ClaimAction> => ({
    id,
    name: text(`claims.${id}`),
    detail: text(`claims.${id}.description`),
    ...((id === 'resolve' || id === 'reject') && closePermission !== 'yes'
      ? { trailingContent: text('claims.needsPin') }
      : {}),
  });
  const isOpen = claim.state === 'open';
  const actions: readonly ClaimAction[] = isOpen
    ? ['print', 'save', 'note', 'resolve', 'reject', 'openPayment']
    : ['print', 'save', 'openPayment'];
  return (
    <Screen
      isDense
      title={text('claims.one', { number: claim.number })}
      hint={`${claim.billerName} · ${claim.account} · ${formatMoneyInSentence(claim.amount, language)}`}
      actions={[{ label: text('claims.back'), keyName: 'Escape', onAction: props.onBack }]}
      footer={sheet.notice}
    >
      {claim.isTimeUncertain ? <UncertainTimeNotice /> : null}
      {sheet.paper}
      <Facts
        facts={[
          { name: text('claims.fact.state'), value: <ClaimStateLabel claim={claim} /> },
          ...(isOpen
            ? [
                {
                  name: text('claims.fact.followUp'),
                  value: formatDay(claim.followUpOn, language, 'long'),
                },
              ]
            : []),
          { name: text('claims.fact.opened'), value: clock.dateTime(claim.openedAt) },
        ]}
      />
      <ClaimEntries claim={claim} />
      <ChoiceList
        label={text('claims.question')}
        choices={actions.map(toChoice)}
        onChoose={(id) => actionsById[id]()}
        hasTwoColumns
        isAutoFocused
      />
    </Screen>
  );
}

function ClaimEntries({ claim }: { readonly claim: ClaimDetails }) {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  return (
    <section aria-label={text('claims.history')}>
      <h2 className={styles.heading}>{text('claims.history')}</h2>
      <ul className={`${styles.entries} ${patterns.stack}`}>
        {withIndexKeys(claim.entries).map(({ number, entry }) => (
          <li key={number}>
            <p className={styles.note}>{entry.note}</p>
            <p className={styles.entryMeta}>
              {entry.by} · <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
              {entry.approvedBy === null
                ? null
                : ` · ${text('claims.approvedBy', { name: entry.approvedBy })}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Entries are only added, so the index can be the key. */
function withIndexKeys(entries: readonly ClaimEntry[]) {
  return entries.map((entry, number) => ({ number, entry }));
}

/** Prints and saves the sheet, and says how it went. */
function useClaimSheet(claimId: string) {
  const printSheet = useTillMutation('claims.printSheet');
  const saveSheet = useTillMutation('claims.saveSheet');
  const runIfMounted = useRunIfMounted();
  const [jobId, setJobId] = useState<string | null>(null);
  const saved = useSaveFile('claims.saved');
  const problem = printSheet.problem ?? saveSheet.problem;
  return {
    print: async (): Promise<void> => {
      if (printSheet.isPending) return;
      saveSheet.reset();
      const answer = await printSheet.run({ claimId });
      if (answer.ok) runIfMounted(() => setJobId(answer.value.jobId));
    },
    save: async (): Promise<void> => {
      if (saveSheet.isPending) return;
      printSheet.reset();
      const answer = await saveSheet.run({ claimId });
      if (answer.ok) runIfMounted(() => saved.show(answer.value));
    },
    /** Below the actions, so that no row moves under the finger. */
    notice: problem === null ? saved.notice : <ProblemNotice problem={problem} />,
    paper: jobId === null ? null : <PaperPreviewPanel jobId={jobId} />,
  };
}

function CloseClaim(props: {
  readonly claim: ClaimDetails;
  readonly state: 'resolved' | 'rejected';
  readonly onClosed: () => void;
  readonly onBack: () => void;
}) {
  const { claim, state } = props;
  const text = useText();
  const permission = usePermission('close-claim');
  const close = useTillMutation('claims.close');
  const runIfMounted = useRunIfMounted();
  const [note, setNote] = useState('');
  const [isApproving, setApproving] = useState(false);
  const submit = async (approval: Approval | null): Promise<void> => {
    if (close.isPending) return;
    const answer = await close.run({ claimId: claim.id, state, note: note.trim(), approval });
    if (answer.ok) runIfMounted(props.onClosed);
  };
  return (
    <ClaimNoteQuestion
      purpose={state}
      note={note}
      isBusy={close.isPending}
      onChange={(value) => {
        close.reset();
        setNote(value);
      }}
      onComplete={() => (permission === 'yes' ? void submit(null) : setApproving(true))}
      onBack={props.onBack}
    >
      {close.problem === null || isApproving ? null : <ProblemNotice problem={close.problem} />}
      {isApproving ? (
        <ApprovalDialog
          title={text(`claims.${state === 'resolved' ? 'resolve' : 'reject'}`)}
          explanation={text('claims.approve', {
            number: claim.number,
            state: text(`claims.state.${state}`).toLocaleLowerCase(),
          })}
          isReasonRequired={false}
          permission="close-claim"
          isBusy={close.isPending}
          problem={close.problem}
          onCancel={() => {
            close.reset();
            setApproving(false);
          }}
          onApprove={(approval) => void submit(approval)}
        />
      ) : null}
    </ClaimNoteQuestion>
  );
}
