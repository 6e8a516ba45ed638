import type { Problem } from '../../../shared/contract/index.ts';
import { Dialog } from '../../components/index.ts';
import { ProblemNotice } from '../problem-notice.tsx';

/** Why a key of the frame did nothing, over whatever screen it was pressed on; nothing if it worked. */
export function ProblemDialog(props: {
  readonly title: string;
  readonly of: { readonly problem: Problem | null; readonly reset: () => void };
}) {
  const { problem, reset } = props.of;
  if (problem === null) return null;
  return (
    <Dialog title={props.title} onClose={reset}>
      <ProblemNotice problem={problem} />
    </Dialog>
  );
}
