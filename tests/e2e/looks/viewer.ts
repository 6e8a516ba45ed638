import type { Page } from '@playwright/test';
import type { PageKey } from '../../support/page-texts.ts';
import type { Place } from '../dialogs/desk.ts';
import { enter, es, key, press } from '../dialogs/desk.ts';
import { type BackOfficePage, expect } from '../support/index.ts';

/** Who walks through the till's screens, in Spanish of Mexico, and looks at each of them. */
export interface Viewer extends Place {
  readonly page: Page;
  /** The screen is looked at in every variant that this run has drawn for it. */
  look(name: string): Promise<void>;
}

/** Some of the screens, from the home screen on: each stretch can be walked without the others. */
export interface Stretch {
  readonly name: string;
  readonly walk: (viewer: Viewer) => Promise<void>;
}

/** Types as a person does, and presses Enter. */
export async function answer(viewer: Viewer, ...typed: readonly string[]): Promise<void> {
  for (const one of typed) {
    if (one !== '') await viewer.counter.type(one);
    await press(viewer, 'Enter');
  }
}

/** Waits for the question, and looks at it. */
export async function lookAtQuestion(viewer: Viewer, title: PageKey): Promise<void> {
  await viewer.counter.expectQuestion(viewer.counter.getText(title));
  await viewer.look(title);
}

/** A row of the list, by its name. */
export async function choose(viewer: Viewer, name: string | RegExp): Promise<void> {
  const begins = typeof name === 'string' ? new RegExp(`^${RegExp.escape(name)}`) : name;
  await viewer.page.locator('main').getByRole('option', { name: begins }).first().press('Enter');
}

/** A room, once it stands. */
export async function into(viewer: Viewer, room: BackOfficePage, title: PageKey): Promise<void> {
  await goHome(viewer);
  await enter(viewer, room);
  await viewer.counter.expectQuestion(viewer.counter.getText(title));
  await expect(viewer.page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** F2, until the till asks for the next customer; a result is left by `counter.nextCustomer` alone. */
export async function goHome(viewer: Viewer): Promise<void> {
  const { counter } = viewer;
  await expect(async () => {
    await press(viewer, 'F2');
    await expect(viewer.page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await counter.expectQuestion(es('home.title'));
}

export { enter, es, key, press };
