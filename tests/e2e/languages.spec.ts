import type { Language } from '../../shared/contract/index.ts';
import { expect, isInOrder, OWNER, openRoom, test } from './support/index.ts';

const sizes = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  // 1366 pixels at 200 %.
  { width: 683, height: 384 },
];

const variants = [
  { language: 'es-MX', size: sizes[0], colorScheme: 'light' },
  { language: 'es-CO', size: sizes[1], colorScheme: 'light' },
  { language: 'en', size: sizes[1], colorScheme: 'dark' },
  { language: 'es-MX', size: sizes[2], colorScheme: 'dark' },
] as const;

for (const { language, size, colorScheme } of variants) {
  const name: Language = language;
  test.describe(`${name}, ${size?.width} pixels wide, ${colorScheme}`, () => {
    test.use({ provisioning: { language: name, version: 'v3.mx' } });

    test('every screen of the bill flow is in order', async ({ counter, till }) => {
      await till.page.setViewportSize(size ?? { width: 1366, height: 768 });
      await till.page.emulateMedia({ colorScheme });
      const looks = (): Promise<void> => isInOrder(till.page, language);
      await till.page.getByRole('option').first().waitFor();
      await looks();
      await counter.signIn(OWNER.name, OWNER.pin);
      await looks();
      await counter.find('cfe com', /CFE/);
      await looks();
      await counter.type('501000000007');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.amount.fixedTitle'));
      await looks();
      await counter.press('Enter');
      await counter.asks(counter.words('pay.cash.title'));
      await counter.type('600');
      await looks();
      await counter.press('Enter');
      await counter.asks(counter.words('pay.confirm.title'));
      await looks();
      await expect(
        till.page
          .getByRole('button', { name: counter.words('pay.confirm.pay'), exact: true })
          .filter({ hasText: 'F12' }),
      ).toBeInViewport();
      await till.setFaults([
        { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
        { operation: 'transactions', times: 2, fault: { kind: 'look-up-empty' } },
      ]);
      await counter.press('F12');
      await counter.asks(counter.words('pay.unknown.title'));
      await looks();
      await counter.asks(counter.words('pay.paid.title'));
      await looks();
      await counter.nextCustomer();
      const screens = [
        () => counter.press('F8'),
        () => counter.press('F9'),
        () => counter.press('F7'),
        () => openRoom(counter, language, 'training'),
      ];
      for (const open of screens) {
        await open();
        await till.page.getByRole('heading', { level: 1 }).waitFor();
        await looks();
      }
    });
  });
}
