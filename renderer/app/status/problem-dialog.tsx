import type { Problem } from '../../../shared/contract/index.ts';
import { Dialog } from '../../components/index.ts';
import { ProblemNotice } from '../problem-notice.tsx';

/**
 * Shows why a key of the frame failed, over the current screen; renders nothing without a problem.
 */
export function ProblemDialog(props: {
  readonly title: string;
  readonly mutation: { readonly problem: Problem | null; readonly reset: () => void };
}) {
  const { problem, reset } = props.mutation;
  if (problem === null) return null;
  return (
    <Dialog title={props.title} onClose={reset}>
      <ProblemNotice problem={problem} />
    </Dialog>
  );
}
