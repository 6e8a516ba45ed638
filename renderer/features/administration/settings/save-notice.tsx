import type {
  Approval,
  Problem,
  SettingsChange,
  SettingsView,
} from '../../../../shared/contract/index.ts';
import { useProblemText } from '../../../app/index.ts';
import { LoadingIndicator, Notice } from '../../../components/index.ts';
import { type TextKey, useText } from '../../../i18n/index.ts';

/** What every section's screen gets: the current settings, and the way to keep a change. */
export interface SectionProps {
  readonly view: SettingsView;
  /** An owner's PIN, if a cashier is signed in. */
  readonly approval: Approval | null;
  readonly save: (change: SettingsChange) => void;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  /** The cashier edits what was refused, so the problem is removed. */
  readonly clearProblem: () => void;
  readonly onBack: () => void;
}

const MAX_CHECK_SECONDS = 60;

/** Shown below a section's question while it is being kept, or with the reason why it was not. */
export function SaveNotice(props: {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly waiting?: TextKey;
}) {
  const text = useText();
  const describe = useProblemText();
  if (props.isBusy) {
    return (
      <LoadingIndicator
        label={text(props.waiting ?? 'settings.keeping')}
        maxSeconds={MAX_CHECK_SECONDS}
      />
    );
  }
  return props.problem === null ? null : <Notice tone="refused" {...describe(props.problem)} />;
}
