import type { DecodedPaper, PaperLine } from './decoder.ts';

const CONTINUATION = '»';

/**
 * Returns the service's text as a person reads it from the paper: the lines between the first and
 * the last fence of `=` signs, with continued lines joined. Null if the paper has no two fences.
 */
export function readTicketBetweenFences(decoded: DecodedPaper): string | null {
  const isFence = (line: PaperLine): boolean =>
    /^={16,}$/.test(line.text) && line.cells.every((cell) => !cell.inverse);
  const first = decoded.lines.findIndex(isFence);
  const last = decoded.lines.findLastIndex(isFence);
  if (first < 0 || last <= first) return null;
  let text = '';
  const ticketLines = decoded.lines.slice(first + 1, last);
  for (const [index, line] of ticketLines.entries()) {
    const lastCell = line.cells.at(-1);
    const isContinued = lastCell?.inverse === true && lastCell.text === CONTINUATION;
    text += isContinued ? line.text.slice(0, -1) : line.text;
    if (!isContinued && index < ticketLines.length - 1) text += '\n';
  }
  return text;
}
