import { useState } from 'react';
import type { Claim } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  usePermission,
  useSaveFile,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import {
  ChoiceList,
  EmptyState,
  formatDayInSentence,
  formatMoneyInSentence,
  LoadingIndicator,
  Notice,
  Screen,
  type ScreenAction,
  ToneLabel,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { PaperPreviewPanel } from '../../shift/index.ts';

/** All claims. An owner also gets the public key with which the sheets are checked. */
export function ClaimList(props: {
  readonly onOpen: (claimId: string) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const list = useTillQuery('claims.list', {}, { refetchOnMount: 'always' });
  const key = useKeyActions();
  const actions: readonly ScreenAction[] = [
    { label: text('claims.back'), keyName: 'Escape', onAction: props.onBack },
    ...key.actions,
  ];
  return (
    <Screen title={text('claims.title')} actions={actions} footer={key.notice}>
      {list.problem === null ? null : <ProblemNotice problem={list.problem} />}
      {key.paper}
      {list.value?.isTimeUncertain === true ? <UncertainTimeNotice /> : null}
      {list.value === undefined ? (
        list.problem === null ? (
          <LoadingIndicator label={text('claims.waiting')} maxSeconds={5} />
        ) : null
      ) : list.value.claims.length === 0 ? (
        <EmptyState title={text('claims.none')}>{text('claims.noneMore')}</EmptyState>
      ) : (
        <ChoiceList
          label={text('claims.list')}
          isAutoFocused
          choices={list.value.claims.map((claim) => ({
            id: claim.id,
            name: text('claims.row', {
              number: claim.number,
              biller: claim.billerName,
              account: claim.account,
            }),
            detail: <ClaimRowDetail claim={claim} />,
            trailingContent: <ClaimStateLabel claim={claim} />,
          }))}
          onChoose={props.onOpen}
        />
      )}
    </Screen>
  );
}

function ClaimRowDetail({ claim }: { readonly claim: Claim }) {
  const text = useText();
  const language = useLanguage();
  const amount = formatMoneyInSentence(claim.amount, language);
  if (claim.state !== 'open') return amount;
  const day = formatDayInSentence(claim.followUpOn, language, 'short');
  return `${amount} · ${text('claims.followUp', { day })}`;
}

/** The state of a claim; of an open one whose day has come, that it is due. */
export function ClaimStateLabel({ claim }: { readonly claim: Claim }) {
  const text = useText();
  if (claim.isDue) return <ToneLabel tone="warning">{text('claims.due')}</ToneLabel>;
  return (
    <ToneLabel tone={claim.state === 'resolved' ? 'paid' : 'info'}>
      {text(`claims.state.${claim.state}`)}
    </ToneLabel>
  );
}

export function UncertainTimeNotice() {
  const text = useText();
  return (
    <Notice
      tone="warning"
      title={text('claims.uncertain')}
      action={text('claims.uncertainAction')}
    />
  );
}

/** The owner prints or saves the till's public key. */
function useKeyActions() {
  const text = useText();
  const permission = usePermission('evidence-key');
  const printKey = useTillMutation('claims.printKey');
  const saveKey = useTillMutation('claims.saveKey');
  const [jobId, setJobId] = useState<string | null>(null);
  const saved = useSaveFile('claims.keySaved');
  const print = async (): Promise<void> => {
    if (printKey.isPending) return;
    const answer = await printKey.run({});
    if (answer.ok) setJobId(answer.value.jobId);
  };
  const save = async (): Promise<void> => {
    if (saveKey.isPending) return;
    const answer = await saveKey.run({});
    if (answer.ok) saved.show(answer.value);
  };
  const actions: readonly ScreenAction[] =
    permission === 'yes'
      ? [
          { label: text('claims.key'), keyName: 'Control+P', onAction: () => void print() },
          { label: text('claims.saveKey'), keyName: 'Control+G', onAction: () => void save() },
        ]
      : [];
  const problem = printKey.problem ?? saveKey.problem;
  return {
    actions,
    notice: problem === null ? saved.notice : <ProblemNotice problem={problem} />,
    paper: jobId === null ? null : <PaperPreviewPanel jobId={jobId} />,
  };
}
