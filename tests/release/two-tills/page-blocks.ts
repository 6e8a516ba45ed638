import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/till-process.ts';

const PAGE = readFileSync(join(ROOT, 'docs', 'two-tills.md'), 'utf8');

/** Returns the first words in backticks that match. */
export function findPageWords(pattern: RegExp): string {
  const words = [...PAGE.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const found = words.find((text) => pattern.test(text));
  if (found === undefined) throw new Error(`docs/two-tills.md does not say ${pattern}`);
  return found;
}

/** Returns the texts of the fenced blocks below a heading of docs/two-tills.md, up to the next one. */
export function listPageBlocks(heading: string): readonly string[] {
  const section = new RegExp(`^#+ ${heading}\n([\\s\\S]*?)(?=^#+ |$(?![\\s\\S]))`, 'm').exec(PAGE);
  if (section === null) throw new Error(`docs/two-tills.md has no heading "${heading}"`);
  return [...(section[1] ?? '').matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
}
