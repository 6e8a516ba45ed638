import type { Language, TillState } from '../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { createNamedRandom, getSampleSize, IS_FULL_RUN } from '../../support/sampling.ts';
import type { AnswerOverride } from './answer-override.ts';
import { findAxeFaults } from './axe.ts';
import { findHiddenFocus } from './hidden-focus.ts';
import { type FocusExpectation, findLayoutFaults } from './layout-faults.ts';
import { findTextFaults } from './screen-checks.ts';
import type { Till } from './till.ts';

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;
const [SMALL, MIDDLE, WIDE] = SIZES;
const THEMES = ['light', 'dark'] as const;
const DEFAULT_LANGUAGE: Language = 'es-MX';
/** What is still on its way to its place gets there, and so do the words of another language. */
const LAYOUT_TIMEOUT_MS = 15_000;
const LANGUAGE_TIMEOUT_MS = 60_000;

interface Variant {
  readonly language: Language;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: (typeof THEMES)[number];
  /** 200 %: half the pixels, with the same letters. */
  readonly isLarge: boolean;
  /** As large as the till's own setting makes them. */
  readonly letters: TillState['letters'];
}

const halve = ({ width, height }: (typeof SIZES)[number]) => ({
  width: width / 2,
  height: height / 2,
});

const PLAIN = { theme: 'light', isLarge: false, letters: 'normal' } as const;
const DARK = { ...PLAIN, theme: 'dark' } as const;
const AT_200 = { ...PLAIN, isLarge: true } as const;
const LARGEST = { ...PLAIN, letters: 'largest' } as const;

/** Every language, theme and size, and each size at 200 % and with the largest letters. */
const VARIANTS: readonly Variant[] = LANGUAGES.flatMap((language) => [
  ...THEMES.flatMap((theme) => SIZES.map((size) => ({ ...PLAIN, language, size, theme }))),
  ...SIZES.map((size) => ({ ...AT_200, language, size: halve(size) })),
  ...SIZES.map((size) => ({ ...LARGEST, language, size })),
]);

/** Of these a run draws one for each screen; the others are for `--all`. */
const SAMPLED_VARIANTS: readonly Variant[] = [
  { ...PLAIN, language: 'es-MX', size: MIDDLE },
  { ...DARK, language: 'es-MX', size: WIDE },
  { ...PLAIN, language: 'es-CO', size: SMALL },
  { ...DARK, language: 'en', size: SMALL },
  { ...AT_200, language: 'es-MX', size: halve(SMALL) },
  { ...AT_200, language: 'en', size: halve(MIDDLE) },
  { ...LARGEST, language: 'es-MX', size: SMALL },
  { ...LARGEST, language: 'es-MX', size: MIDDLE },
];

/**
 * The sheet's words are those of the moment at which it was asked for; a page that was not told of its
 * till speaks the one language that it always has.
 */
const IN_ONE_LANGUAGE = ['the sheet of keys', 'app.trouble'];

export interface VisualChecks {
  /** Looks at the screen that is open. It stays open, in Spanish of Mexico. */
  checkScreen(name: string): Promise<void>;
  /** What was wrong, and on which screen in which variants. */
  listFaults(): readonly string[];
  /** The headings of the screens that were looked at. */
  readonly checkedScreens: ReadonlySet<string>;
}

/**
 * Looks at screen after screen without walking there again: the language, the theme, the size
 * and the letters change in place. In each variant, the geometry (nothing is cut off, covered or lies over another),
 * the words (none of another language), and what axe finds or cannot decide; and at 200 %, that
 * whatever Tab comes to is in sight. With `--all` every screen in every variant; else a share of
 * them, each in one variant, as the run's seed draws.
 */
export function createVisualChecks(till: Till, told: AnswerOverride, of: string): VisualChecks {
  const chance = createNamedRandom(`looks at ${of}`);
  const found = new Map<string, Set<string>>();
  const checkedScreens = new Set<string>();

  const speak = async (language: Language): Promise<void> => {
    const { page } = till;
    if ((await page.evaluate(() => document.documentElement.lang)) === language) return;
    await till.callTill('till.setLanguage', { language });
    told.triggerRefetch();
    await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
  };
  /** What was not said a moment later was on its way. */
  const lasting = async (
    longestMs: number,
    faultsNow: () => Promise<string[]>,
  ): Promise<string[]> => {
    const until = Date.now() + longestMs;
    for (;;) {
      const faults = await faultsNow();
      if (faults.length === 0 || Date.now() > until) return faults;
      await till.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
      );
    }
  };
  const write = (letters: TillState['letters']): Promise<void> =>
    till.page.evaluate((size) => {
      document.documentElement.dataset.letters = size;
    }, letters);
  const faultsOf = async ({
    language,
    size,
    theme,
    isLarge,
    letters,
  }: Variant): Promise<string[]> => {
    const { page } = till;
    // The words of a language that was not spoken yet are on their way.
    const words = () => lasting(LANGUAGE_TIMEOUT_MS, () => findTextFaults(page, language));
    const laid = () =>
      lasting(LAYOUT_TIMEOUT_MS, () =>
        page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'anywhere'),
      );
    // The rest of what axe finds is the same in each size, and Tab comes to the same in each language.
    const isFirst = IS_FULL_RUN
      ? size === SMALL && theme === 'light' && letters === 'normal'
      : !isLarge;
    // A screen that asks again shows for a moment that it waits.
    const axe = () =>
      lasting(LAYOUT_TIMEOUT_MS, () => findAxeFaults(page, isFirst ? 'everything' : 'contrast'));
    const hasAxe = isFirst || size === SMALL || (isLarge && language === DEFAULT_LANGUAGE);
    return [
      ...(isFirst ? await words() : []),
      ...(await laid()),
      ...(hasAxe ? await axe() : []),
      ...(isLarge && (!IS_FULL_RUN || language === DEFAULT_LANGUAGE)
        ? await findHiddenFocus(page)
        : []),
    ];
  };
  const lookIn = async (name: string, variant: Variant): Promise<void> => {
    const { language, size, theme, isLarge, letters } = variant;
    await speak(language);
    await write(letters);
    await till.page.setViewportSize(size);
    await till.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const fault of await faultsOf(variant)) {
      const where = found.get(`${name}: ${fault}`) ?? new Set();
      const wide = isLarge ? `${size.width * 2} at 200 %` : `${size.width}`;
      const large = letters === 'normal' ? '' : ` with the ${letters} letters`;
      found.set(`${name}: ${fault}`, where.add(`${language} ${theme} ${wide}${large}`));
    }
  };

  return {
    checkedScreens,
    listFaults: () => [...found].map(([fault, where]) => `${fault} (${[...where].join(', ')})`),
    checkScreen: async (name) => {
      const { page } = till;
      for (const one of await page.getByRole('heading').allTextContents()) checkedScreens.add(one);
      if (!chance.isLikely(1 / getSampleSize('looks'))) return;
      const before = page.viewportSize();
      const variants = (IS_FULL_RUN ? VARIANTS : SAMPLED_VARIANTS).filter(
        ({ language }) => language === DEFAULT_LANGUAGE || !IN_ONE_LANGUAGE.includes(name),
      );
      for (const one of IS_FULL_RUN ? variants : [chance.pick(variants)]) await lookIn(name, one);
      await speak(DEFAULT_LANGUAGE);
      await write('normal');
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      if (before !== null) await page.setViewportSize(before);
    },
  };
}
