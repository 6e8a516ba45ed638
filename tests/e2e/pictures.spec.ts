import {
  expect,
  expectReferencePicture,
  OWNER,
  openBackOfficePage,
  test,
} from './support/index.ts';

/** The bill flow and what stands around it, as twelve reference pictures show it: see `support/pictures.ts`. */

/** The last is that of the pictures; the first, 1366 pixels at 200 %. */
const SIZES = [
  { width: 683, height: 384 },
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
];

test.use({ provisioning: { language: 'es-MX', version: 'v3.mx' } });

test('the screens of a bill are as they were drawn', async ({ counter, till }) => {
  const { page } = till;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  const looks = (picture: string): Promise<void> => expectReferencePicture(page, picture);
  await page.getByRole('option').first().waitFor();
  await looks('sign-in');
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.expectText(counter.getText('lists.fresh'));
  await looks('home');
  await page.getByRole('combobox').fill('cfe');
  await page.getByRole('option', { name: /CFE/ }).first().waitFor();
  await looks('found');
  await counter.find('cfe com', /CFE/);
  await looks('account');
  await counter.type('501000000007');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
  await looks('balance');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.cash.title'));
  await counter.type('600');
  await looks('cash');
  await counter.press('Enter');
  await counter.expectQuestion(counter.getText('pay.confirm.title'));
  await looks('confirm');
  const pay = page
    .getByRole('button', { name: counter.getText('pay.confirm.pay'), exact: true })
    .filter({ hasText: 'F12' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(pay).toBeInViewport();
  }
  await till.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
    { operation: 'transactions', times: 2, fault: { kind: 'look-up-empty' } },
  ]);
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.paid.title'));
  await looks('paid');
  await counter.nextCustomer();
  const screens = [
    ['history', () => counter.press('F8')],
    ['unresolved', () => counter.press('F9')],
    ['back-office', () => counter.press('F7')],
    ['training', () => openBackOfficePage(counter, 'es-MX', 'training')],
  ] as const;
  for (const [picture, open] of screens) {
    await open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await looks(picture);
  }
});
