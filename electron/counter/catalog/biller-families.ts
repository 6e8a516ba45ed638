import type { Biller } from '../../../shared/contract/index.ts';
import { parseBillerName } from './main-name.ts';

/**
 * Billers whose names begin with the same word are a family: Telcel, Telcel Amigo. The main biller of
 * each family comes first, in the service's order, so that no family hides another; then the other
 * billers, family by family.
 */
export function sortBillersByFamily(billers: readonly Biller[]): Biller[] {
  const families = new Map<string, { readonly key: string; readonly biller: Biller }[]>();
  for (const biller of [...billers].sort((a, b) => a.id - b.id)) {
    const { name, mainName: main } = parseBillerName(biller);
    const first = name.split(' ', 1)[0] ?? '';
    const family = families.get(first) ?? [];
    family.push({ key: main.key, biller });
    families.set(first, family);
  }
  const sorted = [...families.values()].map((family) =>
    family.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ biller }) => biller),
  );
  return [...sorted.map(([main]) => main), ...sorted.flatMap(([, ...others]) => others)].filter(
    (biller) => biller !== undefined,
  );
}
