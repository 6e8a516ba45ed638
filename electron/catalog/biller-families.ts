import type { Biller } from '../../shared/contract/index.ts';
import { namesOf } from './main-name.ts';

/**
 * In the service's own order, but billers whose names begin with the same word stand together, the
 * one with the bare name first: Telcel, then Telcel Amigo.
 */
export function familiesOf(billers: readonly Biller[]): Biller[] {
  const families = new Map<string, { readonly key: string; readonly biller: Biller }[]>();
  for (const biller of [...billers].sort((a, b) => a.id - b.id)) {
    const { name, main } = namesOf(biller);
    const first = name.split(' ', 1)[0] ?? '';
    const family = families.get(first) ?? [];
    family.push({ key: main.key, biller });
    families.set(first, family);
  }
  return [...families.values()].flatMap((family) =>
    family.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ biller }) => biller),
  );
}
