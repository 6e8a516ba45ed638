import type { ReactNode } from 'react';
import { Screen, type ScreenAction } from '../components/index.ts';
import { ProblemNotice, type ProblemNoticeProps, useProblemTitle } from './problem-notice.tsx';

/** A screen that only reports a problem: the cause is its title. */
export function ProblemScreen(
  props: ProblemNoticeProps & {
    readonly actions: readonly ScreenAction[];
    readonly children?: ReactNode;
  },
) {
  const { actions, children, ...notice } = props;
  return (
    <Screen title={useProblemTitle(props.problem, props.billerName)} actions={actions}>
      <ProblemNotice {...notice} isTitleShown={false} />
      {children}
    </Screen>
  );
}
