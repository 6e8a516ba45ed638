import type { Page } from '@playwright/test';
import type { Problem } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import type { LocaleFileKey } from '../../support/page-texts.ts';
import type { ScreenContext } from '../dialogs/dialog-context.ts';
import { getPageText, openPage, press, pressOfferedKey } from '../dialogs/dialog-context.ts';
import { type BackOfficePage, expect } from '../support/index.ts';

/** Walks through the till's screens in Spanish (Mexico), and checks each of them. */
export interface WalkContext extends ScreenContext {
  readonly page: Page;
  /** Checks the screen in each variant that this run drew for it. */
  checkScreen(name: string): Promise<void>;
}

/** Some of the screens, starting at the home screen; each part can run without the others. */
export interface WalkPart {
  readonly name: string;
  readonly walk: (context: WalkContext) => Promise<void>;
}

/** Types each text as a person does, and presses Enter after it. */
export async function typeAnswers(
  context: WalkContext,
  ...texts: readonly string[]
): Promise<void> {
  for (const text of texts) {
    if (text !== '') await context.counter.type(text);
    await press(context, 'Enter');
  }
}

/** Waits for the question, and checks the screen. */
export async function checkQuestion(context: WalkContext, title: LocaleFileKey): Promise<void> {
  await context.counter.expectQuestion(context.counter.getText(title));
  await context.checkScreen(title);
}

/** Waits for the screen whose title names this problem, and checks it. */
export async function checkProblem(context: WalkContext, problem: Problem): Promise<void> {
  await context.counter.expectQuestion(describeProblem(problem, 'es-MX').title);
  await context.checkScreen(problem.kind);
}

/** Chooses a row of the list by the beginning of its name. */
export async function chooseOption(context: WalkContext, name: string | RegExp): Promise<void> {
  const namePattern = typeof name === 'string' ? new RegExp(`^${RegExp.escape(name)}`) : name;
  await context.page
    .locator('main')
    .getByRole('option', { name: namePattern })
    .first()
    .press('Enter');
}

/** Opens a back-office page, and waits until it has loaded. */
export async function goToPage(
  context: WalkContext,
  backOfficePage: BackOfficePage,
  title: LocaleFileKey,
): Promise<void> {
  await goHome(context);
  await openPage(context, backOfficePage);
  await context.counter.expectQuestion(context.counter.getText(title));
  await expect(context.page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** Presses F2 until the home screen is open; only `counter.goToNextCustomer` leaves a result. */
export async function goHome(context: WalkContext): Promise<void> {
  const { counter } = context;
  await expect(async () => {
    await press(context, 'F2');
    const question = context.page.getByRole('dialog', { name: getPageText('leave.title') });
    if (await question.isVisible()) await press(context, 'F11');
    await expect(context.page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await counter.expectQuestion(getPageText('home.title'));
}

export { getPageText, openPage, press, pressOfferedKey };
