import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type Approval,
  hasPermission,
  type SavedSettings,
  type SettingsChange,
  type SettingsView,
} from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  useIfMounted,
  useNavigation,
  useProblemText,
  useTill,
  useTillMutation,
} from '../../../app/index.ts';
import {
  ChoiceList,
  CoveredContext,
  formatMoneyInSentence,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { formatSectionSummary, SECTION_IDS, type SectionId } from './section-list.ts';
import { SectionScreen } from './section-screen.tsx';

const MAX_READ_SECONDS = 10;

interface SavedSection {
  readonly id: SectionId;
  readonly found: SavedSettings['found'];
}

/**
 * The settings, section by section. An owner sees their values. Anybody else needs an owner's PIN
 * for one section at a time, which is forgotten when the section is left. A lock leaves the
 * section, because the next person may be somebody else.
 */
export function SettingsPage() {
  const { open: goTo } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const whileHere = useIfMounted();
  const { session } = useTill();
  const isOwner = session.cashier !== null && hasPermission(session.cashier.role, 'settings');
  const read = useTillMutation('settings.read');
  const change = useTillMutation('settings.change');
  const [view, setView] = useState<SettingsView | null>(null);
  const [approval, setApproval] = useState<Approval | null>(null);
  const [asked, setAsked] = useState<SectionId | null>(null);
  const [opened, setOpened] = useState<SectionId | null>(null);
  const [kept, setKept] = useState<SavedSection | null>(null);
  const isKeeping = useRef(false);
  const isCovered = useContext(CoveredContext);
  /** Counts sections left, so that a late answer opens nothing. */
  const turn = useRef(0);

  const readAs = async (given: Approval | null): Promise<boolean> => {
    const answer = await read.run({ approval: given });
    if (answer.ok) whileHere(() => setView(answer.value));
    return answer.ok;
  };
  const readAtFirst = useEffectEvent(() => {
    if (isOwner) void readAs(null);
  });
  useEffect(() => readAtFirst(), []);

  const enter = (id: SectionId): void => {
    setKept(null);
    change.reset();
    if (isOwner) setOpened(id);
    else setAsked(id);
  };
  const approve = async (given: Approval): Promise<void> => {
    const mine = turn.current;
    if (!(await readAs(given)) || mine !== turn.current) return;
    whileHere(() => {
      setApproval(given);
      setOpened(asked);
      setAsked(null);
    });
  };
  const leave = (): void => {
    turn.current += 1;
    setOpened(null);
    setApproval(null);
    change.reset();
  };
  const closeAtLock = useEffectEvent(() => {
    if (isOwner) return;
    leave();
    setAsked(null);
    setView(null);
    read.reset();
  });
  useEffect(() => {
    if (isCovered) closeAtLock();
  }, [isCovered]);
  const keep = async (id: SectionId, wanted: SettingsChange): Promise<void> => {
    if (isKeeping.current || view === null) return;
    isKeeping.current = true;
    const mine = turn.current;
    const answer = await change.run({ revision: view.revision, change: wanted, approval });
    isKeeping.current = false;
    if (!answer.ok) {
      // The screen keeps what was typed; the next attempt is based on what others have kept.
      const isStale = answer.problem.kind === 'stale-settings';
      if (isStale && mine === turn.current) await readAs(approval);
      return;
    }
    whileHere(() => {
      if (isOwner || mine === turn.current) setView(answer.value.settings);
      setKept({ id, found: answer.value.found });
      if (mine === turn.current) leave();
    });
  };

  if (opened !== null && view !== null) {
    return (
      <SectionScreen
        id={opened}
        view={view}
        approval={approval}
        save={(wanted) => void keep(opened, wanted)}
        isBusy={change.isWaiting}
        problem={change.problem}
        clearProblem={change.reset}
        onBack={leave}
      />
    );
  }
  return (
    <Screen
      title={text('settings.title')}
      {...(isOwner ? {} : { hint: text('settings.ownerOnly') })}
      actions={[
        {
          label: text('settings.back'),
          keyName: 'Escape',
          onAction: () => goTo({ name: 'back-office' }),
        },
      ]}
      isDense
    >
      {kept === null ? null : <SavedNotice kept={kept} />}
      {isOwner && read.problem !== null ? (
        <Notice tone="refused" {...describe(read.problem)} />
      ) : null}
      {isOwner && view === null ? (
        read.isWaiting ? (
          <LoadingIndicator label={text('settings.reading')} maxSeconds={MAX_READ_SECONDS} />
        ) : null
      ) : (
        <ChoiceList
          label={text('settings.title')}
          choices={SECTION_IDS.filter((id) => isOwner || id !== 'environment').map((id) => ({
            id,
            name: text(`settings.of.${id}`),
            ...(isOwner && view !== null
              ? { detail: formatSectionSummary(id, view, text, language) }
              : {}),
          }))}
          onChoose={enter}
          isLong
          isAutoFocused
        />
      )}
      {asked === null ? null : (
        <ApprovalDialog
          title={text(`settings.of.${asked}`)}
          explanation={text('settings.approval')}
          isReasonRequired={false}
          permission="settings"
          isBusy={read.isWaiting}
          problem={read.problem}
          onCancel={() => {
            setAsked(null);
            read.reset();
          }}
          onApprove={(given) => void approve(given)}
        />
      )}
    </Screen>
  );
}

function SavedNotice(props: { readonly kept: SavedSection }) {
  const text = useText();
  const language = useLanguage();
  const { id, found } = props.kept;
  const more =
    found === null
      ? null
      : found.kind === 'account'
        ? text('settings.kept.account', {
            name: found.account.accountName,
            balance: formatMoneyInSentence(found.account.balance, language),
          })
        : text('settings.kept.fingerprint', { fingerprint: found.fingerprint });
  return (
    <Notice
      tone="info"
      word={text('settings.kept')}
      happened={text(`settings.of.${id}`)}
      {...(more === null ? {} : { next: more })}
    />
  );
}
