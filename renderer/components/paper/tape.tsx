import type { CSSProperties } from 'react';
import { assertNever, type TapeLine } from '../../../shared/contract/index.ts';
import { useText } from '../../i18n/index.ts';
import { classes } from '../classes.ts';
import styles from './tape.module.css';
import { type Stamp, TapePaper } from './tape-paper.tsx';

export interface TapeProps {
  readonly lines: readonly TapeLine[];
  /** Characters in a line of this paper. */
  readonly columns: number;
  readonly isTraining?: boolean;
  readonly stamp?: Stamp | null;
  /** What a screen reader calls it, where several stand side by side. */
  readonly label?: string;
}

/** The receipt as it came out of the printer, drawn from the lines decoded from its bytes. */
export function Tape(props: TapeProps) {
  const text = useText();
  return (
    <TapePaper
      columns={props.columns}
      isTraining={props.isTraining ?? false}
      stamp={props.stamp ?? null}
      label={props.label ?? text('tape.label')}
    >
      {keyed(props.lines).map(({ key, value }) => (
        <Line key={key} line={value} />
      ))}
    </TapePaper>
  );
}

function Line(props: { readonly line: TapeLine }) {
  const text = useText();
  const { line } = props;
  switch (line.kind) {
    case 'text':
      return (
        <p className={classes(styles.line, styles[line.align])}>
          {keyed(line.runs).map(({ key, value: run }) => (
            <span
              key={key}
              className={classes(
                run.bold && styles.bold,
                run.inverse && styles.inverse,
                run.double !== 'no' && styles[`double-${run.double}`],
              )}
            >
              {run.text}
            </span>
          ))}
        </p>
      );
    case 'image':
    case 'barcode':
      return (
        <img
          className={classes(styles.image, styles[`image-${line.align}`])}
          style={imageStyle(line.width)}
          src={`data:image/png;base64,${line.png}`}
          width={line.width}
          height={line.height}
          alt={line.kind === 'image' ? text('tape.image') : text('tape.code', { text: line.text })}
        />
      );
    case 'cut':
      return <hr className={styles.cut} />;
    case 'drawer':
      return null;
    default:
      return assertNever(line);
  }
}

/** As wide on the tape as on paper: twelve dots are one of its columns. */
function imageStyle(dots: number): CSSProperties {
  return { inlineSize: `calc(${dots} / 12 * 1ch)` };
}

/** The lines and runs of a printed receipt never move, so that their place is their identity. */
function keyed<Value>(values: readonly Value[]): readonly { key: string; value: Value }[] {
  return values.map((value, index) => ({ key: `at-${index}`, value }));
}
