/**
 * Code 128 as a printer draws it and a scanner reads it: eleven modules per character, the highest
 * bit first. The product's table is not used here on purpose.
 */
const CHARACTERS = `
6cc 66c 666 498 48c 44c 4c8 4c4 464 648 644 624 59c 4dc 4ce 5cc 4ec 4e6
672 65c 64e 6e4 674 76e 74c 72c 726 764 734 732 6d8 6c6 636 518 458 446
588 468 462 688 628 622 5b8 58e 46e 5d8 5c6 476 776 68e 62e 6e8 6e2 6ee
758 746 716 768 762 71a 77a 642 78a 530 50c 4b0 486 42c 426 590 584 4d0
4c2 434 432 612 650 7ba 614 47a 53c 4bc 49e 5e4 4f4 4f2 7a4 794 792 6de
6f6 7b6 578 51e 45e 5e8 5e2 7a8 7a2 5de 5ee 75e 7ae 684 690 69c`
  .trim()
  .split(/\s+/)
  .map((digits) => Number.parseInt(digits, 16).toString(2).padStart(11, '0'));
const STOP = '1100011101011';
const START_B = 104;

/** Returns the modules of a text in code set B, `1` for a bar. */
export function encodeBars(text: string): string {
  let check = START_B;
  let bars = CHARACTERS[START_B] ?? '';
  for (let index = 0; index < text.length; index += 1) {
    const value = text.charCodeAt(index) - 32;
    check += (index + 1) * value;
    bars += CHARACTERS[value] ?? '';
  }
  return bars + (CHARACTERS[check % 103] ?? '') + STOP;
}

/** Returns what a scanner reads from one row of dots; null if it cannot read it. */
export function scanBars(row: Uint8Array): string | null {
  const first = row.indexOf(1);
  const last = row.lastIndexOf(1);
  if (first < 0) return null;
  const dots = [...row.subarray(first, last + 1)].join('');
  // The code begins with a bar of two modules.
  const module = dots.indexOf('0') / 2;
  if (!Number.isInteger(module) || module < 1) return null;
  let modules = '';
  for (let offset = 0; offset < dots.length; offset += module) modules += dots[offset];
  if (!modules.endsWith(STOP)) return null;
  const values: number[] = [];
  for (let offset = 0; offset < modules.length - STOP.length; offset += 11) {
    values.push(CHARACTERS.indexOf(modules.slice(offset, offset + 11)));
  }
  const check = values.pop() ?? -1;
  const sum = values.reduce((total, value, index) => total + value * Math.max(1, index), 0);
  if (values[0] !== START_B || values.includes(-1) || sum % 103 !== check) return null;
  return String.fromCharCode(...values.slice(1).map((value) => value + 32));
}
