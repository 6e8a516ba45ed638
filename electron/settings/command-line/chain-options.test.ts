import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../platform/index.ts';
import {
  CHAIN_COMMANDS,
  CHAIN_EXIT_NAMES,
  formatChainHelp,
  formatChainUsage,
  parseChainCommandLine,
} from './chain-options.ts';

const parse = (...words: string[]) => {
  const parsed = parseChainCommandLine(words);
  return parsed && { ...parsed, options: Object.fromEntries(parsed.options) };
};

describe('the chain command line', () => {
  it('parses the options of each chain command', () => {
    expect(parse('enroll', '--shop', 'Centro Sur', '--pos=07', '--out', 'tills')).toEqual({
      command: 'enroll',
      operand: null,
      options: { shop: 'Centro Sur', pos: '07', out: 'tills' },
    });
    expect(parse('retire', '07', '--admin=a.json')).toEqual({
      command: 'retire',
      operand: '07',
      options: { admin: 'a.json' },
    });
    expect(parse('status', '--json')).toMatchObject({ options: { json: '' } });
    expect(parse('start')).toMatchObject({ command: 'start', options: {} });
    expect(parse('--help')).toBeNull();
    expect(parse('enroll', '--help')).toBeNull();
  });

  it.each([
    [
      [],
      /Name a command: host, move, init, enroll, join-code, leave, bill-layouts, start, retire, rotate-passwords, day, close, status/,
    ],
    [['begin'], /begin is not a chain command/],
    [['enroll', '--shop', 'A', '--pos', '07'], /needs --out DIR: chain enroll \[--shop SHOP\]/],
    [['enroll', '--shop', '--pos', '07', '--out', 'x'], /--shop needs a value/],
    [['enroll', '--shop= ', '--pos', '07', '--out', 'x'], /--shop needs a value/],
    [['retire'], /chain retire needs TILL/],
    [['retire', '07', '08'], /chain retire does not accept 08/],
    [['start', '--port', '1'], /chain start does not accept --port: chain start \[--hooks/],
    [['start', 'now'], /does not accept now/],
    [['status', '--json=yes'], /--json takes no value/],
    [['status', '--password', 'x'], /does not accept --password/],
  ])('rejects an invalid chain command line with a message: %j', (words, message) => {
    expect(() => parseChainCommandLine(words)).toThrow(message);
  });

  it('documents every chain command in the help and in docs/chain.md, and no option takes a secret', () => {
    const help = formatChainHelp();
    const page = readFileSync(join(import.meta.dirname, '../../../docs/chain.md'), 'utf8');
    for (const command of CHAIN_COMMANDS) {
      for (const text of [help, page]) expect(text).toContain(formatChainUsage(command));
      expect(help).toContain(command.description);
      for (const { name, description } of command.options) {
        expect(help).toContain(`  ${description}`);
        expect(page).toContain(`--${name}`);
        expect(name).not.toMatch(/pass|secret|key|token/);
      }
    }
    for (const name of CHAIN_EXIT_NAMES) {
      expect(help).toMatch(new RegExp(`^ +${EXIT_CODES[name]} `, 'm'));
      expect(help).toContain(EXIT_CODE_MEANINGS[name].meaning);
      expect(page).toMatch(new RegExp(`^\\| ${EXIT_CODES[name]} \\|`, 'm'));
    }
  });
});
