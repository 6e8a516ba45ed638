import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPageTexts } from '../../support/page-texts.ts';
import { ROOT } from '../../support/till-process.ts';

/** What a screen of the page asks: the file that draws it, and the words of its title. */
export interface Title {
  readonly file: string;
  readonly key: string;
  readonly words: RegExp;
}

/**
 * The titles of the page's screens, read from the code: whatever text a `title` is made of. A title
 * that is no text, such as a customer's name, is not among them.
 */
export function titlesInCode(): readonly Title[] {
  const files = globSync('{app,features}/**/*.tsx', { cwd: join(ROOT, 'renderer') }).filter(
    (file) => !file.endsWith('.test.tsx'),
  );
  const texts = Object.entries(readPageTexts('es-MX'));
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, 'renderer', file), 'utf8');
    return [...source.matchAll(SCREEN)].flatMap(([tag]) => {
      const keys = [...tag.matchAll(KEY)].map(([, one, other]) => one ?? other);
      return texts
        .filter(([name]) => keys.includes(name.replace(/_other$/, '')))
        .map(([key, text]) => ({
          file: file.replaceAll('\\', '/'),
          key,
          words: inAnyWords(text),
        }));
    });
  });
}

/** The titles of these files that are on none of the screens that were seen. */
export function unseen(files: RegExp, seen: ReadonlySet<string>): readonly string[] {
  return titlesInCode()
    .filter(({ file }) => files.test(file))
    .filter(({ words }) => ![...seen].some((one) => words.test(one)))
    .map(({ file, key }) => `${file}: ${key}`);
}

const KEY = /'([\w-]+\.[\w.-]+)'|title="([\w-]+\.[\w.-]+)"/g;

/** From the name of the component to the end of its title. */
const SCREEN =
  /<(?:Screen|\w*Question|\w*Section)\b[^>]*?\btitle=(?:"[^"]*"|\{[^}]*\{[^}]*\}[^}]*\}|\{[^}]*\})/g;

function inAnyWords(text: string): RegExp {
  const parts = text.split(/\{\{[^}]*\}\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.+')}$`);
}
