import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type Approval,
  applyDefaults,
  assertNever,
  type EffectivePublicSettings,
  hasPermission,
  type Language,
  publicSettingsSchema,
  type SettingsSaveResult,
  type SettingsView,
} from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  useNavigation,
  useProblemText,
  useRunIfMounted,
  useTill,
  useTillMutation,
} from '../../../app/index.ts';
import {
  ChoiceList,
  formatMoneyInSentence,
  IsPageLockedContext,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import type { SettingsSectionProps } from './save-notice.tsx';
import {
  formatSectionSummary,
  SETTINGS_SECTION_IDS,
  type SettingsSectionId,
} from './section-list.ts';
import { SettingsSectionScreen } from './section-screen.tsx';

const MAX_READ_SECONDS = 10;

type SaveArguments = Parameters<SettingsSectionProps['save']>;

interface SavedSection {
  readonly id: SettingsSectionId;
  readonly found: SettingsSaveResult['found'];
}

/**
 * The list of sections, or one section. An owner sees the current values. Anyone else needs an
 * owner's PIN for one section at a time; leaving the section discards it. A lock leaves the
 * section, because another person may unlock the till.
 */
export function SettingsPage() {
  const { open: openRoute } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const describeProblem = useProblemText();
  const runIfMounted = useRunIfMounted();
  const { session } = useTill();
  const isOwner = session.cashier !== null && hasPermission(session.cashier.role, 'settings');
  const readSettings = useTillMutation('settings.read');
  const changeSettings = useTillMutation('settings.change');
  const [view, setView] = useState<SettingsView | null>(null);
  const [approval, setApproval] = useState<Approval | null>(null);
  const [requestedId, setRequestedId] = useState<SettingsSectionId | null>(null);
  const [openedId, setOpenedId] = useState<SettingsSectionId | null>(null);
  const [saved, setSaved] = useState<SavedSection | null>(null);
  const isSaving = useRef(false);
  const isLocked = useContext(IsPageLockedContext);
  /** Incremented when a section is left, so that a late response is ignored. */
  const visit = useRef(0);

  const loadSettings = async (approval: Approval | null): Promise<boolean> => {
    const answer = await readSettings.run({ approval });
    if (answer.ok) runIfMounted(() => setView(answer.value));
    return answer.ok;
  };
  const loadOnMount = useEffectEvent(() => {
    if (isOwner) void loadSettings(null);
  });
  useEffect(() => loadOnMount(), []);

  const openSection = (id: SettingsSectionId): void => {
    setSaved(null);
    changeSettings.reset();
    if (isOwner) setOpenedId(id);
    else setRequestedId(id);
  };
  const approve = async (ownerApproval: Approval): Promise<void> => {
    const visitAtStart = visit.current;
    if (!(await loadSettings(ownerApproval)) || visitAtStart !== visit.current) return;
    runIfMounted(() => {
      setApproval(ownerApproval);
      setOpenedId(requestedId);
      setRequestedId(null);
    });
  };
  const leaveSection = (): void => {
    visit.current += 1;
    setOpenedId(null);
    setApproval(null);
    changeSettings.reset();
  };
  const closeOnLock = useEffectEvent(() => {
    if (isOwner) return;
    leaveSection();
    setRequestedId(null);
    setView(null);
    readSettings.reset();
  });
  useEffect(() => {
    if (isLocked) closeOnLock();
  }, [isLocked]);
  const save = async (id: SettingsSectionId, ...[patch, options]: SaveArguments): Promise<void> => {
    if (isSaving.current || view === null) return;
    isSaving.current = true;
    const visitAtStart = visit.current;
    const answer = await changeSettings.run({
      revision: view.revision,
      patch,
      ...options,
      approval,
    });
    isSaving.current = false;
    if (!answer.ok) {
      // The screen keeps the typed values; the next attempt uses the revision that was saved
      // meanwhile.
      const isStale = answer.problem.kind === 'stale-settings';
      if (isStale && visitAtStart === visit.current) await loadSettings(approval);
      return;
    }
    runIfMounted(() => {
      if (isOwner || visitAtStart === visit.current) setView(answer.value.settings);
      setSaved({ id, found: answer.value.found });
      if (visitAtStart === visit.current) leaveSection();
    });
  };

  if (openedId !== null && view !== null) {
    return (
      <SettingsSectionScreen
        id={openedId}
        view={view}
        approval={approval}
        settings={view.settings}
        effectiveSettings={toSettingsInUse(view)}
        save={(...change) => void save(openedId, ...change)}
        isBusy={changeSettings.isPending}
        problem={changeSettings.problem}
        clearProblem={changeSettings.reset}
        onBack={leaveSection}
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
          onAction: () => openRoute({ name: 'back-office' }),
        },
      ]}
      isDense
      isWide
    >
      {saved === null ? null : <SavedNotice saved={saved} />}
      {isOwner && readSettings.problem !== null ? (
        <Notice tone="refused" {...describeProblem(readSettings.problem)} />
      ) : null}
      {isOwner && view === null ? (
        readSettings.isPending ? (
          <LoadingIndicator label={text('settings.reading')} maxSeconds={MAX_READ_SECONDS} />
        ) : null
      ) : (
        <ChoiceList
          label={text('settings.title')}
          choices={SETTINGS_SECTION_IDS.filter((id) => isOwner || id !== 'environment').map(
            (id) => ({
              id,
              name: text(`settings.section.${id}`),
              ...(isOwner && view !== null
                ? { detail: formatSectionSummary(id, toSettingsInUse(view), view, text, language) }
                : {}),
            }),
          )}
          onChoose={openSection}
          hasTwoColumns
          isAutoFocused
        />
      )}
      {requestedId === null ? null : (
        <ApprovalDialog
          title={text(`settings.section.${requestedId}`)}
          explanation={text('settings.approval')}
          isReasonRequired={false}
          permission="settings"
          isBusy={readSettings.isPending}
          problem={readSettings.problem}
          onCancel={() => {
            setRequestedId(null);
            readSettings.reset();
          }}
          onApprove={(ownerApproval) => void approve(ownerApproval)}
        />
      )}
    </Screen>
  );
}

function toSettingsInUse({ settings }: SettingsView): EffectivePublicSettings {
  return applyDefaults(publicSettingsSchema.shape, settings, settings.environment);
}

function SavedNotice(props: { readonly saved: SavedSection }) {
  const text = useText();
  const language = useLanguage();
  const { id, found } = props.saved;
  const detail = found === null ? null : formatFound(found, text, language);
  return (
    <Notice
      tone="info"
      toneText={text('settings.saved')}
      title={text(`settings.section.${id}`)}
      {...(detail === null ? {} : { action: detail })}
    />
  );
}

function formatFound(
  found: NonNullable<SavedSection['found']>,
  text: TextFunction,
  language: Language,
): string {
  switch (found.kind) {
    case 'account':
      return text('settings.saved.account', {
        name: found.account.accountName,
        balance: formatMoneyInSentence(found.account.balance, language),
      });
    case 'sftp':
      return text('settings.saved.fingerprint', { fingerprint: found.fingerprint });
    case 'chain-left':
      return text(
        found.isLoginRetired ? 'settings.saved.chainLeft' : 'settings.saved.chainLoginValid',
      );
    default:
      return assertNever(found);
  }
}
