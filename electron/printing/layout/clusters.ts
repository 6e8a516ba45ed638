import {
  type Cell,
  countCells,
  FULL_CELL_DOTS,
  MIN_CELL_DOTS,
  TAB_STOP_CELLS,
  toCells,
} from '../drawing/index.ts';

/** A grapheme cluster, which a reader sees as one character, and its cells. */
export interface CharacterCluster {
  /** As it was sent: this text is selected and copied from the PDF file. */
  readonly text: string;
  readonly cells: readonly Cell[];
  readonly width: number;
  /** Its code points if no font has a glyph for it; null otherwise. */
  readonly mark: string | null;
}

export interface SheetLinePiece {
  readonly clusters: readonly CharacterCluster[];
  readonly continues: boolean;
}

export interface FittedSheetLine {
  readonly clusters: readonly CharacterCluster[];
  /** From top to bottom; a single one, unless the line is too long at the smallest size. */
  readonly pieces: readonly SheetLinePiece[];
  /** The size of its cells relative to those of other lines: at most 1. */
  readonly scale: number;
  readonly hasMarkedCharacter: boolean;
}

/** The smallest size of drawn text on paper: letters of 2 mm. */
const MIN_SCALE = MIN_CELL_DOTS / FULL_CELL_DOTS;

/** Created at its first use, because that is slow and nothing is laid out before the sign-in. */
let graphemeSegmenter: Intl.Segmenter | null = null;

/**
 * A line of the service's text for a paper this many columns wide. A line that is too long is set
 * smaller. If it is still too long, it continues on the next line after a mark.
 */
export function fitSheetLine(line: string, columns: number): FittedSheetLine {
  const clusters = toCharacterClusters(line);
  const width = countColumns(clusters);
  const hasMarkedCharacter = clusters.some((cluster) => cluster.mark !== null);
  const scale = Math.min(1, columns / Math.max(1, width));
  if (scale >= MIN_SCALE) {
    return { clusters, pieces: [{ clusters, continues: false }], scale, hasMarkedCharacter };
  }
  const pieces = splitIntoPieces(clusters, Math.floor(columns / MIN_SCALE));
  return { clusters, pieces, scale: MIN_SCALE, hasMarkedCharacter: true };
}

/**
 * Splits a line into grapheme clusters: for example a letter with its accents, or an emoji of several
 * code points.
 */
export function toCharacterClusters(line: string): CharacterCluster[] {
  const clusters: CharacterCluster[] = [];
  let used = 0;
  graphemeSegmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemeSegmenter.segment(line)) {
    const cells = segment === '\t' ? [toTabCell(used)] : toCells(segment);
    const width = countCells(cells);
    const boxes = cells.flatMap((cell) => (cell.kind === 'box' ? [cell.text] : []));
    const mark = boxes.length > 0 ? boxes.join('') : null;
    clusters.push({ text: segment, cells, width, mark });
    used += width;
  }
  return clusters;
}

function toTabCell(used: number): Cell {
  return { kind: 'space', cells: TAB_STOP_CELLS - (used % TAB_STOP_CELLS) };
}

function countColumns(clusters: readonly CharacterCluster[]): number {
  return clusters.reduce((sum, cluster) => sum + cluster.width, 0);
}

function splitIntoPieces(clusters: readonly CharacterCluster[], columns: number): SheetLinePiece[] {
  const pieces: SheetLinePiece[] = [];
  let current: CharacterCluster[] = [];
  let used = 0;
  let widthLeft = countColumns(clusters);
  for (const cluster of clusters) {
    // The last piece may use the whole line; the others leave a column for the mark.
    const maxWidth = used + widthLeft <= columns ? columns : columns - 1;
    if (used + cluster.width > maxWidth && current.length > 0) {
      pieces.push({ clusters: current, continues: true });
      current = [];
      used = 0;
    }
    current.push(cluster);
    used += cluster.width;
    widthLeft -= cluster.width;
  }
  pieces.push({ clusters: current, continues: false });
  return pieces;
}
