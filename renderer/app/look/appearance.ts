import { useEffect } from 'react';
import type { TillState } from '../../../shared/contract/index.ts';

export type Appearance = Pick<TillState, 'theme' | 'letters'>;

let savedAppearance: Appearance = { theme: 'system', letters: 'normal' };
let previewedAppearance: Partial<Appearance> = {};

/** `tokens.css` draws by these two words on the document. */
function applyAppearance(): void {
  const { dataset } = document.documentElement;
  const { theme, letters } = { ...savedAppearance, ...previewedAppearance };
  dataset.theme = theme;
  dataset.letters = letters;
}

/** Once for the page. */
export function useAppearance({ theme, letters }: Appearance): void {
  useEffect(() => {
    savedAppearance = { theme, letters };
    applyAppearance();
  }, [theme, letters]);
}

/** Shows a choice before it is kept; an empty one ends that. */
export function previewAppearance(shown: Partial<Appearance>): void {
  previewedAppearance = shown;
  applyAppearance();
  // What grew may have pushed the row away that the keys stand on.
  document.activeElement?.scrollIntoView?.({ block: 'nearest' });
}
