/**
 * Code pages that hold all characters of Spanish and the euro sign. An unused position of a page is
 * U+0000 here. Control characters are left out: they would be commands to a printer. The soft hyphen
 * is left out, too: it is invisible on a screen and would be visible on paper.
 */
export interface CodePage {
  readonly name: 'CP858' | 'CP1252';
  /** The byte of a character; undefined if the page does not hold it. */
  getByte(character: string): number | undefined;
}

const FIRST_PRINTABLE = 0x20;
const LAST_ASCII = 0x7e;
const UPPER_HALF_START = 0x80;

function createCodePage(name: CodePage['name'], upperHalf: string): CodePage {
  const bytes = new Map<string, number>();
  for (let byte = FIRST_PRINTABLE; byte <= LAST_ASCII; byte += 1) {
    bytes.set(String.fromCharCode(byte), byte);
  }
  for (const [index, character] of [...upperHalf].entries()) {
    if (character !== '\0') bytes.set(character, UPPER_HALF_START + index);
  }
  return {
    name,
    getByte: (character) => bytes.get(character),
  };
}

export const CP858 = createCodePage(
  'CP858',
  'ÇüéâäàåçêëèïîìÄÅ' +
    'ÉæÆôöòûùÿÖÜø£Ø×ƒ' +
    'áíóúñÑªº¿®¬½¼¡«»' +
    '░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
    'ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀' +
    'ÓßÔÒõÕµþÞÚÛÙýÝ¯´' +
    '\0±‗¾¶§÷¸°¨·¹³²■\u00a0',
);

export const CP1252 = createCodePage(
  'CP1252',
  '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0' +
    '\0‘’“”•–—˜™š›œ\0žŸ' +
    '\u00a0¡¢£¤¥¦§¨©ª«¬\0®¯' +
    '°±²³´µ¶·¸¹º»¼½¾¿' +
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ' +
    'ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß' +
    'àáâãäåæçèéêëìíîï' +
    'ðñòóôõö÷øùúûüýþÿ',
);
