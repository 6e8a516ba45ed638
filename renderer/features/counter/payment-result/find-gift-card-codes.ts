/** Words before a code, without case. */
const CODE_LABEL = /c[óo]digo|code|clave|\bpin\b|\bnip\b|\bvoucher\b|\bvale\b/i;
/** A code as it is typed: groups of digits and letters, with a digit among them. */
const CODE = /(?=[A-Z0-9 -]*\d)[A-Z0-9]{3,}(?:[- ][A-Z0-9]{3,})*/;
const MIN_CODE_CHARACTERS = 6;

/**
 * Finds the codes that the customer notes down in the service's text of a gift card: what follows a
 * word for it in the same line, or fills the next line. Empty if no such word stands there: then the
 * whole text is to be noted.
 */
export function findGiftCardCodes(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.flatMap((line, index) => {
    const label = CODE_LABEL.exec(line);
    if (label === null) return [];
    const rest = line.slice(label.index + label[0].length);
    const found = findCode(rest) ?? findWholeLineCode(lines[index + 1] ?? '');
    return found === null ? [] : [found];
  });
}

function findCode(text: string): string | null {
  const [code] = CODE.exec(text) ?? [];
  return code !== undefined && code.replace(/[- ]/g, '').length >= MIN_CODE_CHARACTERS
    ? code
    : null;
}

function findWholeLineCode(line: string): string | null {
  const code = findCode(line);
  return code === line.trim() ? code : null;
}
