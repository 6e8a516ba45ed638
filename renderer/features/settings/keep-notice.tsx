import type {
  Approval,
  Problem,
  SettingsChange,
  SettingsView,
} from '../../../shared/contract/index.ts';
import { useProblemText } from '../../app/index.ts';
import { Notice, Waiting } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';

/** What every section's screen gets: the current settings, and the way to keep a change. */
export interface SectionProps {
  readonly view: SettingsView;
  /** An owner's PIN, if a cashier is signed in. */
  readonly approval: Approval | null;
  readonly keep: (change: SettingsChange) => void;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  /** The cashier edits what was refused, so the problem is removed. */
  readonly forget: () => void;
  readonly onBack: () => void;
}

const LONGEST_CHECK_SECONDS = 60;

/** Shown below a section's question while it is being kept, or with the reason why it was not. */
export function KeepNotice(props: {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly waiting?: TextKey;
}) {
  const text = useText();
  const describe = useProblemText();
  if (props.isBusy) {
    return (
      <Waiting
        what={text(props.waiting ?? 'settings.keeping')}
        longestSeconds={LONGEST_CHECK_SECONDS}
      />
    );
  }
  return props.problem === null ? null : <Notice tone="refused" {...describe(props.problem)} />;
}
