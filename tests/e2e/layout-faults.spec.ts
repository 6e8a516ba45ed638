import { expect, test } from './support/index.ts';
import { type FocusExpectation, findLayoutFaults } from './support/layout-faults.ts';

/** What looks at the screens finds what is wrong on a page that was made so. */

const FORM = (inside: string, opacity = 1) => `<!doctype html><style>
  body { margin: 0 }
  main { block-size: 100vh; overflow: auto }
  footer { position: sticky; inset-block-end: 0; background: white }
  [data-goes-on] {
    position: absolute; inset: auto 0 100%; block-size: 40px; pointer-events: none;
    opacity: ${opacity};
  }
</style><main>${inside}<footer><div data-goes-on="yes"></div>Volver</footer></main>`;

const LOW_DOWN = 'position: absolute; inset-block-start: 710px';
const CASES: readonly {
  readonly name: string;
  readonly page: string;
  readonly found: readonly RegExp[];
}[] = [
  {
    name: 'a field whose hint is wider than the field',
    page: '<input aria-label="Buscar" placeholder="Cuenta, autorización o nombre" size="8">',
    found: [/its placeholder is cut/],
  },
  {
    name: 'a field with room for its hint',
    page: '<input aria-label="Buscar" placeholder="Cuenta" size="20">',
    found: [],
  },
  {
    name: 'a sum, a button and words beneath the fade, where nothing scrolls',
    page: FORM(
      `<div style="block-size: 740px"></div><div style="${LOW_DOWN}">
        <b data-sum="huge">$51.00</b> <button>Ver más</button> <i>Falta saber</i></div>`,
    ),
    found: [/^the sum b .*fade/, /^button "Ver más".*fade/, /^b .*fade/, /^i "Falta saber".*fade/],
  },
  {
    name: 'the same at the end of the form, where the fade is gone',
    page: FORM(
      `<div style="block-size: 740px"></div><div style="${LOW_DOWN}">
        <b data-sum="huge">$51.00</b> <button>Ver más</button> <i>Falta saber</i></div>`,
      0,
    ),
    found: [],
  },
  {
    name: 'words that stand there once one has scrolled to them',
    page: FORM('<div style="block-size: 800px"></div><i>Falta saber</i>'),
    found: [],
  },
  {
    name: 'a sum that one would have to scroll to',
    page: FORM('<div style="block-size: 900px"></div><b data-sum="huge">$51.00</b>', 0),
    found: [/^the sum b "[$]51[.]00".* at first$/],
  },
];

test('each fault of the layout is found, and none where there is none', async ({ till }) => {
  const page = await till.page.context().newPage();
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const { name, page: content, found } of CASES) {
    await page.setContent(content);
    const faults = await page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'anywhere');
    expect(faults, name).toEqual(found.map((one) => expect.stringMatching(one)));
  }
});
