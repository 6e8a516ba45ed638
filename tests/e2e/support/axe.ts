import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe has to say of the screen, and what it could not decide: both are faults. Contrast is 7:1.
 * A theme changes the contrast alone.
 */
export async function findAxeFaults(
  page: Page,
  of: 'everything' | 'contrast' = 'everything',
): Promise<string[]> {
  // A page that stays has it loaded only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(async (isContrastOnly) => {
    const axe: typeof import('axe-core') = Reflect.get(window, 'axe');
    const CONTRAST = 'color-contrast-enhanced';
    // What is as it should be is not described: that would take longer than to find it.
    const resultTypes: ('violations' | 'incomplete')[] = ['violations', 'incomplete'];
    // A dialog hides the page behind it, with its main part and heading; axe sees that by chance,
    // from what lies at four points of the window.
    const ofWholePage = { enabled: document.querySelector('[role$="dialog"]') === null };
    const found = await axe.run(
      document,
      isContrastOnly
        ? { runOnly: [CONTRAST], resultTypes }
        : {
            resultTypes,
            rules: {
              // What keeps 7:1 keeps 4.5:1.
              [CONTRAST]: { enabled: true },
              'color-contrast': { enabled: false },
              'landmark-one-main': ofWholePage,
              'page-has-heading-one': ofWholePage,
            },
          },
    );
    type Found = (typeof found.violations)[number];
    const wordsOf = ({ id }: Found, { html, any }: Found['nodes'][number]): string =>
      `${id}: ${html} ${any.map(({ message }) => message).join(' ')}`;
    const faults = found.violations.flatMap((rule) => rule.nodes.map((one) => wordsOf(rule, one)));
    const scrolled = [...document.querySelectorAll('*')]
      .filter((one) => one.scrollHeight > one.clientHeight)
      .map((element) => ({ element, top: element.scrollTop }));
    for (const rule of found.incomplete) {
      for (const node of rule.nodes) {
        const element = document.querySelector(String(node.target.at(-1)));
        if (rule.id !== CONTRAST || element === null) {
          faults.push(`undecided, ${wordsOf(rule, node)}`);
          continue;
        }
        // Whatever lay over it where it stood, such as the actions over the end of a list.
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = await axe.run(element, { runOnly: [CONTRAST], resultTypes });
        for (const one of [...again.violations, ...again.incomplete]) {
          for (const late of one.nodes) {
            if (late.html === node.html) faults.push(`undecided, ${wordsOf(one, late)}`);
          }
        }
      }
    }
    for (const { element, top } of scrolled) element.scrollTop = top;
    return faults;
  }, of === 'contrast');
}
