import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../platform/index.ts';
import { formatHelp, listOptions, PROGRAM_OPTIONS, validateOptions } from './options.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const validate = (...words: string[]) => validateOptions(['mostrador', ...words], false);

describe('the options of the program', () => {
  it.each([
    [[]],
    [['--profile', 'p', '--no-open', '--port=0']],
    [['--profile=a b', '--training']],
    // Options that Chromium and the system add, or that support uses.
    [['--ozone-platform=wayland', '--disable-gpu', '--password-store=basic']],
    [['-psn_0_1234', '--original-process-start-time=1']],
  ])('accepts the command line %j', (words) => {
    expect(() => validate(...words)).not.toThrow();
  });

  it.each([
    [['--profle', 'p'], /--profle is not an option/],
    [['--provison=till.json'], /--provison=till\.json is not an option/],
    [['--upload-daily-files'], /not an option.*--upload-daily-file/],
    [['till.json'], /till\.json is not an option/],
    [['-p', 'x'], /-p is not an option/],
    [['--profile'], /--profile needs a value: --profile DIR/],
    [['--profile='], /--profile needs a value/],
    [['--provision', '--training'], /--provision needs a value/],
    [['--training=yes'], /--training takes no value/],
    [['--help', 'me'], /me is not an option/],
    // Each of these takes down a wall around the page.
    [['--no-sandbox'], /does not run without the sandbox of its page/],
    [['--no-sandbox=1'], /leave out --no-sandbox/],
    [['-no-sandbox'], /-no-sandbox is not an option/],
    [['--disable-setuid-sandbox'], /does not run without the sandbox/],
    [['--disable-gpu-sandbox'], /does not run without the sandbox/],
    [['--disable-seccomp-filter-sandbox'], /does not run without the sandbox/],
    [['--inspect=0'], /--inspect=0 is not an option/],
    [['--inspect-brk'], /--inspect-brk is not an option/],
    [['--remote-debugging-port=9222'], /--remote-debugging-port=9222 is not an option/],
    [['--remote-debugging-pipe'], /--remote-debugging-pipe is not an option/],
    [['--disable-web-security'], /--disable-web-security is not an option/],
    [['--disable-features=IsolateOrigins'], /is not an option/],
    [['--js-flags=--allow-natives-syntax'], /is not an option/],
    [['--ignore-certificate-errors'], /is not an option/],
    [['--single-process'], /is not an option/],
    [['--load-extension=x'], /is not an option/],
    [['--proxy-server=localhost:1'], /is not an option/],
    [['--host-rules=MAP * localhost'], /is not an option/],
  ])('rejects the command line %j with a message', (words, message) => {
    expect(() => validate(...words)).toThrow(message);
  });

  it('ignores the script of a checkout and no other argument', () => {
    const playwrightOptions = ['--inspect=0', '--remote-debugging-port=0'];
    expect(() =>
      validateOptions(['electron', ...playwrightOptions, '.', '--training'], true),
    ).not.toThrow();
    expect(() => validateOptions(['electron', '--no-sandbox', '.'], true)).toThrow(/sandbox/);
    expect(() => validateOptions(['node', 'main.js', 'till.json'], true)).toThrow(/till\.json/);
  });

  it('documents every option in --help and docs/options.md, and every exit code in --help', () => {
    const page = read('docs/options.md');
    for (const { name, placeholder } of PROGRAM_OPTIONS) {
      const option = placeholder === null ? `--${name}` : `--${name} ${placeholder}`;
      expect(formatHelp()).toContain(option);
      expect(page).toContain(`\`${option}\``);
    }
    for (const { meaning } of Object.values(EXIT_CODE_MEANINGS))
      expect(formatHelp()).toContain(meaning);
  });

  it.each(['mostrador', 'mostrador-cli'] as const)(
    'mentions no option in the help of %s that the program does not accept',
    (program) => {
      const accepted = listOptions(program).map(({ name }) => `--${name}`);
      const mentioned = formatHelp(program).match(/--[a-z][a-z-]*/g) ?? [];
      expect(mentioned.filter((option) => !accepted.includes(option))).toEqual([]);
    },
  );

  it('lists the exit codes in docs/remote-management.md exactly as in the code', () => {
    const rows = [
      ...read('docs/remote-management.md').matchAll(/^\| (\d+) \| (.*?) \| (.*?) ?\|$/gm),
    ];
    const table = rows.map(([, code, means, next]) => [Number(code), means, next]);
    const names = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
    expect(table).toEqual(
      names.map((name) => [
        EXIT_CODES[name],
        EXIT_CODE_MEANINGS[name].meaning,
        EXIT_CODE_MEANINGS[name].action,
      ]),
    );
  });
});
