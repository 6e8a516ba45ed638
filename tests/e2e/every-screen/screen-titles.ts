import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPageTexts } from '../../support/page-texts.ts';
import { ROOT } from '../../support/till-process.ts';

/** The title of a screen: the file that draws it, its locale key, and the pattern of its text. */
export interface Title {
  readonly file: string;
  readonly key: string;
  readonly pattern: RegExp;
}

/**
 * Reads the titles of the page's screens from the code: every text in a `title`. Titles that are
 * not texts, such as a customer's name, are not included.
 */
export function readTitlesInCode(): readonly Title[] {
  const files = globSync('{app,features}/**/*.tsx', { cwd: join(ROOT, 'renderer') }).filter(
    (file) => !file.endsWith('.test.tsx'),
  );
  const texts = Object.entries(readPageTexts('es-MX'));
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, 'renderer', file), 'utf8');
    return [...source.matchAll(SCREEN_PATTERN)].flatMap(([tag]) => {
      const keys = [...tag.matchAll(KEY_PATTERN)].map(
        ([, attributeKey, titleKey]) => attributeKey ?? titleKey,
      );
      return texts
        .filter(([name]) => keys.includes(name.replace(/_other$/, '')))
        .map(([key, text]) => ({
          file: file.replaceAll('\\', '/'),
          key,
          pattern: toTitlePattern(text),
        }));
    });
  });
}

/** Lists the titles of these files that are on none of the checked screens. */
export function listUncheckedTitles(
  files: RegExp,
  checkedTitles: ReadonlySet<string>,
): readonly string[] {
  return readTitlesInCode()
    .filter(({ file }) => files.test(file))
    .filter(({ pattern }) => ![...checkedTitles].some((title) => pattern.test(title)))
    .map(({ file, key }) => `${file}: ${key}`);
}

const KEY_PATTERN = /'([\w-]+\.[\w.-]+)'|title="([\w-]+\.[\w.-]+)"/g;

/** Matches from the name of the component to the end of its title. */
const SCREEN_PATTERN =
  /<(?:Screen|\w*Question|\w*Section)\b[^>]*?\btitle=(?:"[^"]*"|\{[^}]*\{[^}]*\}[^}]*\}|\{[^}]*\})/g;

function toTitlePattern(text: string): RegExp {
  const parts = text.split(/\{\{[^}]*\}\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.+')}$`);
}
