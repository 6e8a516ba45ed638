import type {
  Approval,
  EffectivePublicSettings,
  Problem,
  PublicSettings,
  SettingsPatch,
  SettingsPatchFiles,
  SettingsView,
} from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { LoadingIndicator, Notice } from '../../../components/index.ts';
import { type TextKey, useText } from '../../../i18n/index.ts';

/** Props of every section's screen: the current settings, and the function that saves a change. */
export interface SettingsSectionProps {
  readonly view: SettingsView;
  /** As stored: what is not set is omitted. */
  readonly settings: PublicSettings;
  /** With the defaults of what is not set. */
  readonly effectiveSettings: EffectivePublicSettings;
  /** An owner's PIN, if a cashier is signed in. */
  readonly approval: Approval | null;
  readonly save: (
    patch: SettingsPatch,
    options?: { readonly files?: SettingsPatchFiles; readonly isUntried?: boolean },
  ) => void;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  /** Removes the problem, because the user edits the refused value. */
  readonly clearProblem: () => void;
  readonly onBack: () => void;
}

const MAX_CHECK_SECONDS = 60;

/**
 * Shown below a section's question while the change is saved, or with the reason why it was
 * refused.
 */
export function SaveNotice(props: {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly waitingTextKey?: TextKey;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  if (props.isBusy) {
    return (
      <LoadingIndicator
        label={text(props.waitingTextKey ?? 'settings.saving')}
        maxSeconds={MAX_CHECK_SECONDS}
      />
    );
  }
  return props.problem === null ? null : (
    <Notice tone="refused" {...describeProblem(props.problem)} />
  );
}
