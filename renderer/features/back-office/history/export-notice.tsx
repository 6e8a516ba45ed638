import type { TillMutation } from '../../../app/index.ts';
import { ProblemNotice } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** The path of the exported file and its number of rows, or why the export failed. */
export function HistoryExportNotice(props: {
  readonly exportMutation: TillMutation<'history.export'>;
}) {
  const text = useText();
  const { value, problem } = props.exportMutation;
  if (problem !== null) return <ProblemNotice problem={problem} />;
  if (value === undefined) return null;
  return (
    <Notice
      tone="info"
      title={text('history.exported', { count: value.rows })}
      action={value.file}
    />
  );
}
