import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT, EXIT_MEANINGS } from '../../platform/index.ts';
import { formatHelp, listOptions, OPTIONS, validateOptions } from './options.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const checked = (...words: string[]) => validateOptions(['mostrador', ...words], false);

describe('the options of the program', () => {
  it.each([
    [[]],
    [['--profile', 'p', '--no-open', '--port=0']],
    [['--profile=a b', '--training']],
    // What Chromium, Node and the system add, or support asks for.
    [['--inspect=0', '--remote-debugging-port=0', '--no-sandbox', '--ozone-platform=wayland']],
    [['-psn_0_1234', '--original-process-start-time=1']],
  ])('takes %j', (words) => {
    expect(() => checked(...words)).not.toThrow();
  });

  it.each([
    [['--profle', 'p'], /--profle is no option/],
    [['--provison=till.json'], /--provison=till\.json is no option/],
    [['--upload-daily-files'], /no option.*--upload-daily-file/],
    [['till.json'], /till\.json is no option/],
    [['-p', 'x'], /-p is no option/],
    [['--profile'], /--profile needs a value: --profile DIR/],
    [['--profile='], /--profile needs a value/],
    [['--provision', '--training'], /--provision needs a value/],
    [['--training=yes'], /--training takes no value/],
    [['--help', 'me'], /me is no option/],
  ])('refuses %j, and says so', (words, why) => {
    expect(() => checked(...words)).toThrow(why);
  });

  it('passes over the script of a checkout, and only that', () => {
    expect(() =>
      validateOptions(['electron', '--inspect=0', '.', '--training'], true),
    ).not.toThrow();
    expect(() => validateOptions(['node', 'main.js', 'till.json'], true)).toThrow(/till\.json/);
  });

  it('are all named by --help and by docs/options.md, as the exit codes are by --help', () => {
    const page = read('docs/options.md');
    for (const { name, placeholder } of OPTIONS) {
      const option = placeholder === null ? `--${name}` : `--${name} ${placeholder}`;
      expect(formatHelp()).toContain(option);
      expect(page).toContain(`\`${option}\``);
    }
    for (const { means } of Object.values(EXIT_MEANINGS)) expect(formatHelp()).toContain(means);
  });

  it.each(['mostrador', 'mostrador-cli'] as const)(
    'speak in the help of %s of no option that it does not take',
    (program) => {
      const takes = listOptions(program).map(({ name }) => `--${name}`);
      const named = formatHelp(program).match(/--[a-z][a-z-]*/g) ?? [];
      expect(named.filter((one) => !takes.includes(one))).toEqual([]);
    },
  );

  it('end with the codes of one table, which docs/from-afar.md shows', () => {
    const rows = [...read('docs/from-afar.md').matchAll(/^\| (\d+) \| (.*?) \| (.*?) ?\|$/gm)];
    const table = rows.map(([, code, means, next]) => [Number(code), means, next]);
    const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
    expect(table).toEqual(
      names.map((name) => [EXIT[name], EXIT_MEANINGS[name].means, EXIT_MEANINGS[name].next]),
    );
  });
});
