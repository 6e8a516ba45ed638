import type { DecodedPaper, PaperLine } from './decoder.ts';

const CONTINUATION = '»';

/**
 * The service's text as a person reads it off the paper: what stands between the first and the
 * last line of `=` signs, lines that are continued put together. Null where there is no such pair.
 */
export function ticketBetweenFences(decoded: DecodedPaper): string | null {
  const isFence = (line: PaperLine): boolean =>
    /^={16,}$/.test(line.text) && line.cells.every((cell) => !cell.inverse);
  const first = decoded.lines.findIndex(isFence);
  const last = decoded.lines.findLastIndex(isFence);
  if (first < 0 || last <= first) return null;
  let text = '';
  const inside = decoded.lines.slice(first + 1, last);
  for (const [index, line] of inside.entries()) {
    const end = line.cells.at(-1);
    const isContinued = end?.inverse === true && end.text === CONTINUATION;
    text += isContinued ? line.text.slice(0, -1) : line.text;
    if (!isContinued && index < inside.length - 1) text += '\n';
  }
  return text;
}
