import type { CSSProperties } from 'react';
import {
  assertNever,
  type EnvironmentName,
  type TapeLine,
} from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { useText } from '../../i18n/index.ts';
import { classNames } from '../class-names.ts';
import styles from './tape.module.css';
import { TapePaper, type TapeStamp } from './tape-paper.tsx';

export interface TapeProps {
  readonly lines: readonly TapeLine[];
  /** The width of the paper in characters. */
  readonly columns: number;
  /** Null while no environment is chosen. */
  readonly environment: EnvironmentName | null;
  readonly stamp?: TapeStamp | null;
  /** Its name for screen readers, if several tapes are shown. */
  readonly label?: string;
}

/** The paper as printed, rendered from its lines. */
export function Tape(props: TapeProps) {
  const text = useText();
  return (
    <TapePaper
      columns={props.columns}
      environment={props.environment}
      stamp={props.stamp ?? null}
      label={props.label ?? text('tape.label')}
    >
      {withIndexKeys(props.lines).map(({ key, value }) => (
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
        <p
          className={classNames(
            styles.line,
            styles[line.align],
            isTrainingMark(line.runs) && styles.trainingMark,
          )}
        >
          {withIndexKeys(line.runs).map(({ key, value: run }) => (
            <span
              key={key}
              className={classNames(
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
          className={classNames(styles.image, styles[`image-${line.align}`])}
          style={getImageStyle(line.width)}
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

/** Compares with every language, because a paper keeps the language in which it was printed. */
function isTrainingMark(runs: readonly { readonly text: string }[]): boolean {
  const markText = runs
    .map(({ text }) => text)
    .join('')
    .trim();
  return LANGUAGES.some((language) =>
    Object.values(getReceiptTexts(language).notValid).includes(markText),
  );
}

/** As wide on the tape as on paper: twelve dots are one column. */
function getImageStyle(dots: number): CSSProperties {
  return { inlineSize: `calc(${dots} / 12 * 1ch)` };
}

/** The lines and runs of a printed receipt never change, so their index can be their key. */
function withIndexKeys<Value>(values: readonly Value[]): readonly { key: string; value: Value }[] {
  return values.map((value, index) => ({ key: `at-${index}`, value }));
}
