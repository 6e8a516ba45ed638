import { useState } from 'react';
import type {
  CallOutput,
  DailyFileDay,
  DailyFileState,
} from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useNavigation,
  useProblemText,
  useTillCall,
  useTillEvent,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  Button,
  type Choice,
  ChoiceList,
  formatDay,
  formatDayInSentence,
  formatMoneyList,
  formatTimeZone,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './daily-file.module.css';
import { HostKeyDialog } from './host-key-dialog.tsx';

const MAX_CHECK_SECONDS = 60;

/** Every day with its file: the number of lines, when it was uploaded, or why it was not. */
export function DailyFileDayList(props: { readonly onOpen: (day: string) => void }) {
  const { open } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const state = useTillQuery('reconciliation.state', {}, { refetchOnMount: 'always' });
  const { days, first, readMore } = useDayPages();
  const checkServer = useTillMutation('reconciliation.checkServer');
  const [isConfirming, setConfirming] = useState(false);
  const refetch = (): void => {
    state.refetch();
    first.refetch();
  };
  useTillEvent('reconciliation.changed', refetch);
  const rows = useDayRows(days, state.value);
  const seenKey = state.value?.hostKeys.seen ?? null;
  /** Returns a hint that explains who makes and uploads the file. */
  const formatHint = ({ chain, uploads, timeZone, uploadHour }: DailyFileState): string => {
    if (chain !== null) {
      if (chain.from === null) return text('dailyFile.hintChainPending');
      const day = formatDayInSentence(chain.from, language);
      return text(uploads ? 'dailyFile.hintChainEarlierDays' : 'dailyFile.hintChain', { day });
    }
    const { time, zone } = uploadHour;
    return text(uploads ? 'dailyFile.hintUploads' : 'dailyFile.hintNoUpload', {
      zone: formatTimeZone(timeZone, text, language),
      time,
      uploadZone: formatTimeZone(zone, text, language),
    });
  };
  const isHostKeyProblem =
    checkServer.problem?.kind === 'upload' && checkServer.problem.reason.startsWith('host-key');

  return (
    <Screen
      title={text('dailyFile.title')}
      hint={state.value === undefined ? '' : formatHint(state.value)}
      actions={[
        {
          label: text('dailyFile.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
        ...(state.value?.server == null
          ? []
          : [
              {
                label: text('dailyFile.testServer'),
                keyName: 'F1' as const,
                onAction: () => void checkServer.run({}).then(refetch),
                isDisabled: checkServer.isPending,
              },
            ]),
        ...(seenKey === null
          ? []
          : [
              {
                label: text('dailyFile.keyOpen'),
                keyName: 'Control+S' as const,
                onAction: () => setConfirming(true),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      {state.problem === null ? null : <ProblemNotice problem={state.problem} />}
      {state.value === undefined ? null : <HostKeyNotice state={state.value} />}
      {seenKey === null ? <MissingNotice state={state.value} /> : null}
      {checkServer.isPending ? (
        <LoadingIndicator label={text('dailyFile.testingServer')} maxSeconds={MAX_CHECK_SECONDS} />
      ) : null}
      {checkServer.problem === null || isHostKeyProblem ? null : (
        <ProblemNotice problem={checkServer.problem} />
      )}
      {checkServer.value === undefined || checkServer.isPending ? null : (
        <Notice tone="info" title={text('dailyFile.serverTested')} />
      )}
      {first.problem === null ? null : <ProblemNotice problem={first.problem} />}
      {first.isUpToDate || first.problem !== null ? null : (
        <LoadingIndicator label={text('dailyFile.reading')} maxSeconds={10} />
      )}
      {days.length === 0 || !first.isUpToDate ? null : (
        <ChoiceList
          label={text('dailyFile.list')}
          choices={rows}
          onChoose={props.onOpen}
          isAutoFocused
        />
      )}
      {readMore === null ? null : (
        <div>
          <Button onPress={() => void readMore()}>{text('dailyFile.more')}</Button>
        </div>
      )}
      {isConfirming && state.value !== undefined && seenKey !== null ? (
        <HostKeyDialog
          state={state.value}
          onClose={() => {
            setConfirming(false);
            checkServer.reset();
            refetch();
          }}
        />
      ) : null}
    </Screen>
  );
}

function MissingNotice(props: { readonly state: DailyFileState | undefined }) {
  const text = useText();
  const missing = props.state?.missing ?? 0;
  if (missing === 0) return null;
  return (
    <Notice
      tone="warning"
      title={text('dailyFile.missing', { count: missing })}
      action={text('dailyFile.missingAction')}
    />
  );
}

/** Loads consecutive pages of days, newest first. `readMore` is null on the last page. */
function useDayPages() {
  const call = useTillCall();
  const first = useTillQuery('reconciliation.days', { before: null }, { refetchOnMount: 'always' });
  const [followingPages, setFollowingPages] = useState<
    readonly CallOutput<'reconciliation.days'>[]
  >([]);
  const pages = first.value === undefined ? [] : [first.value, ...followingPages];
  const next = pages.at(-1)?.next ?? null;
  const readMore = async (): Promise<void> => {
    const page = await call('reconciliation.days', { before: next });
    if (page.ok) setFollowingPages([...followingPages, page.value]);
    else first.refetch();
  };
  return {
    first,
    days: pages.flatMap((page) => page.days),
    readMore: next === null ? null : readMore,
  };
}

function useDayRows(
  days: readonly DailyFileDay[],
  state: DailyFileState | undefined,
): readonly Choice[] {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const describeProblem = useProblemText();
  return days.map((day) => {
    const isNotUploaded = day.state === 'missing' || day.state === 'in-doubt';
    const { number, problem } = day.lastAttempt ?? { number: 0, problem: null };
    return {
      id: day.day,
      name: formatDay(day.day, language, 'short'),
      detail: [
        ...(day.file === null ? [] : [day.name]),
        // This till makes no file for a day that the chain reports.
        ...(day.state === 'of-chain' ? [] : [formatFileStatus(day, text)]),
        ...(day.file === null || day.file.totals.length === 0
          ? []
          : [formatMoneyList(day.file.totals, language)]),
        ...(day.uploadedAt === null
          ? []
          : [text('dailyFile.uploadedAt', { at: clock.dateTime(day.uploadedAt), number })]),
        ...(!isNotUploaded || problem === null
          ? []
          : [text('dailyFile.notSentBecause', { number, why: describeProblem(problem).title })]),
        ...(day.differences === 0
          ? []
          : [text('dailyFile.differences', { count: day.differences })]),
      ].join(' · '),
      trailingContent: text(
        state?.uploading === day.day ? 'dailyFile.sending' : `dailyFile.state.${day.state}`,
      ),
    };
  });
}

function formatFileStatus(day: DailyFileDay, text: ReturnType<typeof useText>): string {
  if (day.file === null) return text('dailyFile.notMade');
  if (day.file.lines === 0) return text('dailyFile.nothingSold');
  return text('dailyFile.lines', { count: day.file.lines });
}

/** Warns about a host key that is not confirmed yet. */
function HostKeyNotice({ state }: { readonly state: DailyFileState }) {
  const text = useText();
  const { seen, confirmed } = state.hostKeys;
  if (seen === null || state.server === null) return null;
  const { host } = state.server;
  return (
    <Notice
      tone="warning"
      title={text(confirmed === null ? 'dailyFile.keyNew' : 'dailyFile.keyChanged', { host })}
      action={text(confirmed === null ? 'dailyFile.keyNewAction' : 'dailyFile.keyChangedAction')}
    >
      <p className={styles.fingerprint}>{seen.fingerprint}</p>
    </Notice>
  );
}
