import {
  expect,
  expectReferencePicture,
  OWNER,
  openBackOfficePage,
  test,
} from './support/index.ts';

/**
 * The bill flow and the screens around it, compared with twelve reference pictures; see
 * `support/reference-pictures.ts`.
 */

/** The last is the size of the pictures; the first is 1366 pixels at 200 %. */
const SIZES = [
  { width: 683, height: 384 },
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
];

// The pictures show rows of all lists.
test.use({ provisioning: { language: 'es-MX', version: 'v3.mx' }, catalog: 'full' });

test('shows the screens of a bill as in the reference pictures', async ({ counter, till }) => {
  const { page } = till;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  const comparePicture = (picture: string): Promise<void> => expectReferencePicture(page, picture);
  await expect(page.getByRole('option').first()).toBeFocused();
  // A movement of the mouse, also one that the browser made itself, hides the keyboard's outline.
  await counter.press('Home');
  await comparePicture('sign-in');
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.expectText(counter.getText('lists.fresh'));
  await comparePicture('home');
  await page.getByRole('combobox').fill('cfe');
  await page.getByRole('option', { name: /CFE/ }).first().waitFor();
  await comparePicture('found');
  await counter.find('cfe com', /CFE/);
  await comparePicture('account');
  await counter.type('501000000007');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await comparePicture('due');
  await counter.type('600');
  await comparePicture('cash');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await comparePicture('confirm');
  const payButton = page
    .getByRole('button', { name: counter.getText('pay.confirm.pay'), exact: true })
    .filter({ hasText: 'F12' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(payButton).toBeInViewport();
  }
  await till.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
    { operation: 'transactions', times: 2, fault: { kind: 'look-up-empty' } },
  ]);
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.paid.title'));
  // Its button is filled while a new result ignores keys.
  await page.locator('button[aria-keyshortcuts="Enter"]:enabled').waitFor();
  await comparePicture('paid');
  await counter.goToNextCustomer();
  const screens = [
    ['history', () => counter.press('F8')],
    ['unresolved', () => counter.press('F9')],
    ['back-office', () => counter.press('F7')],
    ['training', () => openBackOfficePage(counter, 'es-MX', 'training')],
  ] as const;
  for (const [picture, open] of screens) {
    await open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await comparePicture(picture);
  }
});
