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
/** Elements move to their place, and another language loads, within these times. */
const LAYOUT_TIMEOUT_MS = 15_000;
const LANGUAGE_TIMEOUT_MS = 60_000;

interface Variant {
  readonly language: Language;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: (typeof THEMES)[number];
  /** 200 %: half the pixels with the same text size. */
  readonly isLarge: boolean;
  /** The till's text-size setting. */
  readonly letters: TillState['letters'];
  /** The system's setting: `more` for stronger lines, `forced` for its own colours. */
  readonly contrast: 'normal' | 'more' | 'forced';
}

const halve = ({ width, height }: (typeof SIZES)[number]) => ({
  width: width / 2,
  height: height / 2,
});

const PLAIN = { theme: 'light', isLarge: false, letters: 'normal', contrast: 'normal' } as const;
const DARK = { ...PLAIN, theme: 'dark' } as const;
const AT_200 = { ...PLAIN, isLarge: true } as const;
const LARGEST = { ...PLAIN, letters: 'largest' } as const;
const MORE_CONTRAST = { ...PLAIN, contrast: 'more' } as const;
const FORCED_COLORS = { ...PLAIN, contrast: 'forced' } as const;

/**
 * Every language, theme and size; also each size at 200 % and with the largest text, and both themes
 * with more contrast and in the system's colours.
 */
const VARIANTS: readonly Variant[] = LANGUAGES.flatMap((language) => [
  ...THEMES.flatMap((theme) => SIZES.map((size) => ({ ...PLAIN, language, size, theme }))),
  ...SIZES.map((size) => ({ ...AT_200, language, size: halve(size) })),
  ...SIZES.map((size) => ({ ...LARGEST, language, size })),
  ...(language === DEFAULT_LANGUAGE
    ? THEMES.flatMap((theme) =>
        [MORE_CONTRAST, FORCED_COLORS].map((plain) => ({ ...plain, language, theme, size: SMALL })),
      )
    : []),
]);

/** A run draws one of these for each screen; `--all` uses `VARIANTS`. */
const SAMPLED_VARIANTS: readonly Variant[] = [
  { ...PLAIN, language: 'es-MX', size: MIDDLE },
  { ...DARK, language: 'es-MX', size: WIDE },
  { ...PLAIN, language: 'es-CO', size: SMALL },
  { ...DARK, language: 'en', size: SMALL },
  { ...AT_200, language: 'es-MX', size: halve(SMALL) },
  { ...AT_200, language: 'en', size: halve(MIDDLE) },
  { ...LARGEST, language: 'es-MX', size: SMALL },
  { ...LARGEST, language: 'es-MX', size: MIDDLE },
  { ...MORE_CONTRAST, language: 'es-MX', size: SMALL },
  { ...FORCED_COLORS, language: 'es-MX', size: MIDDLE },
  { ...FORCED_COLORS, theme: 'dark', language: 'en', size: SMALL },
];

/**
 * Screens that cannot change their language: the key sheet keeps the language in which it was
 * opened, and a page without its till has only one.
 */
const SINGLE_LANGUAGE_SCREENS = ['the sheet of keys', 'app.problem'];

export interface VisualChecks {
  /** Checks the open screen. It stays open, in Spanish (Mexico). */
  checkScreen(name: string): Promise<void>;
  /** Lists each fault with its screen and variants. */
  listFaults(): readonly string[];
  /** The headings of the checked screens. */
  readonly checkedScreens: ReadonlySet<string>;
}

/**
 * Checks screen after screen without opening it again: language, theme, size and text size change
 * in place. In each variant it checks the layout (nothing is cut off, covered or overlapping), the
 * texts (none of another language), and axe; at 200 % also that each Tab stop is visible. `--all`
 * checks every screen in every variant; otherwise a sample of the screens, each in one variant,
 * from the run's seed.
 */
