import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Lists the violations that axe finds on the screen and the rules that it could not decide; both
 * are faults. The required contrast is 7:1. A theme changes only the contrast, so `'contrast'` runs
 * only that rule.
 */
export async function findAxeFaults(
  page: Page,
  scope: 'everything' | 'contrast' = 'everything',
): Promise<string[]> {
  // axe is loaded once for each page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(async (isContrastOnly) => {
    const axe: typeof import('axe-core') = Reflect.get(window, 'axe');
    const CONTRAST = 'color-contrast-enhanced';
    // Passed rules are not reported: their descriptions take longer than the checks.
    const resultTypes: ('violations' | 'incomplete')[] = ['violations', 'incomplete'];
    // A dialog hides the main landmark and heading of the page behind it. Whether axe notices
    // depends on what is at four points of the window.
    const wholePageRule = { enabled: document.querySelector('[role$="dialog"]') === null };
    const results = await axe.run(
      document,
      isContrastOnly
        ? { runOnly: [CONTRAST], resultTypes }
        : {
            resultTypes,
            rules: {
              // 7:1 implies 4.5:1.
              [CONTRAST]: { enabled: true },
              'color-contrast': { enabled: false },
              'landmark-one-main': wholePageRule,
              'page-has-heading-one': wholePageRule,
            },
          },
    );
    type AxeRule = (typeof results.violations)[number];
    const formatFault = ({ id }: AxeRule, { html, any }: AxeRule['nodes'][number]): string =>
      `${id}: ${html} ${any.map(({ message }) => message).join(' ')}`;
    const faults = results.violations.flatMap((rule) =>
      rule.nodes.map((node) => formatFault(rule, node)),
    );
    const scrollPositions = [...document.querySelectorAll('*')]
      .filter((element) => element.scrollHeight > element.clientHeight)
      .map((element) => ({ element, top: element.scrollTop }));
    for (const rule of results.incomplete) {
      for (const node of rule.nodes) {
        const element = document.querySelector(String(node.target.at(-1)));
        if (rule.id !== CONTRAST || element === null) {
          faults.push(`undecided, ${formatFault(rule, node)}`);
          continue;
        }
        // Something may have covered the element at its place, such as the actions over the end of
        // a list.
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const secondRun = await axe.run(element, { runOnly: [CONTRAST], resultTypes });
        for (const failedRule of [...secondRun.violations, ...secondRun.incomplete]) {
          for (const failedNode of failedRule.nodes) {
            if (failedNode.html === node.html)
              faults.push(`undecided, ${formatFault(failedRule, failedNode)}`);
          }
        }
      }
    }
    for (const { element, top } of scrollPositions) element.scrollTop = top;
    return faults;
  }, scope === 'contrast');
}
