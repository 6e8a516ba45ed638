import type { Grid } from './qr.ts';

/** Where a module turns over, by row and column; in the order of their numbers. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The code under the mask that leaves the least that a reader could trip over. */
export function bestMask(grid: Grid, isFixed: readonly (readonly boolean[])[]): boolean[][] {
  let best: { readonly modules: boolean[][]; readonly penalty: number } | null = null;
  for (const [number, turns] of MASKS.entries()) {
    const modules = grid.map((row, y) =>
      row.map((module, x) => (module === true) !== (isFixed[y]?.[x] !== true && turns(y, x))),
    );
    drawFormat(modules, number);
    const penalty = penaltyOf(modules);
    if (best === null || penalty < best.penalty) best = { modules, penalty };
  }
  return best?.modules ?? [];
}

/** Level M, which is 00, and the mask: five bits with ten of correction, in two places. */
function drawFormat(modules: boolean[][], mask: number): void {
  let rest = mask;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const size = modules.length;
  const put = (row: number, column: number, place: number): void => {
    const line = modules[row];
    if (line !== undefined) line[column] = ((bits >> place) & 1) === 1;
  };
  for (let place = 0; place < 6; place += 1) put(place, 8, place);
  put(7, 8, 6);
  put(8, 8, 7);
  put(8, 7, 8);
  for (let place = 9; place < 15; place += 1) put(8, 14 - place, place);
  for (let place = 0; place < 8; place += 1) put(8, size - 1 - place, place);
  for (let place = 8; place < 15; place += 1) put(size - 15 + place, 8, place);
}

function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  const lines = [...modules, ...columns];
  const dark = modules.flat().filter((module) => module).length;
  const share = (dark * 20) / modules.length ** 2;
  const balance = Math.max(0, Math.ceil(Math.abs(share - 10)) - 1) * 10;
  return lines.reduce((sum, line) => sum + penaltyOfLine(line), squaresOf(modules) * 3 + balance);
}

/** Runs of five and more, and what looks like the eye of a code. */
function penaltyOfLine(line: readonly boolean[]): number {
  const text = line.map((module) => (module ? '1' : '0')).join('');
  const runs = text.match(/1{5,}|0{5,}/g) ?? [];
  const eyes = text.match(/(?=10111010000|00001011101)/g) ?? [];
  return runs.reduce((sum, run) => sum + run.length - 2, eyes.length * 40);
}

function squaresOf(modules: readonly (readonly boolean[])[]): number {
  let found = 0;
  for (let y = 1; y < modules.length; y += 1) {
    for (let x = 1; x < modules.length; x += 1) {
      const module = modules[y]?.[x];
      const isSame =
        module === modules[y - 1]?.[x] &&
        module === modules[y]?.[x - 1] &&
        module === modules[y - 1]?.[x - 1];
      if (isSame) found += 1;
    }
  }
  return found;
}