export function createVisualChecks(
  till: Till,
  answers: AnswerOverride,
  walkName: string,
): VisualChecks {
  const random = createNamedRandom(`looks at ${walkName}`);
  const variantsByFault = new Map<string, Set<string>>();
  const checkedScreens = new Set<string>();

  const setLanguage = async (language: Language): Promise<void> => {
    const { page } = till;
    if ((await page.evaluate(() => document.documentElement.lang)) === language) return;
    await till.callTill('till.setLanguage', { language });
    answers.triggerRefetch();
    await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
  };
  /** Repeats a check until it finds nothing or the time is up: a fault may be temporary. */
  const waitForNoFaults = async (
    timeoutMs: number,
    findFaults: () => Promise<string[]>,
  ): Promise<string[]> => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const faults = await findFaults();
      if (faults.length === 0 || Date.now() > deadline) return faults;
      await till.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
      );
    }
  };
  const setTextSize = (letters: TillState['letters']): Promise<void> =>
    till.page.evaluate((size) => {
      document.documentElement.dataset.letters = size;
    }, letters);
  const listVariantFaults = async ({
    language,
    size,
    theme,
    isLarge,
    letters,
    contrast,
  }: Variant): Promise<string[]> => {
    const { page } = till;
    // A language that was not used yet is still loading.
    const findTextFaultsInTime = () =>
      waitForNoFaults(LANGUAGE_TIMEOUT_MS, () => findTextFaults(page, language));
    const findLayoutFaultsInTime = () =>
      waitForNoFaults(LAYOUT_TIMEOUT_MS, () =>
        page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'anywhere'),
      );
    // axe's other rules give the same result in each size, and Tab has the same stops in each
    // language.
    const isFirst = IS_FULL_RUN
      ? size === SMALL && theme === 'light' && letters === 'normal' && contrast === 'normal'
      : !isLarge;
    // A screen that refetches shows a loading state for a moment.
    const findAxeFaultsInTime = () =>
      waitForNoFaults(LAYOUT_TIMEOUT_MS, () =>
        findAxeFaults(page, isFirst ? 'everything' : 'contrast'),
      );
    const hasAxe = isFirst || size === SMALL || (isLarge && language === DEFAULT_LANGUAGE);
    return [
      ...(isFirst ? await findTextFaultsInTime() : []),
      ...(await findLayoutFaultsInTime()),
      ...(hasAxe ? await findAxeFaultsInTime() : []),
      ...(isLarge && (!IS_FULL_RUN || language === DEFAULT_LANGUAGE)
        ? await findHiddenFocus(page)
        : []),
    ];
  };
  const checkVariant = async (name: string, variant: Variant): Promise<void> => {
    const { language, size, theme, isLarge, letters, contrast } = variant;
    await setLanguage(language);
    await setTextSize(letters);
    await till.page.setViewportSize(size);
    await till.page.emulateMedia({
      colorScheme: theme,
      reducedMotion: 'reduce',
      contrast: contrast === 'normal' ? null : 'more',
      forcedColors: contrast === 'forced' ? 'active' : null,
    });
    for (const fault of await listVariantFaults(variant)) {
      const variants = variantsByFault.get(`${name}: ${fault}`) ?? new Set();
      const widthText = isLarge ? `${size.width * 2} at 200 %` : `${size.width}`;
      const letterText = letters === 'normal' ? '' : ` with the ${letters} letters`;
      const contrastText = contrast === 'normal' ? '' : `, contrast ${contrast}`;
      variantsByFault.set(
        `${name}: ${fault}`,
        variants.add(`${language} ${theme} ${widthText}${letterText}${contrastText}`),
      );
    }
  };

  return {
    checkedScreens,
    listFaults: () =>
      [...variantsByFault].map(([fault, variants]) => `${fault} (${[...variants].join(', ')})`),
    checkScreen: async (name) => {
      const { page } = till;
      for (const heading of await page.getByRole('heading').allTextContents())
        checkedScreens.add(heading);
      if (!random.isLikely(1 / getSampleSize('looks'))) return;
      const viewport = page.viewportSize();
      const variants = (IS_FULL_RUN ? VARIANTS : SAMPLED_VARIANTS).filter(
        ({ language }) => language === DEFAULT_LANGUAGE || !SINGLE_LANGUAGE_SCREENS.includes(name),
      );
      for (const variant of IS_FULL_RUN ? variants : [random.pick(variants)])
        await checkVariant(name, variant);
      await setLanguage(DEFAULT_LANGUAGE);
      await setTextSize('normal');
      await page.emulateMedia({
        colorScheme: 'light',
        reducedMotion: 'reduce',
        contrast: null,
        forcedColors: null,
      });
      if (viewport !== null) await page.setViewportSize(viewport);
    },
  };
}
