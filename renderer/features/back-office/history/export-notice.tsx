import type { TillMutation } from '../../../app/index.ts';
import { ProblemNotice } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** Where the file is and how much it holds, or why there is none. */
export function ExportNotice(props: { readonly exporting: TillMutation<'history.export'> }) {
  const text = useText();
  const { value, problem } = props.exporting;
  if (problem !== null) return <ProblemNotice problem={problem} />;
  if (value === undefined) return null;
  return (
    <Notice
      tone="info"
      happened={text('history.exported', { count: value.rows })}
      next={value.file}
    />
  );
}
