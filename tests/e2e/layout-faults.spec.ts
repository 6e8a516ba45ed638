import { expect, test } from './support/index.ts';
import { type FocusExpectation, findLayoutFaults } from './support/layout-faults.ts';

/** Tests that `findLayoutFaults` finds the faults of pages that were made with them. */

const createFormPage = (content: string, opacity = 1) => `<!doctype html><style>
  body { margin: 0 }
  main { block-size: 100vh; overflow: auto }
  footer { position: sticky; inset-block-end: 0; background: white }
  [data-goes-on] {
    position: absolute; inset: auto 0 100%; block-size: 40px; pointer-events: none;
    opacity: ${opacity};
  }
</style><main>${content}<footer><div data-goes-on="yes"></div>Volver</footer></main>`;

const NEAR_END_STYLE = 'position: absolute; inset-block-start: 710px';
const CASES: readonly {
  readonly name: string;
  readonly page: string;
  readonly expectedFaults: readonly RegExp[];
}[] = [
  {
    name: 'a field whose hint is wider than the field',
    page: '<input aria-label="Buscar" placeholder="Cuenta, autorización o nombre" size="8">',
    expectedFaults: [/its placeholder is cut/],
  },
  {
    name: 'a field with room for its hint',
    page: '<input aria-label="Buscar" placeholder="Cuenta" size="20">',
    expectedFaults: [],
  },
  {
    name: 'a sum, a button and words beneath the fade, where nothing scrolls',
    page: createFormPage(
      `<div style="block-size: 740px"></div><div style="${NEAR_END_STYLE}">
        <b data-sum="huge">$51.00</b> <button>Ver más</button> <i>Falta saber</i></div>`,
    ),
    expectedFaults: [
      /^the sum b .*fade/,
      /^button "Ver más".*fade/,
      /^b .*fade/,
      /^i "Falta saber".*fade/,
    ],
  },
  {
    name: 'the same at the end of the form, where the fade is gone',
    page: createFormPage(
      `<div style="block-size: 740px"></div><div style="${NEAR_END_STYLE}">
        <b data-sum="huge">$51.00</b> <button>Ver más</button> <i>Falta saber</i></div>`,
      0,
    ),
    expectedFaults: [],
  },
  {
    name: 'words that stand there once one has scrolled to them',
    page: createFormPage('<div style="block-size: 800px"></div><i>Falta saber</i>'),
    expectedFaults: [],
  },
  {
    name: 'a sum that one would have to scroll to',
    page: createFormPage('<div style="block-size: 900px"></div><b data-sum="huge">$51.00</b>', 0),
    expectedFaults: [/^the sum b "[$]51[.]00".* at first$/],
  },
];

test('finds each layout fault and reports none on a correct page', async ({ till }) => {
  const page = await till.page.context().newPage();
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const { name, page: content, expectedFaults } of CASES) {
    await page.setContent(content);
    const faults = await page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'anywhere');
    expect(faults, name).toEqual(expectedFaults.map((pattern) => expect.stringMatching(pattern)));
  }
});
