import { decodePrinted } from '../support/virtual-printer/index.ts';
import { expect, OWNER, printerTest } from './support/index.ts';

/** On narrow paper the biller's name in the service's text is longer than a line. */
const test = printerTest.extend({
  provisioning: async ({ printer }, use) => {
    await use({
      printer: { kind: 'network', address: printer.address, model: 'epson', columns: 32 },
    });
  },
});

test.use({ serviceVersion: 'v1.6' });

test('draws a text that the printer cannot encode, on paper and on the tape', async ({
  counter,
  printer,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(/^Entregue/);
  await counter.expectText(counter.getText('pay.paper.printed'));
  await expect.poll(() => printer.jobs.length).toBe(1);

  const { lines, events } = decodePrinted(printer.jobs[0] ?? Buffer.alloc(0), 'epson');
  expect(lines.filter((line) => line.image).length).toBeGreaterThan(10);
  expect(events).toEqual(['cut']);
  const printedText = lines.map((line) => line.text).join(' ');
  expect(printedText).toContain('Gracias por su pago');
  expect(printedText).not.toContain('está marcado');

  const picture = till.page.getByRole('img', { name: 'Imagen' });
  await expect(picture).toHaveCount(1);
  const pictureState = await picture.evaluate((image: HTMLImageElement) => ({
    isShown: image.complete && image.naturalHeight > 300,
    isWithin: image.clientWidth <= (image.parentElement?.clientWidth ?? 0),
  }));
  expect(pictureState).toEqual({ isShown: true, isWithin: true });
  await expect(till.page.getByText(/Lo distinto está marcado/)).toHaveCount(0);
});
